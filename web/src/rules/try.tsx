import { useEffect, useState } from 'preact/hooks';
import { OneAnswer } from '../answer/one';
import { sentence } from '../ask/sentence';
import type { Pool } from '../engine/pool';
import { Refused } from '../engine/refused';
import type { Answer, Procedure, Refusal, Rule } from '../engine/types';
import { Form } from '../form/form';
import { question, usual, type Values } from '../link';

/// The odds of a rule that is being written.
export function Try({ pool, procedure, rule }: { pool: Pool; procedure: Procedure; rule: Rule }) {
  const [values, setValues] = useState<Values>({});
  const [answers, setAnswers] = useState<Answer[]>([]);
  const [refusal, setRefusal] = useState<Refusal>();
  const [broken, setBroken] = useState('');
  const known = Object.fromEntries(
    Object.entries(values).filter(([name]) => procedure.parameters.some((each) => each.name === name)),
  );

  useEffect(() => {
    let over = false;
    pool
      .askedOf(rule, question({ procedure: procedure.name, values: known, options: usual }))
      .then((next) => {
        if (over) return;
        setAnswers(next);
        setRefusal(undefined);
        setBroken('');
      })
      .catch((error: Error) => {
        if (over) return;
        setAnswers([]);
        setRefusal(error instanceof Refused ? error.refusal : undefined);
        setBroken(error.message);
      });
    return () => {
      over = true;
    };
  }, [pool, rule.text, JSON.stringify(known)]);

  return (
    <section aria-label="Try it">
      <h2>{procedure.summary}</h2>
      <Form
        key={procedure.name}
        pool={pool}
        procedure={procedure}
        values={known}
        refusal={refusal}
        quiet={false}
        change={setValues}
      />
      {broken && (
        <p class="error" role="alert">
          {broken}
        </p>
      )}
      {answers.slice(0, 6).map((answer) => (
        <div key={answer.scenario}>
          <p class="headline" role="status">
            {answers.length > 1 ? `${answer.scenario}: ` : ''}
            {sentence(answer, procedure)}
          </p>
          <OneAnswer answer={answer} pinned={undefined} procedure={procedure} />
        </div>
      ))}
    </section>
  );
}
