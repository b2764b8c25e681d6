import type { FromPage, Start, ToPage } from './worker';

type Waiting = { give: (answer: string) => void; fail: (error: Error) => void };

/// The answer is no longer wanted.
export class Stopped extends Error {}

/// The engine itself failed; as far as the page can tell, the question is not at fault.
export class Broken extends Error {}

/// One engine, which takes one call at a time. It starts with the first call, and again after it
/// was stopped or broke.
export class Thread {
  private worker: Worker | undefined;
  private waiting = new Map<number, Waiting>();
  private last = 0;
  private ready: Promise<void> = Promise.resolve();

  constructor(private readonly start: () => Promise<Start>) {}

  get busy() {
    return this.waiting.size > 0;
  }

  /// Starts the engine before the first call.
  warm() {
    this.started();
  }

  private started(): Worker {
    if (this.worker) return this.worker;
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = (event: MessageEvent<ToPage>) => {
      const message = event.data;
      if ('broken' in message) this.stop(new Broken(`The engine stopped: ${message.broken}. What you typed is kept; change it or try again.`));
      else {
        this.waiting.get(message.id)?.give(message.answer);
        this.waiting.delete(message.id);
      }
    };
    worker.onerror = (event) => this.stop(new Broken(`The engine does not start${event.message ? `: ${event.message}` : ''}. What you typed is kept.`));
    this.worker = worker;
    this.ready = this.start().then((start) => worker.postMessage({ start } satisfies FromPage));
    return worker;
  }

  async call(request: unknown): Promise<string> {
    const worker = this.started();
    const id = ++this.last;
    const answer = new Promise<string>((give, fail) => this.waiting.set(id, { give, fail }));
    const message: FromPage = { id, request: JSON.stringify(request) };
    this.ready.then(
      () => this.waiting.has(id) && worker.postMessage(message),
      (error: Error) => this.stop(new Broken(error.message)),
    );
    return answer;
  }

  stop(reason: Error = new Stopped()) {
    this.worker?.terminate();
    this.worker = undefined;
    for (const each of this.waiting.values()) each.fail(reason);
    this.waiting.clear();
  }
}
