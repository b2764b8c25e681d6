import { cells } from './csv';
import { titled } from '../words';

const isNumber = /^-?\d+\.\d{5,}$/;
const short = (cell: string) => (isNumber.test(cell) ? String(Math.round(Number(cell) * 1e5) / 1e5) : cell);

/// A CSV text of the engine as a table.
export function CsvTable({ text, caption }: { text: string; caption: string }) {
  const [head, ...rows] = cells(text);
  if (!head) return null;
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={caption}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {head.map((name, i) => (
              <th scope="col" key={i}>
                {titled(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <tr key={i}>
              {row.map((cell, at) =>
                at === 0 ? (
                  <th scope="row" key={at}>
                    {short(cell)}
                  </th>
                ) : (
                  <td key={at}>{short(cell)}</td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
