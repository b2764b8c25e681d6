// What a refused sentence offers: the same as in the errors of the program, and each of it can be asked.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { native, start } from './engine.mjs';

const call = await start();
const asked = (request) => JSON.parse(call(JSON.stringify(request)));

for (const { say, commands } of [
  { say: 'asl: 8 FP at 4-4-7 frobnicated', commands: 1 },
  { say: 'asl: 4-6-7 8-1 or 2*4-6-7 at 4-4-7, range 3', commands: 2 },
]) {
  test(say, () => {
    const { error } = asked({ do: 'say', say });
    assert.deepEqual({ error }, JSON.parse(refused(say)));
    assert.equal(error.commands.length, commands);
    for (const { procedure, parameters } of error.commands) {
      const { answers } = asked({ do: 'ask', question: { procedure, parameters, method: 'exact' } });
      assert.equal(answers[0].procedure, procedure);
    }
  });
}

/// The program ends with exit code 2 where it refuses.
function refused(say) {
  try {
    return native([{ say }])[0];
  } catch (error) {
    return error.stdout.toString();
  }
}
