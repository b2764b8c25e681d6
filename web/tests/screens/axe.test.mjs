// axe-core finds nothing on any screen, light or dark, on a phone or a desk.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { oneOf } from '../drawn.mjs';
import { forTests } from './browser.mjs';
import { screens } from './screens.mjs';

const all = forTests();
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

async function findings(page) {
  await page.evaluate(axe); // as the debugger runs it, past the page's Content-Security-Policy
  const { violations } = await page.evaluate((only) => window.axe.run(document, { runOnly: only }), tags);
  return violations.map(
    (each) =>
      `${each.id}: ${each.help}: ${each.nodes
        .slice(0, 3)
        .map((node) => node.html.slice(0, 160))
        .join(' ')}`,
  );
}

const looks = ['light', 'dark'].flatMap((colorScheme) =>
  [
    { width: 360, height: 740 },
    { width: 1280, height: 900 },
  ].map((viewport) => ({ colorScheme, viewport })),
);

for (const { colorScheme, viewport } of oneOf('axe', looks)) {
  test(`axe finds nothing: ${colorScheme}, ${viewport.width} px`, async () => {
    const found = {};
    for (const screen of screens) {
      const page = await all.page(screen.hash, { colorScheme, viewport });
      await screen.ready(page);
      const its = await findings(page);
      if (its.length > 0) found[screen.name] = its;
      await page.context().close();
    }
    assert.deepEqual(found, {});
  });
}

test('axe would find what is wrong', async () => {
  const page = await all.page('#/');
  await page.waitForSelector('#search');
  await page.evaluate(() => document.querySelector('main').append(document.createElement('button')));
  assert.match((await findings(page)).join(), /button-name/);
  await page.context().close();
});
