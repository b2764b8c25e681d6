// Every screen of the page, and how one comes to it.
import { fire, headline } from './browser.mjs';

const opened =
  (...summaries) =>
  async (page) => {
    await headline(page);
    for (const each of summaries) await page.click(`summary:has-text("${each}")`);
    await page.waitForTimeout(1500);
  };
const seen = (selector) => async (page) => {
  await page.waitForSelector(selector, { timeout: 20_000 });
  await page.waitForTimeout(600);
};

export const ambush = `return { name = "test.ambush", author = "a tester", summary = "who is first?",
  parameters = {{"drm", "added to ours", least = -3, most = 3, default = 0}},
  outcomes = {{"ours", "we are"}, {"theirs", "they are"}},
  resolve = function(dice, situation)
    return dice:dr() + situation.drm < dice:dr() and "ours" or "theirs"
  end }`;

const every = [
  { name: 'home', hash: '#/', ready: seen('#search') },
  {
    name: 'search',
    hash: '#/',
    ready: async (page) => {
      await page.fill('#search', '17 October');
      await page.waitForSelector('.entries a');
    },
  },
  {
    name: 'refused',
    hash: '#/',
    ready: async (page) => {
      await page.fill('#search', '8 FP at 4-4-7 range 3 frobnicated');
      await page.waitForSelector('.offered', { timeout: 20_000 });
    },
  },
  { name: 'empty', hash: '#/asl.fire', ready: seen('.result .help') },
  {
    name: 'fire',
    hash: fire,
    ready: opened('more:', 'Picture', 'How it comes about', 'charts that were read', 'What counts'),
  },
  {
    name: 'simulated',
    hash: fire,
    ready: async (page) => {
      await headline(page);
      await page.click('button:has-text("Simulate")');
      await page.waitForFunction(() => /trials played\./.test(document.body.textContent), null, { timeout: 60_000 });
    },
  },
  { name: 'pinned', hash: `${fire}&beside=firepower%3D4%26target%3D4-6-7`, ready: seen('.pinned') },
  { name: 'sweep', hash: '#/asl.fire?firepower=8&drm=-1..4&target=4-6-7', ready: opened() },
  { name: 'heat map', hash: '#/asl.fire?firepower=4,8,12,16&drm=-2..3&target=4-6-7', ready: seen('.drawing svg') },
  {
    name: 'assault',
    hash: '#/asl.assault?steps=fire+8+1;close-combat&defender=4-6-7&attacker=2*4-6-7',
    ready: opened('more:'),
  },
  { name: 'artillery', hash: '#/sl.artillery?preset=rockets', ready: seen('h1') },
  {
    name: 'picker',
    hash: fire,
    ready: async (page) => {
      await headline(page);
      await page.click('button:has-text("Pick Target")');
      await page.waitForSelector('dialog[open] .counter');
    },
  },
  { name: 'refusal', hash: '#/asl.fire?firepower=8&target=9-9-z', ready: seen('.field.wrong') },
  { name: 'unknown', hash: '#/no.such', ready: seen('.banner') },
  {
    name: 'luck',
    hash: '#/luck',
    ready: async (page) => {
      for (const face of ['First die: 3', 'Second die after 3: 4', 'First die: 6', 'Second die after 6: 6'])
        await page.click(`[aria-label="${face}"]`);
      await page.waitForSelector('.drawing svg', { timeout: 20_000 });
    },
  },
  { name: 'campaign', hash: '#/campaign?plan=rifle-companies.csv', ready: seen('.drawing svg') },
  { name: 'rules', hash: '#/rules', ready: seen('.result .headline') },
];

/// SCREENS=home,luck tries only those.
const wanted = process.env.SCREENS?.split(',');
export const screens = every.filter((each) => !wanted || wanted.includes(each.name));
