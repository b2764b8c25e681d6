// The examples that come with the program; a text is fetched when it is wanted.
const texts = import.meta.glob<string>('../../../rules/*.lua', { query: '?raw', import: 'default' });

export const examples = Object.keys(texts).map((path) => path.slice(path.lastIndexOf('/') + 1));

/// The games of docs/gallery.md, each with its file.
export const gallery: [string, string][] = [
  ['Risk', 'risk-battle.lua'],
  ['Axis & Allies', 'axis-allies.lua'],
  ['Warhammer', 'hit-wound-save.lua'],
  ['Blood Bowl', 'blood-bowl-block.lua'],
  ["Memoir '44", 'memoir-44-attack.lua'],
  ['Commands & Colors', 'commands-colors-combat.lua'],
  ['X-Wing', 'x-wing-attack.lua'],
  ['Year Zero', 'year-zero-roll.lua'],
  ['Savage Worlds', 'savage-worlds-trait.lua'],
  ['Powered by the Apocalypse', 'pbta-move.lua'],
  ['Call of Cthulhu', 'cthulhu-skill.lua'],
  ['Yahtzee', 'yahtzee-turn.lua'],
];

export async function exampleText(name: string): Promise<string> {
  const found = Object.keys(texts).find((path) => path.endsWith(`/${name}`));
  return found ? texts[found]() : '';
}

export const start = `return {
  name = "my.ambush",
  author = "your name",
  summary = "an ambush: who gets the drop on the other?",
  parameters = {
    {"drm", "added to the ambusher's die", least = -3, most = 3, default = 0},
  },
  outcomes = {{"ambush", "the ambusher shoots first"}, {"no_ambush", "nobody does"}},
  resolve = function(dice, situation)
    local ours = dice:dr() + situation.drm
    local theirs = dice:dr()
    return ours < theirs and "ambush" or "no_ambush"
  end,
}
`;
