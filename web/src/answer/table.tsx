import type { Answer, Chance, Procedure } from '../engine/types';
import { percent, points } from '../words';
import { chanceOf, keyOf, meanings, nameOf, ordered } from './chances';
import { Heads } from './heads';

const shownFirst = 8;

function Bar({ share, other }: { share: number; other: number | undefined }) {
  // An SVG, because a strict Content-Security-Policy has no styles in attributes.
  return (
    <svg class="bar" aria-hidden="true" viewBox="0 0 100 4" preserveAspectRatio="none">
      <rect class="bar-value" width={share * 100} height="4" />
      {other !== undefined && <rect class="bar-other" x={Math.max(0, other * 100 - 0.5)} width="1" height="4" />}
    </svg>
  );
}

function Exact({ chance }: { chance: Chance }) {
  const short = chance.exact_fraction !== undefined && chance.exact_fraction.length <= 16;
  return (
    <td>
      {chance.exact === undefined ? '' : percent(chance.exact)}
      {short && <small>{chance.exact_fraction}</small>}
    </td>
  );
}

function Simulated({ chance }: { chance: Chance }) {
  return (
    <td>
      {chance.monte_carlo === undefined ? '' : percent(chance.monte_carlo)}
      {chance.ci_low !== undefined && chance.ci_high !== undefined && (
        <small>
          {percent(chance.ci_low).slice(0, -2)} to {percent(chance.ci_high)}
        </small>
      )}
    </td>
  );
}

interface Rows {
  chances: Chance[];
  pinned: Map<string, Chance> | undefined;
  terms: Map<string, string>;
}

function Row({
  chance,
  pinned,
  terms,
  simulated,
}: {
  chance: Chance;
  pinned: Map<string, Chance> | undefined;
  terms: Map<string, string>;
  simulated: boolean;
}) {
  const value = chanceOf(chance);
  const before = pinned && chanceOf(pinned.get(keyOf(chance)) ?? { ...chance, exact: 0 });
  const meaning = terms.get(chance.name);
  return (
    <tr>
      <th scope="row">
        <span title={meaning}>{nameOf(chance)}</span>
        <Bar share={value} other={before} />
      </th>
      <Exact chance={chance} />
      {simulated && <Simulated chance={chance} />}
      {before !== undefined && <td>{percent(before)}</td>}
      {before !== undefined && (
        <td class={value >= before ? 'more-likely' : 'less-likely'}>{points(value - before)}</td>
      )}
    </tr>
  );
}

function Table({ chances, pinned, terms, caption }: Rows & { caption: string }) {
  const simulated = chances.some((each) => each.monte_carlo !== undefined);
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={caption}>
      <table class="chances">
        <caption>{caption}</caption>
        <Heads pinned={pinned !== undefined} simulated={simulated} more={pinned ? ['Difference'] : []} />
        <tbody>
          {chances.map((chance) => (
            <Row key={keyOf(chance)} chance={chance} pinned={pinned} terms={terms} simulated={simulated} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface ChanceTableProps {
  title: string;
  chances: Chance[];
  pinned: Answer | undefined;
  procedure: Procedure;
}

/// Chances with bars, the likeliest first; with a pinned situation, its chances and the
/// differences, too.
export function ChanceTable({ title, chances, pinned, procedure }: ChanceTableProps) {
  const own = new Set(chances.map(keyOf));
  const kind = chances[0]?.kind;
  // Chances of the pinned situation only come last, with nothing now.
  const gone = (pinned?.chances ?? [])
    .filter((each) => each.kind === kind && !own.has(keyOf(each)))
    .map((each): Chance => ({ kind: each.kind, name: each.name, value: each.value, exact: 0 }));
  const all = [...ordered(chances), ...gone];
  if (all.length === 0) return null;
  const rows = {
    pinned: pinned && new Map(pinned.chances.map((each) => [keyOf(each), each])),
    terms: meanings(procedure),
  };
  const rest = all.slice(shownFirst);
  return (
    <>
      <Table {...rows} chances={all.slice(0, shownFirst)} caption={title} />
      {rest.length > 0 && (
        <details>
          <summary>
            {rest.length} more {title.toLowerCase()}
          </summary>
          <Table {...rows} chances={rest} caption={`More ${title.toLowerCase()}`} />
        </details>
      )}
    </>
  );
}
