import { readGame } from '../luck/game';
import { readRules } from '../rules/own';
import { readDraft } from '../campaign/draft';
import { joined, readShelf } from './shelf';
import { keep, kept } from './store';

/// Everything kept on the device, as a file.
export function backup(): string {
  return JSON.stringify(
    {
      'combat-odds': 1,
      ...readShelf(kept('shelf')),
      luck: readGame(kept('luck')),
      rules: readRules(kept('rules')),
      campaign: readDraft(kept('campaign')),
    },
    null,
    1,
  );
}

/// Reads a backup. Favourites and rules are added to those on the device; a game's dice and a plan
/// are taken only if there are none yet. Returns what it did; throws Error if the file is not from
/// this page.
export function restored(text: string): string {
  let json: Record<string, unknown>;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Error('That is no file that this page saved.');
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw new Error('That is no file that this page saved.');
  const more = readShelf(text);
  const rules = readRules(JSON.stringify(json.rules ?? []));
  const game = readGame(JSON.stringify(json.luck ?? null));
  const plan = readDraft(JSON.stringify(json.campaign ?? null));
  const own = readRules(kept('rules'));
  const said = [`${more.favourites.length} favourites`, `${rules.length} house rules`];
  keep('shelf', JSON.stringify(joined(readShelf(kept('shelf')), more)));
  keep('rules', JSON.stringify([...own, ...rules.filter((each) => !own.some((known) => known.name === each.name))]));
  if (game.rolls.length > 0 && readGame(kept('luck')).rolls.length === 0) {
    keep('luck', JSON.stringify(game));
    said.push(`${game.rolls.length} rolls`);
  }
  if (plan.plans.length > 0 && readDraft(kept('campaign')).plans.length === 0) {
    keep('campaign', JSON.stringify(plan));
    said.push('a campaign plan');
  }
  return `Read: ${said.join(', ')}.`;
}
