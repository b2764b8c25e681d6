// What Lighthouse says of the page, as a phone on a slow network sees it.
import lighthouse from 'lighthouse';
import { chromium } from 'playwright-core';
import { executable, fire } from './browser.mjs';
import { served } from './served.mjs';

export const least = 95;
export const looked = [
  ['the search', '#/'],
  ['an answer', fire],
];
const port = 9333;

/// A browser and a server; `look(hash)` gives each category's score of 100, what each lost points for, and the layout's shift.
export async function open() {
  const server = process.env.PAGE ? { address: process.env.PAGE, close: () => undefined } : await served();
  const browser = await chromium.launch({
    executablePath: executable,
    args: ['--no-sandbox', `--remote-debugging-port=${port}`],
  });
  const look = async (hash) => {
    const { lhr } = await lighthouse(server.address + hash, { port, output: 'json', logLevel: 'error' });
    const scores = Object.fromEntries(
      Object.values(lhr.categories).map((each) => [each.title, Math.round((each.score ?? 0) * 100)]),
    );
    const lost = Object.values(lhr.audits)
      .filter((each) => each.score !== null && each.score < 0.9)
      .map((each) => `${each.id} ${each.displayValue ?? ''}`);
    return { scores, lost, shift: lhr.audits['cumulative-layout-shift'].numericValue };
  };
  const close = async () => {
    await browser.close();
    await server.close();
  };
  return { look, close };
}
