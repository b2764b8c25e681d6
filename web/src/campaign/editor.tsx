import { useState } from 'preact/hooks';
import { linesOf, textOf, type Line } from './lines';

interface Props {
  text: string;
  days: string[];
  groups: string[];
  change: (text: string) => void;
}

const shownFirst = 15;

/// The lines of a plan: day, side, group and number.
export function Editor({ text, days, groups, change }: Props) {
  const [all, setAll] = useState(false);
  const [said, setSaid] = useState('');
  const lines = linesOf(text);
  const set = (at: number, part: Partial<Line>) =>
    change(textOf(lines.map((line, i) => (i === at ? { ...line, ...part } : line))));
  const last = lines[lines.length - 1];
  const add = () => {
    change(
      textOf([
        ...lines,
        { date: last?.date ?? days[0] ?? '', side: last?.side ?? 'german', group: '', quantity: '1', rest: {} },
      ]),
    );
    setAll(true);
    setSaid(`Line ${lines.length + 1} added.`);
  };
  const shown = all ? lines : lines.slice(0, shownFirst);
  return (
    <div>
      <datalist id="groups">
        {groups.map((group) => (
          <option key={group} value={group} />
        ))}
      </datalist>
      <ol class="plan-lines">
        {shown.map((line, i) => (
          <li key={i}>
            <select
              aria-label={`Line ${i + 1}: day`}
              value={line.date}
              onChange={(event) => set(i, { date: event.currentTarget.value })}
            >
              {[...new Set([...days, line.date])].map((day) => (
                <option key={day} value={day}>
                  {day.slice(5)}
                </option>
              ))}
            </select>
            <select
              aria-label={`Line ${i + 1}: side`}
              value={line.side}
              onChange={(event) => set(i, { side: event.currentTarget.value })}
            >
              {[...new Set(['german', 'russian', line.side])].map((side) => (
                <option key={side} value={side}>
                  {side}
                </option>
              ))}
            </select>
            <input
              aria-label={`Line ${i + 1}: group`}
              list="groups"
              value={line.group}
              placeholder="Rifle Coy"
              onInput={(event) => set(i, { group: event.currentTarget.value })}
            />
            <input
              aria-label={`Line ${i + 1}: how many`}
              inputMode="numeric"
              value={line.quantity}
              onInput={(event) => set(i, { quantity: event.currentTarget.value })}
            />
            <button
              type="button"
              aria-label={`Take out line ${i + 1}`}
              onClick={() => {
                change(textOf(lines.filter((_, at) => at !== i)));
                setSaid(`Line ${i + 1} taken out.`);
              }}
            >
              ×
            </button>
          </li>
        ))}
      </ol>
      <div class="buttons">
        {!all && lines.length > shownFirst && (
          <button type="button" onClick={() => setAll(true)}>
            All {lines.length} lines
          </button>
        )}
        <button type="button" onClick={add}>
          + Purchase
        </button>
      </div>
      <p class="unseen" role="status">
        {said}
      </p>
    </div>
  );
}
