/// <reference lib="webworker" />
// One engine in its own thread. Messages come in order and are answered in order.
import type { Rule } from './types';

interface Engine {
  _malloc(bytes: number): number;
  _free(address: number): void;
  _combat_odds_call(text: number): number;
  lengthBytesUTF8(text: string): number;
  stringToUTF8(text: string, address: number, most: number): void;
  UTF8ToString(address: number): string;
}
/// All that an engine needs to start: its script, its code if the page has compiled it already, and
/// its house rules.
export interface Start {
  script: string;
  compiled: WebAssembly.Module | undefined;
  rules: Rule[];
}
export type FromPage = { start: Start } | { id: number; request: string };
export type ToPage = { id: number; answer: string } | { broken: string };

let loading: Promise<Engine> | undefined;

function called(engine: Engine, request: string): string {
  const bytes = engine.lengthBytesUTF8(request) + 1;
  const text = engine._malloc(bytes);
  if (text === 0) throw new RangeError('memory');
  engine.stringToUTF8(request, text, bytes);
  const answer = engine._combat_odds_call(text);
  engine._free(text);
  if (answer === 0) throw new RangeError('memory');
  const said = engine.UTF8ToString(answer);
  engine._free(answer);
  return said;
}

async function started({ script, compiled, rules }: Start): Promise<Engine> {
  const module = await import(/* @vite-ignore */ script);
  const own = compiled && {
    instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) {
      WebAssembly.instantiate(compiled, imports).then(done, broken);
      return {};
    },
  };
  const engine: Engine = await module.default(own ?? {});
  for (const rule of rules) called(engine, JSON.stringify({ do: 'add_rule', ...rule }));
  return engine;
}

/// The error in words: browsers and the engine report a lack of memory in many ways.
function broken(error: unknown) {
  const words = error instanceof Error ? error.message : String(error);
  const memory = error instanceof RangeError || /memory|OOM|bad_alloc/i.test(words);
  say({ broken: memory ? 'it needs more memory than this device gives it' : words });
}

const say = (message: ToPage) => self.postMessage(message);

self.onmessage = async (event: MessageEvent<FromPage>) => {
  const message = event.data;
  try {
    if ('start' in message) {
      loading = started(message.start);
      await loading;
    } else {
      say({ id: message.id, answer: called((await loading)!, message.request) });
    }
  } catch (error) {
    broken(error);
  }
};
