import { useState } from 'preact/hooks';
import { titled } from '../words';
import { given, shownValue, type InputProps } from './parts';

// What a step of asl.assault and sl.assault may be, and what it begins with.
const kinds = [
  { word: 'fire', name: 'Fire', start: 'fire 8 0' },
  { word: 'return', name: 'Return fire', start: 'return 4 0' },
  { word: 'rout', name: 'Rout', start: 'rout' },
  { word: 'next-turn', name: 'Next turn', start: 'next-turn' },
  { word: 'close-combat', name: 'Close Combat', start: 'close-combat' },
];

export const takesSteps = (allowed: string) => allowed.startsWith('steps such as');

/// Steps one after the other: each can be edited, moved up and taken out; buttons add more.
export function Steps(props: InputProps) {
  const { id, parameter, refusal, describedBy, change } = props;
  const [said, setSaid] = useState('');
  const [typing, setTyping] = useState<{ at: number; text: string }>(); // with the spaces that are being typed
  const steps = shownValue(props)
    .split(';')
    .map((step) => step.trim())
    .filter((step) => step !== '');
  const write = (next: string[], words: string) => {
    setSaid(words);
    change(given(next.join('; '), parameter));
  };
  const label = titled(parameter.name);
  return (
    <div class="steps" role="group" aria-label={label} id={id} aria-describedby={describedBy}>
      <ol>
        {steps.map((step, i) => {
          const kind = kinds.find((each) => each.word === step.split(' ')[0]);
          return (
            <li key={i}>
              <input
                value={typing?.at === i ? typing.text : step}
                autocapitalize="off"
                spellcheck={false}
                aria-invalid={refusal ? 'true' : undefined}
                aria-label={`Step ${i + 1}: ${kind?.name ?? 'step'}`}
                onInput={(event) => {
                  const text = event.currentTarget.value;
                  setTyping({ at: i, text });
                  write(
                    steps.map((each, at) => (at === i ? text : each)),
                    '',
                  );
                }}
                onBlur={() => setTyping(undefined)}
              />
              <button
                type="button"
                disabled={i === 0}
                aria-label={`Move step ${i + 1} up`}
                onClick={() =>
                  write(
                    steps.map((_, at) => steps[at === i ? i - 1 : at === i - 1 ? i : at]),
                    `Step ${i + 1} moved up.`,
                  )
                }
              >
                ↑
              </button>
              <button
                type="button"
                aria-label={`Take out step ${i + 1}`}
                onClick={() =>
                  write(
                    steps.filter((_, at) => at !== i),
                    `Step ${i + 1} taken out.`,
                  )
                }
              >
                ×
              </button>
            </li>
          );
        })}
      </ol>
      <div class="buttons">
        {kinds.map((kind) => (
          <button
            key={kind.word}
            type="button"
            onClick={() => write([...steps, kind.start], `${kind.name} added as step ${steps.length + 1}.`)}
          >
            + {kind.name}
          </button>
        ))}
      </div>
      <p class="unseen" role="status">
        {said}
      </p>
    </div>
  );
}
