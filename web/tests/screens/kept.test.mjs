// What stays on the device: favourites, last questions, dice, plans and rules; to a file and back.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fire, forTests, headline } from './browser.mjs';

const all = forTests();

test('favourites and dice stay, and go to another device by a file', async () => {
  const page = await all.page(fire);
  await headline(page);
  await page.click('button:has-text("Keep")');
  await page.goto(all.server.address + '#/luck');
  await page.click('[aria-label="First die: 3"]');
  await page.click('[aria-label="Second die after 3: 4"]');
  await page.waitForSelector('text=DR 3+4');
  await page.reload();
  await page.waitForSelector('text=DR 3+4');
  await page.goto(all.server.address + '#/');
  await page.waitForSelector('h2:has-text("Favourites")');
  await page.click('summary:has-text("Everything kept on this device")');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.click('button:has-text("Save as a file")'),
  ]);
  const path = await download.path();
  const json = JSON.parse(await readFile(path, 'utf8'));
  assert.equal(json.favourites[0].link, fire);
  assert.equal(json.luck.rolls[0].roll, '3+4');

  const other = await all.page('#/');
  await other.click('summary:has-text("Everything kept on this device")');
  await other.setInputFiles('input[type=file]', path);
  await other.waitForSelector('text=Read: 1 favourites');
  await other.waitForSelector('h2:has-text("Favourites")');
  await other.goto(all.server.address + '#/luck');
  await other.waitForSelector('text=DR 3+4');
  await page.context().close();
  await other.context().close();
});

test('what is kept within three seconds stays', async () => {
  const page = await all.page(fire);
  await headline(page);
  await page.click('button:has-text("Keep")');
  await page.waitForTimeout(4000); // until the question counts as asked
  const shelf = await page.evaluate(() => JSON.parse(localStorage.getItem('combat-odds')));
  assert.equal(shelf.favourites.length, 1);
  assert.equal(shelf.last.length, 1);
  await page.context().close();
});

test('luck reads what the program reads, and refuses as it does', async () => {
  const page = await all.page('#/luck');
  const read = (name, text) =>
    page.setInputFiles('input[type=file]', { name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  await read('semicolons.csv', 'roll;kind;player\n3+4;DR;anna\n5;dr;bert\n');
  await page.waitForSelector('text=semicolons.csv read.');
  assert.match(await page.locator('table.words').first().textContent(), /DR 3\+4/);
  await read('long.csv', 'roll,kind\n' + '7,DR\n'.repeat(6000));
  await page.waitForSelector('text=The last rolls of 6000');
  await read('wrong.csv', 'roll,kind\n13,DR\n');
  await page.waitForSelector('text=13');
  await page.waitForSelector('text=The last rolls of 6000'); // nothing of what was there is lost
  await page.context().close();
});

test('a file that is none of the page changes nothing', async () => {
  const page = await all.page('#/');
  await page.click('summary:has-text("Everything kept on this device")');
  await page.setInputFiles('input[type=file]', {
    name: 'x.json',
    mimeType: 'application/json',
    buffer: Buffer.from('<html>'),
  });
  await page.waitForSelector('text=That is no file that this page saved.');
  assert.equal(await page.locator('h2:has-text("Favourites")').count(), 0);
  await page.context().close();
});

test('where nothing may be kept, the page works', async () => {
  const context = await all.browser.newContext({ viewport: { width: 360, height: 740 }, serviceWorkers: 'block' });
  await context.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new Error('refused');
      },
    });
  });
  const page = await context.newPage();
  await page.goto(all.server.address + fire);
  await headline(page);
  await page.click('button:has-text("Keep")');
  await page.waitForSelector('button:has-text("★ Kept")');
  await context.close();
});
