import type { Library, Preset, Procedure } from './engine/types';

export type Found = { procedure: Procedure; preset?: Preset; score: number };

/// Words as people type them: case, hyphens and umlauts do not matter.
export function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[-_./]+/g, ' ');
}

/// A word counts 4 in a name, 2 in a summary or a rule number, 1 in what is said at length.
function score(words: string[], fields: [string, number][]): number {
  let sum = 0;
  for (const word of words) {
    const best = Math.max(...fields.map(([text, weight]) => (` ${text}`.includes(` ${word}`) ? weight * 2 : text.includes(word) ? weight : 0)));
    if (best === 0) return 0;
    sum += best;
  }
  return sum;
}

/// The procedures and presets that have every word, best first.
export function search(library: Library, text: string, most = 30): Found[] {
  const words = plain(text).split(' ').filter((word) => word !== '');
  if (words.length === 0) return [];
  const found: Found[] = [];
  for (const procedure of library.procedures) {
    const name = plain(procedure.name);
    const said = plain(procedure.summary);
    const rule = plain(procedure.rule);
    const length = plain(`${procedure.details} ${procedure.parameters.map((each) => `${each.name} ${each.meaning}`).join(' ')}`);
    const own = score(words, [[name, 4], [said, 2], [rule, 2], [length, 1]]);
    if (own > 0) found.push({ procedure, score: own });
    for (const preset of library.presets.filter((each) => each.procedure === procedure.name)) {
      const its = score(words, [[plain(preset.name), 3], [plain(preset.meaning), 3], [name, 2], [plain(Object.values(preset.parameters).join(' ')), 2]]);
      if (its > 0) found.push({ procedure, preset, score: its });
    }
  }
  return found.sort((a, b) => b.score - a.score).slice(0, most);
}
