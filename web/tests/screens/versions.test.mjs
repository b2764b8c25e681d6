// A new version reaches people, on hosts that let browsers keep files and on those that don't, and
// never in the middle of what they do.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { chromium } from 'playwright-core';
import { executable, fire, headline, says } from './browser.mjs';
import { dist, served } from './served.mjs';

const worker = readFileSync(join(dist, 'sw.js'), 'utf8');
const index = readFileSync(join(dist, 'index.html'), 'utf8');
const engine = readdirSync(dist).find((name) => name.startsWith('engine-'));
const next = 'engine-000000000000';

/// What the host has of the second version: the same page with another title, its engine by another name.
function second(path) {
  const body = (text) => text.replaceAll(engine, next);
  if (path === '/' || path === '/index.html')
    return {
      body: Buffer.from(body(index).replace('<title>combat-odds', '<title>second')),
      type: 'text/html; charset=utf-8',
    };
  if (path === '/sw.js')
    return {
      body: Buffer.from(
        body(worker).replace(/combat-odds-page-'\s*\+\s*'|const cache = prefix \+ '/, (all) => all + 'second-'),
      ),
      type: 'text/javascript',
    };
  if (path.startsWith(`/${engine}/`)) return null;
  if (!path.startsWith(`/${next}/`)) return undefined;
  const type = path.endsWith('.wasm')
    ? 'application/wasm'
    : path.endsWith('.json')
      ? 'application/json'
      : 'text/javascript';
  return { body: readFileSync(join(dist, engine, path.slice(next.length + 2))), type };
}

let browser;
before(async () => {
  browser = await chromium.launch({ executablePath: executable, args: ['--no-sandbox'] });
});
after(() => browser.close());

async function host(keep) {
  const state = { deployed: false, broken: false };
  const swap = (path) => {
    if (state.broken && path === '/sw.js')
      return {
        body: Buffer.from(
          "self.addEventListener('install', () => self.skipWaiting()); self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim())); self.addEventListener('fetch', (event) => { if (!event.request.url.includes('afresh')) event.respondWith(new Response('')); });",
        ),
        type: 'text/javascript',
      };
    return state.deployed ? second(path) : undefined;
  };
  const server = await served(swap, keep);
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  const close = async () => {
    await context.close();
    await server.close();
  };
  return { state, server, context, page, close };
}

const kept = (page) => page.waitForFunction(() => navigator.serviceWorker.controller !== null);
const title = (page) => page.evaluate(() => document.querySelector('title').text);

for (const keep of ['max-age=600', 'no-store']) {
  test(`the next version is offered and loaded from a host that says ${keep}`, async () => {
    const { state, server, page, close } = await host(keep);
    await page.goto(server.address + fire);
    await headline(page);
    await kept(page);
    state.deployed = true;
    await page.goto('about:blank');
    await page.goto(server.address + fire); // the second visit begins with what is on the device
    await says(page, '52 %');
    await page.waitForSelector('text=A new version of this page is there.', { timeout: 30_000 });
    assert.ok(!server.asked.slice(-1)[0].startsWith(`/${engine}`));
    await page.click('button:has-text("Load it")');
    await page.waitForFunction((name) => document.querySelector('#library')?.href.includes(name), next, {
      timeout: 30_000,
    });
    await says(page, '52 %');
    assert.match(await page.evaluate(() => location.hash), /firepower=8/);
    const caches = await page.evaluate(() => caches.keys());
    assert.equal(caches.length, 1);
    await page.reload();
    await says(page, '52 %');
    assert.ok(await page.evaluate((name) => document.querySelector('#library').href.includes(name), next));
    await close();
  });
}

test('a deploy in the middle of a visit does not touch it', async () => {
  const { state, server, page, close } = await host('max-age=600');
  await page.goto(server.address + fire);
  await headline(page);
  await kept(page);
  state.deployed = true; // the host has the files of the first version no more
  await page.evaluate(() => navigator.serviceWorker.getRegistration().then((each) => each.update()));
  await page.waitForSelector('text=A new version of this page is there.', { timeout: 30_000 });
  await page.click('button:has-text("Simulate")'); // starts engines anew
  await page.waitForSelector('text=10,000,000 trials played.', { timeout: 60_000 });
  await page.reload();
  await says(page, '52 %');
  assert.ok(await page.evaluate((name) => document.querySelector('#library').href.includes(name), engine));
  await close();
});

test('an index of the version before that the browser kept does not leave the page blank', async () => {
  const { server, context, page, close } = await host('no-cache');
  let stale = true; // once, as from the browser's cache
  await context.route('**/*', async (route) => {
    const path = new URL(route.request().url()).pathname;
    if (path === '/' && stale) {
      stale = false;
      return route.fulfill({
        body: index.replace(/assets\/index-[\w-]+\.js/, 'assets/index-gone.js'),
        contentType: 'text/html',
      });
    }
    return route.continue();
  });
  await page.goto(server.address + fire);
  await headline(page);
  await close();
});

test('a broken worker has a way out', async () => {
  const { state, server, page, close } = await host('max-age=600');
  await page.goto(server.address + '#/');
  await page.waitForSelector('#search');
  await kept(page);
  state.broken = true;
  await page.evaluate(() => navigator.serviceWorker.getRegistration().then((each) => each.update()));
  await page.waitForTimeout(1000);
  await page.goto(server.address + '?blank');
  assert.equal(await page.locator('#page').count(), 0); // nothing comes through it
  state.broken = false;
  await page.goto(server.address + 'afresh.html' + fire);
  await headline(page);
  await close();
});
