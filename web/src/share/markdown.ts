import type { Answer } from '../engine/types';
import { chanceOf, nameOf, ofKind, ordered } from '../answer/chances';
import { number, percent, titled } from '../words';

const cell = (text: string) => text.replace(/\|/g, '\\|').replace(/\s+/g, ' ');
const line = (cells: string[]) => `| ${cells.map(cell).join(' | ')} |`;

function one(answer: Answer): string {
  const simulated = answer.trials > 0;
  const rows = (['outcome', 'event'] as const).flatMap((kind) =>
    ordered(ofKind(answer, kind)).map((each) => [nameOf(each), each.exact === undefined ? '' : percent(each.exact), each.exact_fraction ?? '', ...(simulated ? [each.monte_carlo === undefined ? '' : percent(each.monte_carlo)] : [])]),
  );
  const head = ['', 'exact', 'fraction', ...(simulated ? ['simulated'] : [])];
  const means = answer.measures.map((each) => `${titled(each.measure)}: ${number(each.exact_mean ?? each.mean)} on average, in nine of ten games ${each.p05} to ${each.p95}.`);
  const table = rows.length ? [line(head), line(head.map((_, i) => (i ? '---:' : '---'))), ...rows.map(line)].join('\n') : '';
  return [answer.headline, table, means.join('\n')].filter((each) => each !== '').join('\n\n');
}

function many(answers: Answer[]): string {
  const names = [...new Set(answers.flatMap((each) => each.chances.filter((chance) => chance.kind === 'outcome').map((chance) => chance.name)))];
  const rows = answers.map((answer) => [
    answer.scenario,
    ...names.map((name) => {
      const found = answer.chances.find((each) => each.kind === 'outcome' && each.name === name);
      return found ? percent(chanceOf(found)) : '0 %';
    }),
  ]);
  return [line(['', ...names.map(titled)]), line(['---', ...names.map(() => '---:')]), ...rows.map(line)].join('\n');
}

/// The answer for a forum or an article, with the address that asks it again.
export function markdown(answers: Answer[], address: string): string {
  const text = answers.length === 1 ? one(answers[0]) : many(answers);
  return `${text}\n\n[combat-odds](${address})\n`;
}
