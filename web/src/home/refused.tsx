import type { Command, Refusal } from '../engine/types';
import { link, usual } from '../link';

/// The words of a refusal in order, with its commands where they stand in them; what they do not
/// name comes behind them.
function pieces({ wrong, right, commands = [] }: Refusal): (string | Command)[] {
  const all: (string | Command)[] = [];
  const unnamed: Command[] = [];
  let rest = right ? `${wrong}: ${right}` : wrong;
  for (const each of commands) {
    const at = rest.indexOf(each.command);
    if (at < 0) {
      unnamed.push(each);
      continue;
    }
    all.push(rest.slice(0, at), each);
    rest = rest.slice(at + each.command.length);
  }
  // A comma between two links says nothing.
  const words = [...all, rest].map((each) => (typeof each === 'string' ? each.replace(/^[,;\s]+/, '').trim() : each));
  return [...words, ...unnamed].filter((each) => each !== '');
}

/// Why a sentence is not answered, in the engine's words. Each question in them is one tap: it is
/// opened as if it had been asked, with the field in focus that it lacks.
export function Refused({ refusal }: { refusal: Refusal }) {
  return (
    <>
      {pieces(refusal).map((each) =>
        typeof each === 'string' ? (
          <p key={each}>{each}</p>
        ) : (
          <a
            key={each.command}
            class="offered"
            href={link({ procedure: each.procedure, values: each.parameters, options: usual })}
          >
            {each.command
              .replace(/^combat-odds odds /, '')
              .split(/ (?=--)/)
              .map((option) => [<span>{option}</span>, ' '])}
          </a>
        ),
      )}
    </>
  );
}
