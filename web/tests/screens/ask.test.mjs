// Asking: as one types, stopped at will, compared, swept; by keyboard alone.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fire, forTests, headline, says } from './browser.mjs';

const all = forTests();

// 8 FP, +1 at a 4-6-7: worked out by hand in the README (no effect 25/48, 52.08 %).
const known = '52.08';

test('the answer comes as one types, and an error stands at its field', async () => {
  const page = await all.page(fire);
  await says(page, '52 %');
  assert.match(await page.locator('table.chances').first().textContent(), new RegExp(known));
  await page.locator('[name=target]').fill('4-6-');
  const field = await page.waitForSelector('.field.wrong');
  assert.match(await field.textContent(), /Target/);
  await page.locator('[name=target]').fill('4-6-7');
  await says(page, '52 %');
  assert.equal(await page.locator('.field.wrong').count(), 0);
  await page.context().close();
});

test('a pinned situation stands beside the new one with the difference', async () => {
  const page = await all.page(fire);
  await headline(page);
  await page.click('button:has-text("Pin to compare")');
  await page.waitForSelector('.pinned');
  await page.click('[aria-label="DRM: one more"]');
  await page.waitForFunction(() => /63\.97/.test(document.querySelector('table.chances').textContent)); // 829/1296
  const row = await page.locator('table.chances tr', { hasText: 'No effect' }).first().textContent();
  assert.match(row, /63\.97/);
  assert.match(row, new RegExp(known));
  assert.match(row, /\+11\.88/); // 829/1296 - 675/1296 = 154/1296 = 0.1188
  const hash = await page.evaluate(() => location.hash);
  const again = await all.page(hash);
  await again.waitForSelector('.pinned');
  await page.context().close();
  await again.context().close();
});

test('two ranges make a heat map with its table behind it', async () => {
  const page = await all.page('#/asl.fire?firepower=8,12&drm=0..1&target=4-6-7');
  await page.waitForSelector('.drawing svg');
  await page.getByLabel('Show').selectOption('no_effect');
  await page.waitForFunction(() => /no effect/i.test(document.querySelector('.drawing desc')?.textContent ?? ''));
  await page.click('summary:has-text("The same as a table")');
  assert.match(await page.locator('figure table').textContent(), /0\.52083/);
  await page.context().close();
});

test('"Vary" makes a range of a number, and back', async () => {
  const page = await all.page(fire);
  await headline(page);
  await page.click('button:has-text("Vary DRM")');
  await page.waitForFunction(() => location.hash.includes('drm=-1..3'));
  await page.waitForSelector('text=5 situations');
  await page.click('button:has-text("One value of DRM")');
  await headline(page);
  assert.match(await page.evaluate(() => location.hash), /drm=-1&/);
  await page.context().close();
});

test('a simulation can be stopped, and keeps what it has', async () => {
  const page = await all.page(`${fire}&trials=1T`);
  await headline(page);
  await page.click('button:has-text("Simulate")');
  await page.waitForSelector('progress');
  await page.waitForTimeout(1000);
  await page.click('button:has-text("Stop")');
  await page.waitForSelector('button:has-text("Simulate")');
  assert.equal(await page.locator('progress').count(), 0);
  await page.click('[aria-label="DRM: one more"]'); // the page still answers
  await says(page, '64 %');
  await page.context().close();
});

test('a simulation is played in parts, and its interval narrows', async () => {
  const page = await all.page(`${fire}&trials=1G`);
  await headline(page);
  await page.evaluate(() => {
    window.seen = [];
    new MutationObserver(() => {
      const row = [...document.querySelectorAll('table.chances tr')].find((each) =>
        each.textContent.startsWith('No effect'),
      );
      const band = /([\d.]+) to ([\d.]+)/.exec(row?.textContent ?? '');
      if (band) window.seen.push(Number(band[2]) - Number(band[1]));
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await page.click('button:has-text("Simulate")');
  await page.waitForSelector('text=1,000,000,000 trials played.', { timeout: 120_000 });
  const seen = await page.evaluate(() => window.seen);
  assert.ok(seen.length > 1 && seen[0] >= seen[seen.length - 1], `bands ${seen}`);
  await page.context().close();
});

test('one worker and three give the same numbers', async () => {
  const answers = [];
  for (const threads of [1, 3]) {
    const page = await all.page(`?threads=${threads}${fire}`);
    await headline(page);
    await page.click('button:has-text("Simulate")');
    await page.waitForSelector('text=10,000,000 trials played.', { timeout: 60_000 });
    answers.push(await page.locator('section.answer').textContent());
    await page.context().close();
  }
  assert.equal(answers[0], answers[1]);
});

test('steps of an assault are added with a button', async () => {
  const page = await all.page('#/asl.assault?defender=4-6-7&attacker=2*4-6-7');
  await page.click('button:has-text("+ Fire")');
  await page.click('button:has-text("+ Close Combat")');
  await headline(page);
  assert.match(await page.evaluate(() => location.hash), /steps=fire\+8\+0%3B\+close-combat/);
  await page.context().close();
});

test('a step is typed with its spaces', async () => {
  const page = await all.page('#/asl.assault?defender=4-6-7&attacker=2*4-6-7');
  await page.click('button:has-text("+ Fire")');
  const step = page.getByLabel('Step 1: Fire');
  await step.fill('');
  await page.click('button:has-text("+ Fire")');
  await page.getByLabel('Step 1: Fire').press('End');
  await page.keyboard.type(' range 3');
  assert.equal(await page.getByLabel('Step 1: Fire').inputValue(), 'fire 8 0 range 3');
  await page.context().close();
});

test('a preset chosen by mistake is undone by Back', async () => {
  const page = await all.page(fire);
  await headline(page);
  await page.selectOption('#preset', { index: 1 });
  await page.waitForFunction((before) => location.hash !== before, fire);
  await page.goBack();
  await page.waitForFunction((before) => location.hash === before, fire);
  await says(page, '52 %');
  assert.equal(await page.locator('[name=target]').inputValue(), '4-6-7');
  await page.context().close();
});

test('Back comes to the search with its words', async () => {
  const page = await all.page('#/');
  await page.fill('#search', 'panzerfaust');
  await page.click('.entries a >> nth=0');
  await page.waitForSelector('form');
  await page.goBack();
  await page.waitForSelector('.entries a');
  assert.equal(await page.locator('#search').inputValue(), 'panzerfaust');
  await page.context().close();
});

test('what was understood of a refused sentence is one tap away from its answer', async () => {
  const page = await all.page('#/');
  await page.fill('#search', '8 FP +1 at 4-6-7 frobnicated');
  const offered = await page.waitForSelector('.offered', { timeout: 20_000 });
  assert.equal((await offered.textContent()).trim(), 'asl.fire --firepower 8 --drm 1 --target 4-6-7');
  const refusal = page.locator('.home [role=status]').first();
  assert.match(await refusal.textContent(), /'frobnicated' is not understood/);
  assert.doesNotMatch(await refusal.textContent(), /combat-odds odds/); // each command stands there once, as its link
  const { height, x, width } = await offered.boundingBox();
  assert.ok(height >= 44 && x >= 0 && x + width <= 360, `${height} high, from ${x} to ${x + width}`);
  await offered.click();
  await says(page, '52 %');
  assert.equal(await page.evaluate(() => location.hash), fire);
  await page.goBack();
  await page.waitForSelector('.offered');
  await page.context().close();
});

test('a question that lacks a value opens with the cursor there', async () => {
  const page = await all.page('#/');
  await page.fill('#search', '8 FP fires frobnicated');
  await page.click('.offered', { timeout: 20_000 });
  await page.waitForFunction(() => document.activeElement?.name === 'target', null, { timeout: 20_000 });
  assert.equal(await page.locator('[name=firepower]').inputValue(), '8');
  assert.equal(await page.locator('.error, .field.wrong').count(), 0);
  await page.locator('[name=target]').fill('4-6-7');
  await headline(page);
  await page.context().close();
});

test('each of what a sentence can mean is a tap of its own', async () => {
  const page = await all.page('#/');
  await page.fill('#search', 'asl: 4-6-7 8-1 or 2*4-6-7 at 4-4-7, range 3');
  await page.waitForSelector('.offered', { timeout: 20_000 });
  assert.equal(await page.locator('.offered').count(), 2);
  await page.click('.offered >> nth=1');
  await headline(page);
  assert.match(await page.evaluate(() => decodeURIComponent(location.hash)), /2\*4-6-7/);
  await page.context().close();
});

test('nothing is red before the first touch, and then the field that is wrong is unfolded', async () => {
  const page = await all.page('#/asl.fire');
  await page.waitForSelector('.result .help >> nth=0');
  await page.waitForTimeout(1500);
  assert.equal(await page.locator('.error, .field.wrong').count(), 0);
  assert.equal(await page.evaluate(() => document.activeElement.name), 'target'); // needed first
  const wrong = await all.page('#/asl.fire?firepower=8&target=4-6-7&elr=99');
  await wrong.waitForSelector('.field.wrong');
  assert.equal(await wrong.evaluate(() => document.activeElement.name), 'elr');
  assert.ok(await wrong.locator('[name=elr]').isVisible());
  await page.context().close();
  await wrong.context().close();
});

test('what is nearly certain is not said to be certain', async () => {
  // 10 dice all six: 1 in 60,466,176.
  const page = await all.page('#/dice.roll?expression=10d6+%3E%3D+60');
  await headline(page);
  const said = await page.locator('section.answer').textContent();
  assert.match(said, /0\.0000017\s%/);
  assert.match(said, /99\.9999983\s%/);
  assert.doesNotMatch(said, /100\.0/);
  await page.context().close();
});

test('counters are picked by tapping them', async () => {
  const page = await all.page(fire);
  await headline(page);
  await page.click('button:has-text("Pick Target")');
  await page.click('.counter:text-is("4-6-7")');
  await page.click('.counter:text-is("8-1")');
  await page.click('dialog[open] button:has-text("Done")');
  assert.equal(await page.locator('[name=target]').inputValue(), '2*4-6-7 8-1');
  await page.context().close();
});

test('everything works by keyboard alone', async () => {
  const page = await all.page('#/', { viewport: { width: 1280, height: 900 } });
  await page.waitForSelector('#search');
  const focused = () => page.evaluate(() => document.activeElement?.id || document.activeElement?.textContent || '');
  for (let i = 0; i < 12 && (await focused()) !== 'search'; i++) await page.keyboard.press('Tab');
  assert.equal(await focused(), 'search');
  await page.keyboard.type('infantry fire table asl');
  await page.waitForSelector('.entries a');
  await page.keyboard.press('Enter');
  await page.waitForSelector('form');
  const to = async (label) => {
    for (let i = 0; i < 60; i++) {
      await page.keyboard.press('Tab');
      if (
        await page.evaluate(
          (text) =>
            [...(document.activeElement?.labels ?? [])].some((each) => each.textContent.startsWith(text)) ||
            document.activeElement?.textContent === text,
          label,
        )
      )
        return;
    }
    assert.fail(`${label} is not reached by Tab`);
  };
  await to('Target');
  await page.keyboard.type('4-6-7');
  await to('Firepower');
  await page.keyboard.type('8');
  await headline(page);
  await to('Simulate');
  await page.keyboard.press('Enter');
  await page.waitForSelector('text=10,000,000 trials played.', { timeout: 60_000 });
  const outline = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
  assert.equal(outline, 'solid');
  await page.context().close();
});

test('CSV, SVG and PNG are saved', async () => {
  const page = await all.page(fire);
  await headline(page);
  const saved = async (button) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.click(`.share button:text-is("${button}")`),
    ]);
    return readFile(await download.path());
  };
  assert.match((await saved('CSV')).toString(), /asl\.fire,outcome,no_effect,,,,,0\.5208333333333334,25\/48/);
  assert.match((await saved('SVG')).toString(), /^<svg/);
  assert.deepEqual([...(await saved('PNG')).subarray(1, 4)].map((each) => String.fromCharCode(each)).join(''), 'PNG');
  await page.context().close();
});
