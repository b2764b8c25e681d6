import { useEffect, useId, useState } from 'preact/hooks';
import type { Pool } from './engine/pool';
import type { Parameter, Procedure, Refusal } from './engine/types';
import type { Values } from './link';
import { spoken } from './words';

interface FieldProps {
  pool: Pool;
  procedure: string;
  parameter: Parameter;
  value: string | undefined;
  refusal: Refusal | undefined;
  change: (value: string | undefined) => void;
}

/// The printed names that the parameter knows, offered as one types.
function useNames({ pool, procedure, parameter }: FieldProps): string[] {
  const [names, setNames] = useState<string[]>([]);
  useEffect(() => {
    if (!parameter.named) return;
    pool
      .look<{ names: string[] }>({ do: 'names', procedure, parameter: parameter.name })
      .then((answer) => setNames(answer.names.slice(0, 400)))
      .catch(() => setNames([])); // without them the field is one to type in
  }, [pool, procedure, parameter.name]);
  return names;
}

function Stepper(props: FieldProps & { id: string; describedBy: string }) {
  const { parameter, value, change } = props;
  const shown = value ?? parameter.default ?? '';
  const step = (by: number) => {
    const base = shown === '' ? Math.max(0, Number(parameter.least)) : Number(shown);
    const next = Math.min(Number(parameter.most), Math.max(Number(parameter.least), base + by));
    change(String(next));
  };
  const steps = shown === '' || /^-?\d+$/.test(shown);
  const label = spoken(parameter.name);
  return (
    <span class="stepper">
      <button type="button" disabled={!steps || (shown !== '' && Number(shown) <= Number(parameter.least))} onClick={() => step(-1)} aria-label={`${label}: one less`}>
        −
      </button>
      <TextInput {...props} />
      <button type="button" disabled={!steps || (shown !== '' && Number(shown) >= Number(parameter.most))} onClick={() => step(1)} aria-label={`${label}: one more`}>
        +
      </button>
    </span>
  );
}

function TextInput(props: FieldProps & { id: string; describedBy: string }) {
  const { parameter, value, refusal, change } = props;
  const names = useNames(props);
  const list = `${props.id}-names`;
  return (
    <>
      <input
        id={props.id}
        value={value ?? parameter.default ?? ''}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        list={names.length ? list : undefined}
        required={parameter.default === null}
        aria-invalid={refusal ? 'true' : undefined}
        aria-describedby={props.describedBy}
        onInput={(event) => {
          const text = event.currentTarget.value;
          change(text === '' || text === parameter.default ? undefined : text);
        }}
      />
      {names.length > 0 && (
        <datalist id={list}>
          {names.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      )}
    </>
  );
}

function Choice({ id, describedBy, parameter, value, refusal, change }: FieldProps & { id: string; describedBy: string }) {
  const choices = parameter.type === 'flag' ? ['false', 'true'] : parameter.choices ?? [];
  const shown = value ?? parameter.default ?? '';
  const other = !choices.includes(shown);
  const word = (choice: string) => (parameter.type === 'flag' ? (choice === 'true' ? 'yes' : 'no') : spoken(choice));
  return (
    <select
      id={id}
      value={shown}
      aria-invalid={refusal ? 'true' : undefined}
      aria-describedby={describedBy}
      onChange={(event) => {
        const text = event.currentTarget.value;
        change(text === (parameter.default ?? '') ? undefined : text);
      }}
    >
      {other && <option value={shown}>{shown === '' ? 'not given' : spoken(shown)}</option>}
      {!other && parameter.default === '' && <option value="">not given</option>}
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {word(choice)}
        </option>
      ))}
    </select>
  );
}

function Field(props: FieldProps) {
  const { parameter, refusal } = props;
  const id = useId();
  const described = `${id}-help`;
  const inner = { ...props, id, describedBy: described };
  // A list or a range makes a situation of each value: such a value is typed.
  const many = /[,;]|\.\./.test(props.value ?? '');
  const input =
    (parameter.type === 'choice' || parameter.type === 'flag') && !many ? (
      <Choice {...inner} />
    ) : parameter.type === 'integer' && !parameter.named ? (
      <Stepper {...inner} />
    ) : (
      <TextInput {...inner} />
    );
  return (
    <div class={refusal ? 'field wrong' : 'field'}>
      <label for={id}>
        {spoken(parameter.name)}
        {parameter.default === null && <span class="needed"> (needed)</span>}
      </label>
      {input}
      <p class="help" id={described}>
        {refusal && (
          <strong class="error">
            {refusal.wrong}
            {refusal.right && `: ${refusal.right}. `}
          </strong>
        )}
        {parameter.meaning}
      </p>
    </div>
  );
}

interface FormProps {
  pool: Pool;
  procedure: Procedure;
  values: Values;
  refusal: Refusal | undefined;
  change: (values: Values) => void;
}

const shownFirst = 6;

/// The fields of a procedure: first those that are needed or given, the others folded away.
export function Form({ pool, procedure, values, refusal, change }: FormProps) {
  // What stands open stays open while one types.
  const [open] = useState(() => {
    const needed = procedure.parameters.filter((each) => each.default === null || each.name in values);
    const more = procedure.parameters.filter((each) => !needed.includes(each));
    return new Set([...needed, ...more.slice(0, Math.max(0, shownFirst - needed.length))].map((each) => each.name));
  });
  const set = (name: string, value: string | undefined) => {
    const next: Values = {};
    for (const { name: each } of procedure.parameters) {
      const own = each === name ? value : values[each];
      if (own !== undefined) next[each] = own;
    }
    change(next);
  };
  const field = (parameter: Parameter) => (
    <Field
      key={parameter.name}
      pool={pool}
      procedure={procedure.name}
      parameter={parameter}
      value={values[parameter.name]}
      refusal={refusal?.parameter === parameter.name ? refusal : undefined}
      change={(value) => set(parameter.name, value)}
    />
  );
  const first = procedure.parameters.filter((each) => open.has(each.name));
  const rest = procedure.parameters.filter((each) => !open.has(each.name));
  const inRest = rest.some((each) => each.name === refusal?.parameter);
  return (
    <form onSubmit={(event) => event.preventDefault()} aria-label="The situation">
      {first.map(field)}
      {rest.length > 0 && (
        <details open={inRest || undefined}>
          <summary>{rest.length} more</summary>
          {rest.map(field)}
        </details>
      )}
      <p class="help">
        A list (<code>1,2,4</code>) or a range (<code>-1..4</code>) asks for each value.
      </p>
    </form>
  );
}
