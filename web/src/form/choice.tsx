import { spoken, titled } from '../words';
import { given, shownValue, type InputProps } from './parts';

/// Yes or no.
export function Flag(props: InputProps) {
  const { id, describedBy, parameter, refusal, change } = props;
  return (
    <input
      id={id}
      name={parameter.name}
      type="checkbox"
      class="switch"
      role="switch"
      checked={shownValue(props) === 'true'}
      aria-invalid={refusal ? 'true' : undefined}
      aria-describedby={describedBy}
      onChange={(event) => change(given(String(event.currentTarget.checked), parameter))}
    />
  );
}

/// One of a few words.
export function Choice(props: InputProps) {
  const { id, describedBy, parameter, refusal, change } = props;
  const choices = parameter.choices ?? [];
  const shown = shownValue(props);
  const every = choices.join(',');
  return (
    <select
      id={id}
      name={parameter.name}
      value={shown}
      aria-invalid={refusal ? 'true' : undefined}
      aria-describedby={describedBy}
      onChange={(event) => change(given(event.currentTarget.value, parameter))}
    >
      {(shown === '' || parameter.default === '') && <option value="">not given</option>}
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {titled(choice)}
        </option>
      ))}
      {shown !== '' && !choices.includes(shown) && shown !== every && <option value={shown}>{spoken(shown)}</option>}
      <option value={every}>compare all {choices.length}</option>
    </select>
  );
}
