// tests/links.json, which the program's own tests read, too.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { build } from 'esbuild';
import { start } from './engine.mjs';

const bundled = await build({
  entryPoints: [new URL('../../src/link.ts', import.meta.url).pathname],
  bundle: true,
  format: 'esm',
  write: false,
});
const { link, question, readLink, usual } = await import(
  `data:text/javascript;base64,${Buffer.from(bundled.outputFiles[0].contents).toString('base64')}`
);
const call = await start();
const library = JSON.parse(call('{"do":"library"}'));
const cases = JSON.parse(readFileSync(new URL('../../../tests/links.json', import.meta.url)));
const number = (trials) => Number(String(trials).replace(/M$/, 'e6'));

for (const { address, question: meant, written, refused, refused_when_asked } of cases) {
  test(address, () => {
    const read = readLink(address, library);
    if (refused) {
      assert.ok(read.wrong?.includes(refused), JSON.stringify(read));
    } else if (refused_when_asked) {
      const { error } = JSON.parse(call(JSON.stringify({ do: 'ask', question: question(read.asked) })));
      assert.ok(`${error.parameter} ${error.wrong}`.includes(refused_when_asked), JSON.stringify(error));
    } else {
      const { procedure, values, options } = read.asked;
      assert.equal(procedure, meant.procedure);
      assert.deepEqual({ ...values }, meant.parameters ?? {});
      assert.equal(number(options.trials), meant.trials ?? number(usual.trials));
      assert.equal(Number(options.seed), meant.seed ?? Number(usual.seed));
      assert.equal(Number(options.confidence), meant.confidence ?? Number(usual.confidence));
      if (!written) assert.equal(link(read.asked), address);
    }
  });
}

test('every preset of the program leads to the same question', () => {
  for (const { procedure, name, parameters } of library.presets) {
    const read = readLink(`#/${procedure}?preset=${name}`, library);
    assert.deepEqual({ ...read.asked?.values }, parameters, name);
  }
});
