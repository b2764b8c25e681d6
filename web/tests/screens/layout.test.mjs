// Nothing scrolls sideways on a phone, nor on a desk at 200 % zoom (which halves its width).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { oneOf } from '../drawn.mjs';
import { forTests } from './browser.mjs';
import { screens } from './screens.mjs';

const all = forTests();
const sizes = [
  { name: 'a phone of 360 px', width: 360, height: 740 },
  { name: 'a desk of 1280 px at 200 %', width: 640, height: 450 },
  { name: 'a desk of 1280 px', width: 1280, height: 900 },
];

for (const { name, ...viewport } of oneOf('layout', sizes)) {
  test(`no screen scrolls sideways on ${name}`, async () => {
    for (const screen of screens) {
      const page = await all.page(screen.hash, { viewport });
      await screen.ready(page);
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      assert.equal(over, 0, `${screen.name} is ${over} px too wide`);
      assert.deepEqual(page.errors, [], screen.name);
      await page.context().close();
    }
  });
}

test('what is tapped is as large as a thumb', async () => {
  const page = await all.page(screens.find((each) => each.name === 'fire').hash);
  await page.waitForSelector('.headline');
  const small = await page.$$eval(
    'button, select, input:not([type=range]):not([type=checkbox]):not([type=file])',
    (each) =>
      each
        .filter(
          (one) => one.offsetParent && one.getBoundingClientRect().height < 44 && !one.classList.contains('small'),
        )
        .map((one) => one.outerHTML.slice(0, 120)),
  );
  assert.deepEqual(small, []);
  await page.context().close();
});
