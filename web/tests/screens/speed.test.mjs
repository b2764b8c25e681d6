// The first answer of a cold start, with the CPU slowed down four times; how much the page adds to its engine.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { fire, forTests } from './browser.mjs';
import { dist } from './served.mjs';

const all = forTests();
const most = { start: 2000, compressed: 150_000 };

test(`the first answer is there within ${most.start} ms of a cold start on a slow phone`, async (t) => {
  const page = await all.page('#/luck');
  await page.goto('about:blank');
  const debug = await page.context().newCDPSession(page);
  await debug.send('Network.clearBrowserCache');
  await debug.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const begin = Date.now();
  await page.goto(all.server.address + fire, { waitUntil: 'commit' });
  await page.waitForSelector('.headline', { timeout: 30_000 });
  const took = Date.now() - begin;
  t.diagnostic(`${took} ms`);
  assert.ok(took <= most.start, `${took} ms`);
  await page.context().close();
});

test(`the page beside its engine is at most ${most.compressed} bytes compressed`, (t) => {
  const files = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((each) => each.isFile() && !(each.parentPath ?? each.path).endsWith('engine'));
  const bytes = files.reduce((sum, each) => sum + gzipSync(readFileSync(join(each.parentPath ?? each.path, each.name)), { level: 9 }).length, 0);
  t.diagnostic(`${bytes} bytes in ${files.length} files`);
  assert.ok(bytes <= most.compressed, `${bytes} bytes`);
});
