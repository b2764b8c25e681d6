import { render } from 'preact';
import { App } from './app';
import { Pool } from './engine/pool';
import './style.css';

// The smallest module that uses SIMD: (func (result v128) i32.const 0 i8x16.splat i8x16.popcnt)
const simd = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11]);

function missing(): string {
  if (typeof WebAssembly !== 'object') return 'This browser has no WebAssembly, which the page computes with.';
  if (!WebAssembly.validate(simd)) return 'This browser is too old: its WebAssembly has no SIMD, which the page computes with.';
  if (typeof Worker !== 'function') return 'This browser has no workers, which the page computes in.';
  return '';
}

/// ?threads=2 in the address of the page sets how many engines simulate.
function threads(): number {
  const asked = Number(new URLSearchParams(location.search).get('threads'));
  const cores = navigator.hardwareConcurrency || 2;
  return Number.isInteger(asked) && asked >= 1 && asked <= 64 ? asked : Math.min(cores, 16);
}

const page = document.getElementById('page')!;
const lacking = missing();
if (lacking) {
  page.textContent = lacking;
} else {
  const pool = new Pool(threads());
  // What people and tests may ask of the engine itself, in the browser's console.
  Object.assign(window, { combatOdds: pool });
  render(<App pool={pool} />, page);
}

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  // Where it is refused the page works, with a network.
  navigator.serviceWorker.register('./sw.js').catch(() => undefined);
}
