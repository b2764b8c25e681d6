import type { Library, Preset, Procedure } from '../engine/types';
import type { Values } from '../link';
import { dayIn, dayInWords, games, plain } from '../words';
import { shippedPlans } from '../campaign/plans';

/// A search result: a procedure, perhaps with values, or another screen.
export interface Found {
  key: string;
  title: string;
  note: string;
  more: string;
  procedure?: Procedure;
  values?: Values;
  screen?: string;
  score: number;
}

interface Entry extends Found {
  fields: [string, number][]; // texts to search, and the weight of a word in each
}

function indexed(found: Omit<Found, 'score'>, ...fields: [string, number][]): Entry {
  return { ...found, score: 0, fields: fields.map(([text, weight]) => [` ${plain(text)}`, weight]) };
}

const dated = (values: Values) =>
  Object.values(values)
    .filter((each) => /^\d{4}-\d\d-\d\d$/.test(each))
    .map(dayInWords)
    .join(' ');

function procedureEntry(procedure: Procedure): Entry {
  const length = procedure.parameters
    .map((each) => `${each.name} ${each.meaning} ${(each.choices ?? []).join(' ')}`)
    .join(' ');
  return indexed(
    {
      key: procedure.name,
      title: procedure.summary,
      note: '',
      more: `${procedure.name} · ${procedure.rule}`,
      procedure,
    },
    [procedure.name, 4],
    [procedure.summary, 3],
    [procedure.rule, 3],
    [games.get(procedure.game) ?? procedure.game, 1],
    [`${procedure.details} ${length}`, 1],
  );
}

function presetEntry(preset: Preset, procedure: Procedure): Entry {
  const values = preset.parameters;
  return indexed(
    {
      key: `${procedure.name} ${preset.name}`,
      title: preset.meaning,
      note: '',
      more: procedure.name,
      procedure,
      values,
    },
    [preset.name, 3],
    [preset.meaning, 3],
    [procedure.name, 2],
    [dated(values), 3],
    [`${Object.values(values).join(' ')} ${games.get(procedure.game) ?? ''}`, 1],
  );
}

function screenEntries(): Entry[] {
  const luck = indexed(
    { key: '#luck', title: "Luck: tonight's dice against fair dice", note: '', more: 'log', screen: 'luck' },
    ['luck dice log tonight fair', 3],
  );
  const rules = indexed(
    { key: '#rules', title: 'House rules: write one and see its odds', note: '', more: 'Lua', screen: 'rules' },
    ['house rules own lua write', 3],
  );
  const plans = shippedPlans.map((plan) =>
    indexed(
      {
        key: `#${plan.file}`,
        title: `Campaign plan: ${plan.meaning}`,
        note: '',
        more: 'Red Barricades',
        screen: `campaign?plan=${plan.file}`,
      },
      [plan.meaning, 3],
      ['campaign purchase plan red barricades 17 october 1942 15 november', 2],
    ),
  );
  return [luck, rules, ...plans];
}

/// Everything that can be found; made once for a library.
export function index(library: Library): Entry[] {
  const byName = new Map(library.procedures.map((each) => [each.name, each]));
  return [
    ...library.procedures.map(procedureEntry),
    ...library.presets.flatMap((preset) => {
      const procedure = byName.get(preset.procedure);
      return procedure ? [presetEntry(preset, procedure)] : [];
    }),
    ...screenEntries(),
  ];
}

/// Procedures with a date, on the day in the search text.
function onThatDay(entries: Entry[], ending: string): Entry[] {
  return entries.flatMap((entry) => {
    const date = entry.procedure?.parameters.find((each) => each.type === 'date');
    if (!entry.procedure || !date || entry.values) return [];
    const day = String(date.least).slice(0, 4) + ending;
    if (day < String(date.least) || day > String(date.most)) return [];
    const title = `${dayInWords(day)}: ${entry.title}`;
    return [indexed({ ...entry, key: `${entry.key} ${day}`, title, values: { [date.name]: day } }, [title, 2])];
  });
}

/// The value of a word in an entry: a whole word counts three times its weight, a beginning twice,
/// a part of more than two letters once; 0 if it does not occur.
function worth(word: string, fields: [string, number][]): number {
  let best = 0;
  for (const [text, weight] of fields) {
    const value =
      text.includes(` ${word} `) || text.endsWith(` ${word}`)
        ? weight * 3
        : text.includes(` ${word}`)
          ? weight * 2
          : word.length > 2 && text.includes(word)
            ? weight
            : 0;
    best = Math.max(best, value);
  }
  return best;
}

export interface Search {
  found: Found[];
  all: boolean; // false: no entry has all words; these have most of them
}

/// Entries with every word, best first; without any, those with most words.
export function search(entries: Entry[], text: string, most = 40): Search {
  const words = plain(text)
    .split(' ')
    .filter((word) => word !== '');
  if (words.length === 0) return { found: [], all: true };
  const ending = dayIn(text);
  const pool = ending ? [...entries, ...onThatDay(entries, ending)] : entries;
  const scored = pool
    .map((entry) => {
      const each = words.map((word) => worth(word, entry.fields));
      return { ...entry, score: each.reduce((a, b) => a + b, 0), has: each.filter((value) => value > 0).length };
    })
    .filter((entry) => entry.has > 0);
  const whole = scored.filter((entry) => entry.has === words.length);
  const order = (a: (typeof scored)[0], b: (typeof scored)[0]) => b.has - a.has || b.score - a.score;
  return {
    found: (whole.length ? whole : scored).sort(order).slice(0, whole.length ? most : 8),
    all: whole.length > 0,
  };
}
