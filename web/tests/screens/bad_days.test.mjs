// What a browser lacks or refuses gets a clear word, and nothing is lost of what was typed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fire, forTests, headline, says } from './browser.mjs';

const all = forTests();

async function pageWithout(change, hash = fire) {
  const context = await all.browser.newContext({ viewport: { width: 360, height: 740 }, serviceWorkers: 'block' });
  await context.addInitScript(change);
  const page = await context.newPage();
  await page.goto(all.server.address + hash);
  return page;
}

test('no WebAssembly', async () => {
  const page = await pageWithout(() => delete window.WebAssembly);
  assert.match(await page.locator('#page').textContent(), /This browser has no WebAssembly/);
  await page.context().close();
});

test('no SIMD', async () => {
  const page = await pageWithout(() => (WebAssembly.validate = () => false));
  assert.match(await page.locator('#page').textContent(), /its WebAssembly has no SIMD/);
  await page.context().close();
});

test('no workers', async () => {
  const page = await pageWithout(() => delete window.Worker);
  assert.match(await page.locator('#page').textContent(), /This browser has no web workers/);
  await page.context().close();
});

test('memory refused: what was typed is there, and it can be tried again', async () => {
  const page = await pageWithout(() => {
    const Real = window.Worker;
    window.refuse = false;
    window.Worker = class extends Real {
      postMessage(message) {
        if (window.refuse && 'id' in message)
          this.dispatchEvent(
            new MessageEvent('message', { data: { broken: 'it needs more memory than this device gives it' } }),
          );
        else super.postMessage(message);
      }
    };
  });
  await headline(page);
  await page.evaluate(() => (window.refuse = true));
  await page.locator('[name=target]').fill('3*4-6-7 9-1');
  await page.waitForSelector(
    'text=The engine stopped: it needs more memory than this device gives it. What you typed is kept',
  );
  assert.equal(await page.locator('[name=target]').inputValue(), '3*4-6-7 9-1');
  assert.match(await page.evaluate(() => location.hash), /target=3\*4-6-7\+9-1/);
  await page.evaluate(() => (window.refuse = false));
  await page.click('button:has-text("Try again")');
  await says(page, '3*4-6-7 9-1');
  await page.context().close();
});

test('a tab that was thrown away comes back with the question', async () => {
  const page = await all.page('#/asl.fire?firepower=8');
  await page.locator('[name=target]').fill('4-4-7');
  await headline(page);
  const address = page.url();
  const context = page.context();
  await page.close();
  const again = await context.newPage();
  await again.goto(address);
  await headline(again);
  assert.equal(await again.locator('[name=target]').inputValue(), '4-4-7');
  await context.close();
});

test('an engine that does not come says so', async () => {
  const context = await all.browser.newContext({ viewport: { width: 360, height: 740 }, serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.route('**/engine-*/**', (route) => route.abort());
  await page.goto(all.server.address + fire);
  await page.waitForSelector('.error', { timeout: 20_000 });
  assert.match(await page.locator('.error').first().textContent(), /The engine/);
  await context.close();
});
