import { useState } from 'preact/hooks';
import { records, written } from '../answer/csv';
import { CsvTable } from '../answer/csv_table';
import { Drawing } from '../answer/drawing';
import { save } from '../device/files';
import { number, titled } from '../words';

export interface Played {
  files: Record<string, string>;
  svg: string;
  page: string;
  measures: string[];
}

/// The totals of each side for the whole campaign, from campaign-summary.csv.
function totals(text: string): string {
  const rows = records(text).filter((each) => each.date === 'total' && !each.measure.includes(' '));
  const planned = rows.some((each) => 'plan' in each);
  const head = [...(planned ? ['plan'] : []), 'side', 'measure', 'mean', '5 %', 'median', '95 %'];
  const lines = rows.map((each) => [
    ...(planned ? [each.plan] : []),
    titled(each.side),
    titled(each.measure),
    number(Number(each.exact_mean || each.mean)),
    each.p05,
    each.median,
    each.p95,
  ]);
  return [head, ...lines].map((line) => line.map((cell) => written(cell ?? '')).join(',')).join('\n');
}

/// The fan chart, the totals, and the files.
export function Result({
  played,
  measure,
  choose,
}: {
  played: Played;
  measure: string;
  choose: (measure: string) => void;
}) {
  const [said, setSaid] = useState('');
  const file = (name: string, text: string, type: string) => {
    save(name, text, type);
    setSaid(`${name} saved.`);
  };
  const measures = played.measures ?? [];
  return (
    <section class="answer" aria-label="What the plan brings">
      <figure>
        {measures.length > 0 && (
          <label class="inline">
            Show
            <select value={measure} onChange={(event) => choose(event.currentTarget.value)}>
              {measures.map((each) => (
                <option key={each} value={each}>
                  {titled(each)}
                </option>
              ))}
            </select>
          </label>
        )}
        <Drawing svg={played.svg} />
      </figure>
      <CsvTable text={totals(played.files['campaign-summary.csv'] ?? '')} caption="The whole campaign" />
      <details>
        <summary>Line by line: when it comes, and what it brings</summary>
        <CsvTable text={played.files['campaign-purchases.csv'] ?? ''} caption="Purchases" />
      </details>
      {(played.files['campaign-comparison.csv'] ?? '').split('\n').length > 2 && (
        <details>
          <summary>Who gets more</summary>
          <CsvTable text={whoGetsMore(played.files['campaign-comparison.csv'])} caption="Who gets more" />
        </details>
      )}
      <div class="buttons">
        <button type="button" onClick={() => file('campaign.html', played.page, 'text/html')}>
          Save the whole page
        </button>
        <button type="button" onClick={() => file('campaign.svg', played.svg, 'image/svg+xml')}>
          SVG
        </button>
        {Object.entries(played.files).map(([name, text]) => (
          <button key={name} type="button" onClick={() => file(name, text, 'text/csv')}>
            {name}
          </button>
        ))}
        <button type="button" onClick={() => print()}>
          Print
        </button>
      </div>
      <p class="help" role="status">
        {said}
      </p>
    </section>
  );
}

/// The comparison without the distributions of the differences.
function whoGetsMore(text: string): string {
  const rows = records(text).filter((each) => each.kind === 'outcome');
  const lines = rows.map((each) => [
    each.first,
    each.second,
    titled(each.measure),
    titled(each.value || each.name || ''),
    each.exact || each.monte_carlo,
  ]);
  return [['first', 'second', 'measure', 'who', 'chance'], ...lines]
    .map((line) => line.map((cell) => written(cell ?? '')).join(','))
    .join('\n');
}
