import { useState } from 'preact/hooks';
import type { Pool } from '../engine/pool';
import type { Question, WhyResult, WhyRoll } from '../engine/types';
import { percent, titled } from '../words';
import { useLook } from './look';

const likeliest = 2;

function follows(result: WhyResult): string {
  const outcomes = result.chances.filter((each) => each.kind === 'outcome').sort((a, b) => b.chance - a.chance);
  return outcomes
    .slice(0, likeliest)
    .map((each) => `${titled(each.name)} ${each.chance === 1 ? '' : percent(each.chance)}`.trim())
    .join(', ');
}

function Roll({ why, caption }: { why: WhyRoll; caption: string }) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={caption}>
      <table class="words">
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Result</th>
            <th scope="col">Dice</th>
            <th scope="col">Chance</th>
            <th scope="col">What follows</th>
          </tr>
        </thead>
        <tbody>
          {why.results.map((each) => (
            <tr key={`${each.result} ${each.dice}`}>
              <th scope="row">{each.result}</th>
              <td>{each.dice}</td>
              <td>
                {percent(each.chance)}
                {each.chance_fraction && <small>{each.chance_fraction}</small>}
              </td>
              <td>{follows(each)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/// The first rolls, and what follows each result.
export function HowItComes({ pool, question }: { pool: Pool; question: Question }) {
  const [open, setOpen] = useState(false);
  const { result, wrong } = useLook<{ why: (WhyRoll | null)[] }>(
    pool,
    open ? { do: 'why', question, depth: 2 } : undefined,
  );
  const first = result?.why[0];
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>How it comes about, roll by roll</summary>
      {wrong && <p class="help">{wrong}</p>}
      {result && !first && <p class="help">Nothing is rolled.</p>}
      {first && <Roll why={first} caption={`First roll: ${first.roll}`} />}
      {first?.results.map(
        (each) =>
          each.then && (
            <Roll
              key={`${each.result} ${each.dice}`}
              why={each.then}
              caption={`After ${each.result}: ${each.then.roll}`}
            />
          ),
      )}
    </details>
  );
}
