import { compiled, shown } from './code';
import { engineFile } from './files';
import { Stopped, Thread } from './thread';
import { Refused } from './refused';
import type { Answer, Procedure, Question, Rule } from './types';

function read<Result>(text: string): Result {
  const json = JSON.parse(text);
  if (json.error) throw new Refused(json.error);
  return json;
}

const patience = 250; // ms
const same = (a: Rule[], b: Rule[]) => JSON.stringify(a) === JSON.stringify(b);

export interface Progress {
  answers: Answer[];
  done: number;
  shards: number;
}

/// The engines of the page: one for the form, one for look-ups; the others simulate.
export class Pool {
  private rules: Rule[] = [];
  private readonly script = engineFile('engine.mjs');
  private readonly code = shown().then(() => compiled(engineFile('engine.wasm')));
  private readonly start = async () => ({ script: this.script, compiled: await this.code, rules: this.rules });
  private readonly typed = new Thread(this.start);
  private readonly looked = new Thread(this.start);
  private readonly players: Thread[];

  constructor(threads: number) {
    this.players = Array.from({ length: Math.max(1, threads) }, () => new Thread(this.start));
    this.typed.warm(); // starts beside the engine for look-ups, which is needed first
  }

  get threads() {
    return this.players.length;
  }

  /// Gives all engines these house rules, and no others.
  know(rules: Rule[]) {
    if (same(rules, this.rules)) return;
    this.rules = rules;
    for (const thread of [this.typed, this.looked, ...this.players]) thread.stop();
  }

  /// A house rule as a procedure, loaded in an engine of its own.
  async tried(rule: Rule): Promise<Procedure> {
    return this.alone([], async (thread) => read<{ procedure: Procedure }>(await thread.call({ do: 'add_rule', ...rule })).procedure);
  }

  /// The exact answers of a house rule that the other engines do not need.
  async askedOf(rule: Rule, question: Question): Promise<Answer[]> {
    return this.alone([rule], async (thread) => read<{ answers: Answer[] }>(await thread.call({ do: 'ask', question: { ...question, method: 'exact' } })).answers);
  }

  /// A user's rule may run for ever: it gets an engine of its own, for ten seconds.
  private async alone<Result>(rules: Rule[], call: (thread: Thread) => Promise<Result>): Promise<Result> {
    const thread = new Thread(async () => ({ ...(await this.start()), rules }));
    const timer = setTimeout(() => thread.stop(new Error('The rule ran for ten seconds without an end, and was stopped.')), 10_000);
    try {
      return await call(thread);
    } finally {
      clearTimeout(timer);
      thread.stop();
    }
  }

  /// The engine's raw answer to a request, for tests.
  async words(request: object): Promise<string> {
    return this.looked.call(request);
  }

  async look<Result>(request: object): Promise<Result> {
    return read<Result>(await this.looked.call(request));
  }

  /// The exact answers to the question in the form. Stops the last question, unless that ends soon:
  /// a fresh start of the engine takes longer.
  async exact(question: Question): Promise<Answer[]> {
    const mine = ++this.asked;
    if (this.typed.busy) {
      await Promise.race([this.answering, new Promise((go) => setTimeout(go, patience))]);
      if (mine !== this.asked) throw new Stopped();
      if (this.typed.busy) this.typed.stop();
    }
    const answer = this.typed.call({ do: 'ask', question: { ...question, method: 'exact' } });
    this.answering = answer.catch(() => undefined);
    return read<{ answers: Answer[] }>(await answer).answers;
  }
  private asked = 0;
  private answering: Promise<unknown> = Promise.resolve();

  /// Stops exact().
  giveUp() {
    this.typed.stop();
  }

  /// Plays all trials in `shards` parts on all players. The parts are added up in the order of
  /// their numbers, and counts are whole numbers: the answer does not depend on who played which.
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
