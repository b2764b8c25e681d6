import { useState } from 'preact/hooks';
import { hasNames } from './names';
import { given, shownValue, type InputProps } from './parts';
import { Picker } from './picker';

/// Something to type, with the printed names to pick where there are any.
export function TextInput(props: InputProps & { narrow?: boolean }) {
  const { procedure, parameter, refusal, change } = props;
  const shown = shownValue(props);
  const [typing, setTyping] = useState<string>(); // an emptied field stays empty while one types
  const numeric = parameter.type === 'integer' && !parameter.named;
  return (
    <span class={props.narrow ? 'typed narrow' : 'typed'}>
      <input
        id={props.id}
        name={parameter.name}
        value={typing ?? shown}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        inputMode={numeric && Number(parameter.least) >= 0 ? 'decimal' : undefined}
        required={parameter.default === null}
        aria-invalid={refusal ? 'true' : undefined}
        aria-describedby={props.describedBy}
        placeholder={/such as '?([^',]+)/.exec(parameter.allowed)?.[1] ?? ''}
        onInput={(event) => {
          setTyping(event.currentTarget.value);
          change(given(event.currentTarget.value, parameter));
        }}
        onBlur={() => setTyping(undefined)}
      />
      {hasNames(procedure, parameter) && <Picker {...props} />}
    </span>
  );
}
