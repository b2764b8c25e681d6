// A purchase plan as lines that can be edited. Other columns of the plan file are kept.
import { cells, written } from '../answer/csv';

export interface Line {
  date: string;
  side: string;
  group: string;
  quantity: string;
  rest: Record<string, string>;
}
const columns = ['date', 'side', 'group', 'quantity'];

export function linesOf(text: string): Line[] {
  const [head, ...rows] = cells(text);
  const names = (head ?? []).map((each) => each.trim());
  return rows
    .filter((row) => row.some((cell) => cell.trim() !== ''))
    .map((row) => {
      const all = Object.fromEntries(names.map((name, i) => [name, (row[i] ?? '').trim()]));
      const rest = Object.fromEntries(Object.entries(all).filter(([name]) => !columns.includes(name)));
      return { date: all.date ?? '', side: all.side ?? '', group: all.group ?? '', quantity: all.quantity ?? '', rest };
    });
}

export function textOf(lines: Line[]): string {
  const more = [...new Set(lines.flatMap((line) => Object.keys(line.rest)))].filter((name) => name !== '');
  const rows = lines.map((line) => [
    line.date,
    line.side,
    line.group,
    line.quantity,
    ...more.map((name) => line.rest[name] ?? ''),
  ]);
  return [[...columns, ...more], ...rows].map((row) => row.map(written).join(',')).join('\n') + '\n';
}
