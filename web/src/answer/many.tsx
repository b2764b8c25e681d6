import { useState } from 'preact/hooks';
import type { Pool } from '../engine/pool';
import type { Answer, Chance, Procedure, Question } from '../engine/types';
import { valueIn, type Values } from '../link';
import { isMany } from '../form/span';
import { percent, titled } from '../words';
import { chanceOf, comparable, telling } from './chances';
import { HeatMap } from './heat_map';
import { Picture } from './picture';

const mostInPicture = 8;

function Select({
  label,
  value,
  choices,
  change,
}: {
  label: string;
  value: string;
  choices: string[];
  change: (value: string) => void;
}) {
  return (
    <label class="inline">
      {label}
      <select value={value} onChange={(event) => change(event.currentTarget.value)}>
        {choices.map((each) => (
          <option key={each} value={each}>
            {titled(each)}
          </option>
        ))}
      </select>
    </label>
  );
}

const isOf = (name: string) => (each: Chance) => each.name === name && each.kind !== 'measure';

/// A line for every situation, with the chosen result.
function Sweep({ answers, varied, show }: { answers: Answer[]; varied: string[]; show: string }) {
  const simulated = answers.some((each) => each.trials > 0);
  const caption = `${titled(show)}, ${answers.length} situations`;
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={caption}>
      <table class="chances">
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{varied.map(titled).join(', ')}</th>
            <th scope="col">Exact</th>
            {simulated && <th scope="col">Simulated</th>}
          </tr>
        </thead>
        <tbody>
          {answers.map((answer) => {
            const chance = answer.chances.find(isOf(show)) ?? { kind: 'event', name: show, exact: 0 };
            return (
              <tr key={answer.scenario}>
                <th scope="row">
                  {varied.map((name) => String(answer.parameters[name] ?? '')).join(', ')}
                  <svg class="bar" aria-hidden="true" viewBox="0 0 100 4" preserveAspectRatio="none">
                    <rect class="bar-value" width={chanceOf(chance) * 100} height="4" />
                  </svg>
                </th>
                <td>{chance.exact === undefined ? '' : percent(chance.exact)}</td>
                {simulated && <td>{chance.monte_carlo === undefined ? '' : percent(chance.monte_carlo)}</td>}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

interface Props {
  pool: Pool;
  question: Question;
  values: Values;
  answers: Answer[];
  procedure: Procedure;
}

/// Several situations: a table of the chosen result, and a heat map if two values vary.
export function ManyAnswers({ pool, question, values, answers, procedure }: Props) {
  const varied = procedure.parameters
    .map((each) => each.name)
    .filter(
      (name) =>
        isMany(valueIn(values, name) ?? '') && new Set(answers.map((each) => String(each.parameters[name]))).size > 1,
    );
  const names = comparable(answers, procedure);
  const [wanted, setWanted] = useState('');
  const [turned, setTurned] = useState(false);
  const show = names.includes(wanted) ? wanted : telling(answers, names);
  const [rows, columns] = turned ? [varied[1], varied[0]] : varied;
  if (show === '') return <p class="help">These situations have no outcome or event to compare them by.</p>;
  return (
    <section class="answer" aria-label="Situations">
      <div class="buttons">
        <Select label="Show" value={show} choices={names} change={setWanted} />
        {varied.length > 1 && (
          <button type="button" aria-pressed={turned} onClick={() => setTurned(!turned)}>
            Turn the table
          </button>
        )}
      </div>
      {varied.length > 1 ? <HeatMap pool={pool} question={question} rows={rows} columns={columns} show={show} /> : null}
      {varied.length > 1 ? (
        <details>
          <summary>All {answers.length} situations in a list</summary>
          <Sweep answers={answers} varied={varied} show={show} />
        </details>
      ) : (
        <Sweep
          answers={answers}
          varied={varied.length ? varied : procedure.parameters.slice(0, 1).map((each) => each.name)}
          show={show}
        />
      )}
      {answers.length <= mostInPicture && <Picture pool={pool} question={question} />}
    </section>
  );
}
