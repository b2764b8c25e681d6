import { spoken } from '../words';
import { given, shownValue, type InputProps } from './parts';
import { around, spanIn, spanText } from './span';
import { TextInput } from './text';

const mostOfSlider = 60; // steps that a thumb can still hit

interface StepperProps {
  label: string;
  value: number | undefined;
  least: number;
  most: number;
  step: (value: number) => void;
  children: preact.ComponentChildren;
}

function Stepper({ label, value, least, most, step, children }: StepperProps) {
  const to = (by: number) =>
    step(Math.min(most, Math.max(least, (value ?? Math.max(0, least) - Math.max(0, by)) + by)));
  return (
    <span class="stepper">
      <button
        type="button"
        disabled={value !== undefined && value <= least}
        onClick={() => to(-1)}
        aria-label={`${label}: one less`}
      >
        −
      </button>
      {children}
      <button
        type="button"
        disabled={value !== undefined && value >= most}
        onClick={() => to(1)}
        aria-label={`${label}: one more`}
      >
        +
      </button>
    </span>
  );
}

/// A whole number: steps, a slider where there are few enough of them, and a box to type in; or a
/// range of such numbers.
export function NumberInput(props: InputProps) {
  const { parameter, change } = props;
  const label = spoken(parameter.name);
  const [least, most] = [Number(parameter.least), Number(parameter.most)];
  const shown = shownValue(props);
  const span = spanIn(shown);
  const single = /^-?\d+$/.test(shown) ? Number(shown) : undefined;
  const set = (value: number) => change(given(String(value), parameter));

  if (span) {
    const end = (which: 'from' | 'to') => (
      <Stepper
        label={`${label} ${which}`}
        value={span[which]}
        least={least}
        most={most}
        step={(value) => change(spanText({ ...span, [which]: value }))}
      >
        <output aria-label={`${label} ${which}`}>{span[which]}</output>
      </Stepper>
    );
    return (
      <span class="span">
        <TextInput {...props} narrow />
        {end('from')}
        <span aria-hidden="true">to</span>
        {end('to')}
        <button type="button" onClick={() => set(span.from)}>
          One value<span class="unseen"> of {label}</span>
        </button>
      </span>
    );
  }
  return (
    <span class="numbers">
      <Stepper label={label} value={single} least={least} most={most} step={set}>
        <TextInput {...props} narrow />
      </Stepper>
      {most - least <= mostOfSlider && most > least + 1 && (
        <input
          type="range"
          aria-label={`${label}, slider`}
          min={least}
          max={most}
          value={single ?? Math.max(0, least)}
          class={single === undefined ? 'unset' : undefined}
          onInput={(event) => set(Number(event.currentTarget.value))}
        />
      )}
      <button
        type="button"
        class="vary"
        title="Ask for a range of values"
        onClick={() => change(spanText(around(single ?? Math.max(0, least), least, most)))}
      >
        Vary<span class="unseen"> {label}</span>
      </button>
    </span>
  );
}
