// The answer to every preset, and to a question of each procedure without one, is the program's, byte for byte: in one go, and from the shards of two and of four workers.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { drawn } from '../drawn.mjs';
import { native, start } from './engine.mjs';

const shards = 24; // as the page has them

/// Engines in threads of their own.
class Workers {
  constructor(count) {
    this.all = Array.from({ length: count }, () => new Worker(new URL('worker.mjs', import.meta.url)));
  }
  /// What the shards of a question count, in the order of the shards.
  async play(question) {
    const counts = [];
    let next = 0;
    await Promise.all(
      this.all.map(async (worker) => {
        while (next < shards) {
          const shard = next++;
          counts[shard] = await new Promise((resolve, reject) => {
            worker.once('error', reject);
            worker.once('message', (text) => {
              worker.off('error', reject);
              resolve(JSON.parse(text).counts);
            });
            worker.postMessage(JSON.stringify({ do: 'play', question, shard, shards }));
          });
        }
      }),
    );
    return counts;
  }
  stop() {
    return Promise.all(this.all.map((worker) => worker.terminate()));
  }
}

const call = await start();
const { presets, procedures } = JSON.parse(call('{"do":"library"}'));
const others = JSON.parse(readFileSync(new URL('questions.json', import.meta.url)));
const named = (question) => `${question.procedure} ${question.preset ?? ''}`;
const questions = [...presets.map(({ procedure, name }) => ({ procedure, preset: name })), ...others].map((question) => ({
  ...question,
  // Those that are not drawn are asked in one go only, with fewer trials.
  trials: drawn(named(question)) ? '10M' : '200k',
  seed: 1,
}));
const whole = [];

test('every procedure is asked', () => {
  for (const { name } of procedures) assert(questions.some((question) => question.procedure === name), name);
});

test('in one go', () => {
  const lines = native(questions);
  for (const question of questions) {
    const text = call(JSON.stringify({ do: 'ask', question }));
    const situations = JSON.parse(text).answers?.length ?? 0;
    const expected = `{"answers":[${lines.splice(0, situations).join(',')}]}`;
    assert.equal(text, expected, named(question));
    whole.push(text);
  }
  assert.equal(lines.length, 0);
});

for (const count of [2, 4]) {
  test(`by ${count} workers`, async () => {
    const workers = new Workers(count);
    try {
      for (const [i, question] of questions.entries()) {
        if (!drawn(named(question))) continue;
        const counts = await workers.play(question);
        const text = call(JSON.stringify({ do: 'add_up', question, counts }));
        assert.equal(text, whole[i], named(question));
      }
    } finally {
      await workers.stop();
    }
  });
}
