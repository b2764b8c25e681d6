import { useState } from 'preact/hooks';
import type { Pool } from '../engine/pool';
import type { Parameter, Procedure, Refusal } from '../engine/types';
import { noValues, valueIn, type Values } from '../link';
import { Field } from './field';

interface FormProps {
  pool: Pool;
  procedure: Procedure;
  values: Values;
  refusal: Refusal | undefined;
  quiet: boolean; // nobody has typed anything yet: what is missing is no error
  change: (values: Values) => void;
}

const shownFirst = 5;
const isNeeded = (each: Parameter) => each.default === null;

/// The fields of a procedure: first those that are needed or given, the others folded away.
export function Form({ pool, procedure, values, refusal, quiet, change }: FormProps) {
  // What stands open stays open while one types.
  const [open] = useState(() => {
    const needed = procedure.parameters.filter((each) => isNeeded(each) || Object.hasOwn(values, each.name));
    const more = procedure.parameters.filter((each) => !needed.includes(each));
    return new Set([...needed, ...more.slice(0, Math.max(0, shownFirst - needed.length))].map((each) => each.name));
  });
  const set = (name: string, value: string | undefined) => {
    const next = noValues();
    for (const { name: each } of procedure.parameters) {
      const own = each === name ? value : valueIn(values, each);
      if (own !== undefined) next[each] = own;
    }
    change(next);
  };
  const field = (parameter: Parameter) => (
    <Field
      key={parameter.name}
      pool={pool}
      procedure={procedure}
      parameter={parameter}
      value={valueIn(values, parameter.name)}
      refusal={!quiet && refusal?.parameter === parameter.name ? refusal : undefined}
      change={(value) => set(parameter.name, value)}
    />
  );
  const first = procedure.parameters
    .filter((each) => open.has(each.name))
    .sort((a, b) => Number(isNeeded(b)) - Number(isNeeded(a)));
  const rest = procedure.parameters.filter((each) => !open.has(each.name));
  const inRest = rest.some((each) => each.name === refusal?.parameter);
  return (
    <form onSubmit={(event) => event.preventDefault()} aria-label="The situation">
      {first.map(field)}
      {rest.length > 0 && (
        <details open={inRest || undefined} class="more">
          <summary>
            {rest.length} more:{' '}
            {rest
              .slice(0, 4)
              .map((each) => each.name.replace(/_/g, ' '))
              .join(', ')}
            {rest.length > 4 && ' ...'}
          </summary>
          {rest.map(field)}
        </details>
      )}
      <p class="help">
        A list (<code>1,2,4</code>) or a range (<code>-1..4</code>) asks for every value: a table, and with two of them
        a heat map.
      </p>
    </form>
  );
}
