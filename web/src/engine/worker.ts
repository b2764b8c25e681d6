/// <reference lib="webworker" />
// One engine in a thread of its own. Messages come in order, and are answered in order.

interface Engine {
  _malloc(bytes: number): number;
  _free(address: number): void;
  _combat_odds_call(text: number): number;
  lengthBytesUTF8(text: string): number;
  stringToUTF8(text: string, address: number, most: number): void;
  UTF8ToString(address: number): string;
}
export type FromPage = { load: string } | { id: number; request: string };
export type ToPage = { ready: true } | { id: number; answer: string } | { broken: string };

let loading: Promise<Engine> | undefined;

function called(engine: Engine, request: string): string {
  const bytes = engine.lengthBytesUTF8(request) + 1;
  const text = engine._malloc(bytes);
  if (text === 0) throw new Error('there is not enough memory');
  engine.stringToUTF8(request, text, bytes);
  const answer = engine._combat_odds_call(text);
  engine._free(text);
  if (answer === 0) throw new Error('there is not enough memory');
  const said = engine.UTF8ToString(answer);
  engine._free(answer);
  return said;
}

const say = (message: ToPage) => self.postMessage(message);

self.onmessage = async (event: MessageEvent<FromPage>) => {
  const message = event.data;
  try {
    if ('load' in message) {
      loading = import(/* @vite-ignore */ message.load).then((module) => module.default());
      await loading;
      say({ ready: true });
      return;
    }
    say({ id: message.id, answer: called((await loading)!, message.request) });
  } catch (error) {
    say({ broken: error instanceof Error ? error.message : String(error) });
  }
};
