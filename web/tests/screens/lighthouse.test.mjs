// Lighthouse gives 95 or more for all that does not depend on what else the machine does; its Performance is told only
// (bench/page.mjs measures it).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { least, looked, open } from './lighthouse.mjs';

const timed = 'Performance';
const mostShift = 0.1; // what Lighthouse calls good
let opened;
before(async () => {
  opened = await open();
});
after(() => opened?.close());

for (const [name, hash] of looked) {
  test(`Lighthouse gives ${name} ${least} or more`, async (t) => {
    const { scores, lost, shift } = await opened.look(hash);
    t.diagnostic(`${JSON.stringify(scores)}, layout shift ${shift.toFixed(3)}`);
    const told = `${JSON.stringify(scores)}: ${lost.join(', ')}`;
    const untimed = Object.entries(scores).filter(([category]) => category !== timed);
    assert.equal(untimed.length, 3, told);
    assert.ok(
      untimed.every(([, score]) => score >= least),
      told,
    );
    assert.ok(shift <= mostShift, told);
  });
}
