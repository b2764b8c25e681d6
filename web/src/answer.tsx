import { useEffect, useState } from 'preact/hooks';
import type { Pool } from './engine/pool';
import type { Answer, Chance, Procedure, Question } from './engine/types';
import { percent, spoken } from './words';

const chanceOf = (chance: Chance) => chance.exact ?? chance.monte_carlo ?? 0;
export const keyOf = (chance: Chance) => `${chance.kind} ${chance.name} ${chance.value ?? ''}`;
const shownFirst = 10;

function Row({ chance, other, meaning }: { chance: Chance; other: Chance | null | undefined; meaning: string }) {
  const value = chanceOf(chance);
  const name = chance.value === undefined ? spoken(chance.name) : `${spoken(chance.name)} ${chance.value}`;
  const difference = other === undefined ? undefined : value - (other ? chanceOf(other) : 0);
  return (
    <tr>
      <th scope="row" title={meaning || undefined}>
        {name}
        <span class="bar" aria-hidden="true">
          <span style={{ width: `${value * 100}%` }} />
        </span>
      </th>
      <td>
        {chance.exact === undefined ? '' : percent(chance.exact)}
        {chance.exact_fraction && chance.exact_fraction.length <= 16 && <small class="fraction">{chance.exact_fraction}</small>}
      </td>
      <td>
        {chance.monte_carlo === undefined ? '' : percent(chance.monte_carlo)}
        {chance.ci_low !== undefined && chance.ci_high !== undefined && (
          <small class="fraction">
            {percent(chance.ci_low)} to {percent(chance.ci_high)}
          </small>
        )}
      </td>
      {difference !== undefined && <td class="difference">{`${difference > 0 ? '+' : ''}${(difference * 100).toFixed(2)}`}</td>}
    </tr>
  );
}

interface TableProps {
  title: string;
  chances: Chance[];
  pinned: Answer | undefined;
  procedure: Procedure;
}

function Table({ title, chances, pinned, procedure }: TableProps) {
  if (chances.length === 0) return null;
  const others = pinned && new Map(pinned.chances.map((each) => [keyOf(each), each]));
  const terms = new Map([...procedure.outcomes, ...procedure.events, ...procedure.measures].map((each) => [each.name, each.meaning]));
  const sorted = chances[0].kind === 'measure' ? chances : [...chances].sort((a, b) => chanceOf(b) - chanceOf(a));
  const simulated = chances.some((each) => each.monte_carlo !== undefined);
  const table = (rows: Chance[], caption: string) => (
    <div class="scroll" tabIndex={0} role="region" aria-label={caption}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Exact</th>
            <th scope="col">{simulated ? 'Simulated' : <span class="quiet">Simulated</span>}</th>
            {others && <th scope="col">Against pinned</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((chance) => (
            <Row key={keyOf(chance)} chance={chance} other={others ? others.get(keyOf(chance)) ?? null : undefined} meaning={terms.get(chance.name) ?? ''} />
          ))}
        </tbody>
      </table>
    </div>
  );
  const rest = sorted.slice(shownFirst);
  return (
    <>
      {table(sorted.slice(0, shownFirst), title)}
      {rest.length > 0 && (
        <details>
          <summary>
            {rest.length} more {title.toLowerCase()}
          </summary>
          {table(rest, `More ${title.toLowerCase()}`)}
        </details>
      )}
    </>
  );
}

function Means({ answer }: { answer: Answer }) {
  if (answer.measures.length === 0) return null;
  const number = (value: number | undefined) => (value === undefined ? '' : String(Math.round(value * 1000) / 1000));
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Averages">
      <table>
        <caption>Averages</caption>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Exact</th>
            <th scope="col">Simulated</th>
            <th scope="col">5 to 95 %</th>
          </tr>
        </thead>
        <tbody>
          {answer.measures.map((each) => (
            <tr key={each.measure}>
              <th scope="row">{spoken(each.measure)}</th>
              <td>{number(each.exact_mean)}</td>
              <td>{number(each.mean)}</td>
              <td>
                {each.p05} to {each.p95}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/// One situation: sentence, how its numbers come about, tables.
export function OneAnswer({ answer, pinned, procedure }: { answer: Answer; pinned: Answer | undefined; procedure: Procedure }) {
  const of = (kind: Chance['kind']) => answer.chances.filter((each) => each.kind === kind);
  return (
    <section class="answer" aria-label={answer.scenario}>
      {answer.headline && <p class="headline">{answer.headline}</p>}
      {pinned?.headline && <p class="help">Pinned: {pinned.headline}</p>}
      {[...answer.working, ...answer.notes].map((line) => (
        <p class="help" key={line}>
          {line}
        </p>
      ))}
      <Table title="Events" chances={of('event')} pinned={pinned} procedure={procedure} />
      <Table title="Outcomes" chances={of('outcome')} pinned={pinned} procedure={procedure} />
      <Means answer={answer} />
      <Table title="Values" chances={of('measure')} pinned={pinned} procedure={procedure} />
      {answer.charts.length > 0 && (
        <details>
          <summary>Charts that were read</summary>
          <ul>
            {answer.charts.map((chart) => (
              <li key={chart.chart}>
                {chart.title} ({chart.rule}), {chart.confidence}
                {chart.notes && `: ${chart.notes}`}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

/// Several situations: one line for each, of what is chosen.
export function ManyAnswers({ answers, procedure }: { answers: Answer[]; procedure: Procedure }) {
  const names = [...new Set(answers.flatMap((each) => each.chances.filter((chance) => chance.kind !== 'measure').map((chance) => chance.name)))];
  const [wanted, setWanted] = useState('');
  const events = procedure.events.map((each) => each.name).filter((name) => names.includes(name));
  const shown = names.includes(wanted) ? wanted : events[0] ?? names[0] ?? '';
  return (
    <section class="answer" aria-label="Situations">
      <label class="inline">
        Show{' '}
        <select value={shown} onChange={(event) => setWanted(event.currentTarget.value)}>
          {[...events, ...names.filter((name) => !events.includes(name))].map((name) => (
            <option key={name} value={name}>
              {spoken(name)}
            </option>
          ))}
        </select>
      </label>
      <div class="scroll" tabIndex={0} role="region" aria-label="Situations">
        <table>
          <caption>
            {answers.length} situations: {spoken(shown)}
          </caption>
          <thead>
            <tr>
              <th scope="col">Situation</th>
              <th scope="col">Exact</th>
              <th scope="col">Simulated</th>
            </tr>
          </thead>
          <tbody>
            {answers.map((answer) => (
              <Row
                key={answer.scenario}
                chance={{ ...(answer.chances.find((each) => each.name === shown) ?? { kind: 'event', exact: 0 }), name: answer.scenario.replace(/^[^[]*\[?|\]$/g, '') || answer.scenario }}
                other={undefined}
                meaning=""
              />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/// A picture of the engine. It is shown as an image, so nothing in it can run.
export function Picture({ pool, question, shown }: { pool: Pool; question: Question; shown: boolean }) {
  const [source, setSource] = useState('');
  const text = JSON.stringify(question);
  useEffect(() => {
    if (!shown) return;
    let address = '';
    let over = false;
    pool
      .look<{ svg: string }>({ do: 'picture', question: { ...question, method: 'exact' }, width: Math.min(720, Math.max(320, document.documentElement.clientWidth - 48)) })
      .then(({ svg }) => {
        if (over) return;
        address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
        setSource(address);
      })
      .catch(() => setSource('')); // the tables say the same
    return () => {
      over = true;
      if (address) URL.revokeObjectURL(address);
    };
  }, [pool, text, shown]);
  return source ? <img class="picture" src={source} alt="The distribution; the tables above have its numbers." /> : null;
}
