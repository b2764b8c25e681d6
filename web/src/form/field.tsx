import { useId } from 'preact/hooks';
import { titled } from '../words';
import { Choice, Flag } from './choice';
import { NumberInput } from './number';
import type { FieldProps, InputProps } from './parts';
import { isMany } from './span';
import { Steps, takesSteps } from './steps';
import { TextInput } from './text';

function inputFor({ parameter, value }: FieldProps): preact.FunctionComponent<InputProps> {
  if (takesSteps(parameter.allowed)) return Steps;
  if (parameter.type === 'flag' && !isMany(value ?? '')) return Flag;
  if (parameter.type === 'choice') return Choice;
  if (parameter.type === 'integer' && !parameter.named) return NumberInput;
  return TextInput;
}

/// A parameter: its name, its input, what it means, and what is wrong with it.
export function Field(props: FieldProps) {
  const { parameter, refusal } = props;
  const id = useId();
  const described = `${id}-help`;
  const Input = inputFor(props);
  const kind = Input === Flag ? 'field flag' : 'field';
  return (
    <div class={refusal ? `${kind} wrong` : kind}>
      <label for={Input === Steps ? undefined : id}>
        {titled(parameter.name)}
        {parameter.default === null && <span class="needed"> needed</span>}
      </label>
      <Input {...props} id={id} describedBy={described} />
      <p class="help" id={described}>
        {refusal && (
          <strong class="error">
            {refusal.wrong}
            {refusal.right && `: ${refusal.right}`}.{' '}
          </strong>
        )}
        {parameter.meaning}
      </p>
    </div>
  );
}
