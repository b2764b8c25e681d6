/// Waits for the first content on the screen: loading the engine must not delay the search and the
/// forms.
export function shown(): Promise<unknown> {
  const painted = new Promise((go) => {
    new PerformanceObserver((entries, observer) => {
      if (!entries.getEntriesByName('first-contentful-paint').length) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(go));
    }).observe({ type: 'paint', buffered: true });
  });
  // A tab in the background never paints.
  return Promise.race([painted, new Promise((go) => setTimeout(go, 1000))]);
}

/// Compiles the engine's code once for all threads. If it can't, it returns undefined, and each
/// thread fetches the code itself.
export async function compiled(address: string): Promise<WebAssembly.Module | undefined> {
  try {
    const answer = await fetch(address);
    if (!answer.ok) return undefined;
    return /^application\/wasm/.test(answer.headers.get('content-type') ?? '')
      ? await WebAssembly.compileStreaming(answer)
      : await WebAssembly.compile(await answer.arrayBuffer());
  } catch {
    return undefined;
  }
}

// The smallest module that uses SIMD: (func (result v128) i32.const 0 i8x16.splat i8x16.popcnt)
const simd = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11]);

/// What the browser lacks, in a sentence; empty if it lacks nothing.
export function lacking(): string {
  if (typeof WebAssembly !== 'object') {
    return 'This browser has no WebAssembly, which the page computes with. Some have it switched off in a lockdown mode; any browser since 2021 has it.';
  }
  if (!WebAssembly.validate(simd)) {
    return 'This browser is too old: its WebAssembly has no SIMD, which the page computes with. Chrome 91, Firefox 89 and Safari 16.4 or later have it.';
  }
  if (typeof Worker !== 'function') return 'This browser has no web workers, which the page computes in.';
  return '';
}
