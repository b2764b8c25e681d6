// The address holds the whole question; nothing in an address does anything else.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { fire, forTests, headline, says } from './browser.mjs';
import { ambush } from './screens.mjs';

const all = forTests();

test('what is typed stands in the address, and the address asks it again', async () => {
  const page = await all.page('#/asl.fire');
  await page.waitForSelector('form');
  await page.locator('[name=firepower]').fill('8');
  await page.locator('[name=target]').fill('2*4-6-7 8-1');
  await page.click('[aria-label="DRM: one more"]');
  await says(page, '+1, at 2*4-6-7 8-1'); // what was typed last, not an answer on the way there
  const sentence = await (await headline(page)).textContent();
  const hash = await page.evaluate(() => location.hash);
  assert.equal(hash, '#/asl.fire?firepower=8&drm=1&target=2*4-6-7+8-1');
  const again = await all.page(hash);
  assert.equal(await (await headline(again)).textContent(), sentence);
  assert.equal(await again.locator('[name=target]').inputValue(), '2*4-6-7 8-1');
  await page.context().close();
  await again.context().close();
});

test('an address with a preset, trials and seed is understood', async () => {
  const page = await all.page('#/asl.fire?preset=hmg-nest&trials=1M&seed=7');
  await headline(page);
  assert.equal(await page.getByLabel('Trials').inputValue(), '1M');
  await page.context().close();
});

const words = 'The address ';
const hostile = [
  { what: 'an unknown procedure', hash: '#/no.such.thing', says: `${words}asks for 'no.such.thing'` },
  { what: 'an unknown parameter', hash: '#/asl.fire?nonsense=1', says: `${words}gives 'nonsense'` },
  { what: 'an unknown preset', hash: '#/asl.fire?preset=nonsense', says: `${words}asks for the preset 'nonsense'` },
  { what: 'a parameter twice', hash: '#/asl.fire?drm=1&drm=2', says: `${words}gives 'drm' twice` },
  { what: 'a script as a name', hash: '#/asl.fire?<script>window.ran=1</script>=1', says: `${words}gives '<script>` },
  { what: 'a script as a procedure', hash: '#/<img src=x onerror=window.ran=1>', says: `${words}asks for '<img` },
  { what: 'a broken escape', hash: '#/asl.fire?drm=%', says: `${words}is damaged` },
  { what: 'a name of JavaScript', hash: '#/asl.fire?__proto__=1', says: `${words}gives '__proto__'` },
  { what: 'no question at all', hash: '#something', says: `${words}asks nothing` },
  { what: '1 MB', hash: `#/asl.fire?firepower=${'8'.repeat(1_000_000)}`, says: `${words}is too long` },
  { what: 'a damaged rule', hash: '#/a.b?rule=!!!', says: 'The house rule in the address is damaged' },
];
for (const { what, hash, says: said } of hostile) {
  test(`an address with ${what} gets a clear word`, async () => {
    const page = await all.page(hash);
    const banner = await page.waitForSelector('.banner', { timeout: 20_000 });
    assert.ok((await banner.textContent()).startsWith(said), await banner.textContent());
    assert.equal(await page.evaluate(() => window.ran), undefined);
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });
}

test('a script as a value is a value, and is refused at its field', async () => {
  const page = await all.page('#/asl.fire?firepower=8&target=%3Cimg+src=x+onerror=window.ran=1%3E');
  const field = await page.waitForSelector('.field.wrong', { timeout: 20_000 });
  assert.match(await field.textContent(), /Target/);
  assert.equal(await page.evaluate(() => window.ran), undefined);
  assert.equal(await page.locator('.result img, .field img').count(), 0);
  await page.context().close();
});

test('no script of a text runs, even where one gets into the page', async () => {
  const page = await all.page('#/');
  await page.waitForSelector('#search');
  const blocked = await page.evaluate(async () => {
    const heard = new Promise((go) =>
      document.addEventListener('securitypolicyviolation', (event) => go(event.violatedDirective)),
    );
    const script = document.createElement('script');
    script.textContent = 'window.ran = 1';
    document.body.append(script);
    return [await heard, window.ran];
  });
  assert.deepEqual(blocked, ['script-src-elem', undefined]);
  await page.context().close();
});

test('a link carries a house rule, and says whose it is before it runs', async () => {
  const page = await all.page('#/rules');
  await page.waitForSelector('#rule-text');
  await page.fill('#rule-text', ambush);
  await page.waitForFunction(() => document.getElementById('rule-said')?.textContent.includes('test.ambush'), null, {
    timeout: 20_000,
  });
  await page.click('button:has-text("Keep on this device")');
  await page.click('a:has-text("Ask test.ambush")');
  const sentence = await (await headline(page)).textContent();
  assert.match(sentence, /42\s%: ours/); // 15 of 36: the first die is the lower
  const hash = await page.evaluate(() => location.hash);
  assert.match(hash, /rule=/);
  await page.context().close();

  const other = await all.page(hash);
  await other.waitForSelector('h1:has-text("This link brings a house rule")');
  const said = await other.locator('main').textContent();
  assert.match(said, /It declares itself test\.ambush/);
  assert.match(said, /a tester wrote it/);
  assert.equal(await other.locator('.headline').count(), 0);
  await other.click('button:has-text("Run it")');
  await says(other, '42 %: ours');
  assert.deepEqual(other.errors, []);
  await other.context().close();
});

const packedBy = (text, level) => deflateRawSync(Buffer.from(text), { level }).toString('base64url');

test('a rule packed by another program runs, and is known by its text', async () => {
  for (const level of [1, 9]) {
    const page = await all.page(`#/test.ambush?drm=1&rule=${packedBy(ambush, level)}`);
    await page.click('button:has-text("Run it")');
    await says(page, 'ours'); // 10 of 36 with +1: the first die is lower by two or more
    assert.match(await page.locator('.headline').textContent(), /28/);
    // Asked once more in the same visit it is known: nobody is asked again.
    await page.evaluate((rule) => (location.hash = `#/test.ambush?drm=-1&rule=${rule}`), packedBy(ambush, 5));
    await page.waitForFunction(() => /58/.test(document.querySelector('.headline')?.textContent)); // 21 of 36
    await page.context().close();
  }
});

test('a rule whose name is computed, or another than the address says, is said and runs', async () => {
  const computed = ambush.replace(
    '"test.ambush"',
    '"test." .. "computed" --[[ name = "mine.not", summary = "not this" ]]',
  );
  const page = await all.page(`#/test.other?rule=${packedBy(computed, 6)}`);
  await page.waitForSelector('h1:has-text("This link brings a house rule")');
  const said = await page.locator('main').textContent();
  assert.match(said, /It declares itself test\.computed, “who is first\?”/);
  assert.match(said, /The link calls it test\.other, and that is not the name in the rule/);
  await page.click('button:has-text("Run test.computed")');
  await says(page, '42 %: ours');
  await page.context().close();
});

test('a parameter may have a name that JavaScript knows', async () => {
  const rule = ambush.replace('"drm"', '"constructor"').replace('situation.drm', 'situation.constructor');
  const page = await all.page(`#/test.ambush?rule=${packedBy(rule, 6)}`);
  await page.click('button:has-text("Run it")');
  await says(page, '42 %: ours');
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('the command line asks the same', async () => {
  const context = { permissions: ['clipboard-read', 'clipboard-write'] };
  const page = await all.page(`${fire}&seed=3`, context);
  await headline(page);
  await page.click('button:has-text("Copy command")');
  await page.waitForSelector('text=Command copied.');
  const text = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(
    text,
    'combat-odds odds asl.fire --firepower 8 --drm 1 --target 4-6-7 --trials 10M --seed 3 --confidence 0.95',
  );
  await page.context().close();
});
