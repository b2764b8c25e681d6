// After the first visit the page works without a network, and it never talks to any other server.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fire, forTests, headline } from './browser.mjs';

const all = forTests();

test('the page works without a network after the first visit', async () => {
  const page = await all.page(fire, { serviceWorkers: 'allow' });
  await headline(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.context().setOffline(true);
  await page.reload();
  await headline(page);
  await page.click('button:has-text("Simulate")');
  await page.waitForSelector('text=10,000,000 trials played.', { timeout: 60_000 });
  await page.goto(all.server.address + '#/campaign?plan=full-campaign.csv');
  await page.waitForSelector('summary:has-text("full-campaign.csv")');
  await page.context().close();
});

test('nothing is asked of any other server', async () => {
  const page = await all.page('#/');
  const own = new URL(all.server.address).origin;
  const others = [];
  page.context().on('request', (request) => {
    const address = request.url();
    if (!address.startsWith(own) && !address.startsWith('blob:') && !address.startsWith('data:')) others.push(address);
  });
  for (const hash of [fire, '#/luck', '#/campaign?plan=rifle-companies.csv', '#/rules']) {
    await page.goto(all.server.address + hash);
    await page.waitForTimeout(1500);
  }
  assert.deepEqual(others, []);
  const leaving = await page.evaluate(() =>
    fetch('https://example.org/').then(
      () => 'sent',
      () => 'refused',
    ),
  );
  assert.equal(leaving, 'refused'); // by the Content-Security-Policy
  await page.context().close();
});
