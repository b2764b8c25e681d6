import { Refused, type Answer, type Question } from './types';
import type { FromPage, ToPage } from './worker';

type Waiting = { give: (answer: string) => void; fail: (error: Error) => void };

/// One engine; a call at a time. It starts again after it was stopped or broke.
class Thread {
  private worker: Worker | undefined;
  private waiting = new Map<number, Waiting>();
  private last = 0;

  private started(): Worker {
    if (this.worker) return this.worker;
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = (event: MessageEvent<ToPage>) => {
      const message = event.data;
      if ('broken' in message) this.stop(new Error(`The engine stopped: ${message.broken}`));
      if (!('id' in message)) return;
      this.waiting.get(message.id)?.give(message.answer);
      this.waiting.delete(message.id);
    };
    worker.onerror = (event) => this.stop(new Error(`The engine does not start: ${event.message ?? ''}`));
    this.worker = worker;
    this.post({ load: new URL('engine/engine.mjs', document.baseURI).href });
    return worker;
  }

  private post(message: FromPage) {
    this.worker!.postMessage(message);
  }

  get busy() {
    return this.waiting.size > 0;
  }

  call(request: unknown): Promise<string> {
    this.started();
    const id = ++this.last;
    return new Promise((give, fail) => {
      this.waiting.set(id, { give, fail });
      this.post({ id, request: JSON.stringify(request) });
    });
  }

  stop(reason: Error = new Stopped()) {
    this.worker?.terminate();
    this.worker = undefined;
    for (const each of this.waiting.values()) each.fail(reason);
    this.waiting.clear();
  }
}

/// Nobody waits for the answer any more.
export class Stopped extends Error {}

function read<Result>(text: string): Result {
  const json = JSON.parse(text);
  if (json.error) throw new Refused(json.error);
  return json;
}

export interface Progress {
  answers: Answer[];
  done: number;
  shards: number;
}

/// The engines of the page: one for what is typed, one for what is looked up, the others simulate.
export class Pool {
  private typed = new Thread();
  private looked = new Thread();
  private players: Thread[];

  constructor(threads: number) {
    this.players = Array.from({ length: Math.max(1, threads) }, () => new Thread());
  }

  get threads() {
    return this.players.length;
  }

  /// The engine's words for a request, as they are: for tests.
  async words(request: object): Promise<string> {
    return this.looked.call(request);
  }

  async look<Result>(request: object): Promise<Result> {
    return read<Result>(await this.looked.call(request));
  }

  /// The exact answers of what stands in the form now; what was asked before is given up.
  async exact(question: Question): Promise<Answer[]> {
    if (this.typed.busy) this.typed.stop();
    const asked = { ...question, method: 'exact' };
    return read<{ answers: Answer[] }>(await this.typed.call({ do: 'ask', question: asked })).answers;
  }

  /// Plays all trials in `shards` parts on all players. Every part is added up in the order of
  /// their numbers, and counts are whole numbers: the answer is the same whoever played which.
  async simulate(question: Question, shards: number, tell: (progress: Progress) => void, stopped: AbortSignal): Promise<Progress> {
    const counts: (string[] | undefined)[] = Array(shards);
    let next = 0;
    let latest: Progress = { answers: [], done: 0, shards };
    let adding: Promise<void> | undefined;
    const add = async () => {
      const known = counts.filter((count) => count !== undefined);
      const { answers } = await this.look<{ answers: Answer[] }>({ do: 'add_up', question, counts: known });
      if (known.length > latest.done) latest = { answers, done: known.length, shards };
      if (!stopped.aborted) tell(latest);
    };
    const play = async (thread: Thread) => {
      while (next < shards && !stopped.aborted) {
        const shard = next++;
        const part = read<{ counts: string[] }>(await thread.call({ do: 'play', question, shard, shards }));
        counts[shard] = part.counts;
        adding ??= add().finally(() => (adding = undefined));
      }
    };
    const halt = () => this.players.forEach((thread) => thread.stop());
    stopped.addEventListener('abort', halt);
    try {
      await Promise.all(this.players.map(play));
      await adding;
      if (latest.done < shards) await add();
    } finally {
      stopped.removeEventListener('abort', halt);
    }
    return latest;
  }
}
