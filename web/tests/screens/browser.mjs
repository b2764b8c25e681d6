// Debian's chromium, driven by playwright-core.
import { after, before } from 'node:test';
import { chromium } from 'playwright-core';
import { served } from './served.mjs';

export const executable = process.env.CHROMIUM ?? '/usr/bin/chromium';

/// A server and a browser for the tests of a file, taken down when they are done.
export function forTests() {
  const all = {};
  before(async () => {
    all.server = process.env.PAGE ? { address: process.env.PAGE, close: () => undefined } : await served();
    all.browser = await chromium.launch({ executablePath: executable, args: ['--no-sandbox'] });
  });
  after(async () => {
    await all.browser?.close();
    await all.server?.close();
  });
  /// A fresh page at an address (from the # on); what went wrong in it is in `errors`.
  all.page = async (hash, options = {}) => {
    const context = await all.browser.newContext({
      viewport: { width: 360, height: 740 },
      serviceWorkers: 'block',
      ...options,
    });
    const page = await context.newPage();
    page.errors = [];
    page.on('pageerror', (error) => page.errors.push(error.message));
    page.on('console', (message) => message.type() === 'error' && page.errors.push(message.text()));
    page.on('dialog', (dialog) => {
      page.errors.push(`a dialog: ${dialog.message()}`);
      dialog.dismiss();
    });
    await page.goto(all.server.address + hash);
    return page;
  };
  return all;
}

export const fire = '#/asl.fire?firepower=8&drm=1&target=4-6-7';
/// The sentence of an answer.
export const headline = (page) => page.waitForSelector('.headline', { timeout: 30_000 });
/// Waits until the sentence says something.
export const says = (page, text) =>
  page.waitForFunction(
    (words) =>
      document
        .querySelector('.headline')
        ?.textContent.replace(/\u00a0/g, ' ')
        .includes(words),
    text,
    { timeout: 20_000 },
  );
