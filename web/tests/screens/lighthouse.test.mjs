// Lighthouse gives 95 or more in every category, as a phone on a slow network sees the page.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import lighthouse from 'lighthouse';
import { chromium } from 'playwright-core';
import { executable, fire } from './browser.mjs';
import { served } from './served.mjs';

const least = 95;
const port = 9333;
let server;
let browser;
before(async () => {
  server = process.env.PAGE ? { address: process.env.PAGE, close: () => undefined } : await served();
  browser = await chromium.launch({ executablePath: executable, args: ['--no-sandbox', `--remote-debugging-port=${port}`] });
});
after(async () => {
  await browser?.close();
  await server?.close();
});

for (const [name, hash] of [['the search', '#/'], ['an answer', fire]]) {
  test(`Lighthouse gives ${name} ${least} or more`, async (t) => {
    const { lhr } = await lighthouse(server.address + hash, { port, output: 'json', logLevel: 'error' });
    const scores = Object.fromEntries(Object.values(lhr.categories).map((each) => [each.title, Math.round((each.score ?? 0) * 100)]));
    t.diagnostic(JSON.stringify(scores));
    const lost = Object.values(lhr.audits).filter((each) => each.score !== null && each.score < 0.9).map((each) => `${each.id} ${each.displayValue ?? ''}`);
    assert.ok(Object.values(scores).every((score) => score >= least), `${JSON.stringify(scores)}: ${lost.join(', ')}`);
  });
}
