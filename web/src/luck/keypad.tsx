import { useState } from 'preact/hooks';
import type { Roll } from './game';

const faces = [1, 2, 3, 4, 5, 6];
// The places of the pips of each face, on a grid of 3 by 3.
const pips: Record<number, [number, number][]> = {
  1: [[2, 2]],
  2: [
    [1, 1],
    [3, 3],
  ],
  3: [
    [1, 1],
    [2, 2],
    [3, 3],
  ],
  4: [
    [1, 1],
    [1, 3],
    [3, 1],
    [3, 3],
  ],
  5: [
    [1, 1],
    [1, 3],
    [2, 2],
    [3, 1],
    [3, 3],
  ],
  6: [
    [1, 1],
    [1, 2],
    [1, 3],
    [3, 1],
    [3, 2],
    [3, 3],
  ],
};

function Die({ face }: { face: number }) {
  return (
    <svg class="die" viewBox="0 0 4 4" aria-hidden="true">
      {pips[face].map(([x, y]) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r="0.42" />
      ))}
    </svg>
  );
}

interface Props {
  players: string[];
  rename: (players: string[]) => void;
  add: (roll: Roll) => void;
}

/// Player, number of dice, and the dice themselves: two taps log a DR, one a dr.
export function Keypad({ players, rename, add }: Props) {
  const [who, setWho] = useState(0);
  const [kind, setKind] = useState<'DR' | 'dr'>('DR');
  const [first, setFirst] = useState<number>();
  const [note, setNote] = useState('');
  const log = (roll: string) => {
    add({ roll, kind, player: players[who], note: note.trim() });
    setFirst(undefined);
    setNote('');
  };
  const tap = (face: number) => {
    if (kind === 'dr') log(String(face));
    else if (first === undefined) setFirst(face);
    else log(`${first}+${face}`);
  };
  const row = (name: string) => (
    <div class="dice" role="group" aria-label={name}>
      {faces.map((face) => (
        <button key={face} type="button" class="die-button" aria-label={`${name}: ${face}`} onClick={() => tap(face)}>
          <Die face={face} />
        </button>
      ))}
    </div>
  );
  return (
    <div class="keypad">
      <div class="buttons" role="group" aria-label="Whose roll">
        {players.map((player, i) => (
          <button key={i} type="button" aria-pressed={who === i} onClick={() => setWho(i)}>
            {player}
          </button>
        ))}
      </div>
      <div class="buttons" role="group" aria-label="How many dice">
        <button type="button" aria-pressed={kind === 'DR'} onClick={() => setKind('DR')}>
          DR, two dice
        </button>
        <button
          type="button"
          aria-pressed={kind === 'dr'}
          onClick={() => {
            setKind('dr');
            setFirst(undefined);
          }}
        >
          dr, one die
        </button>
      </div>
      {row(kind === 'dr' ? 'Die' : first === undefined ? 'First die' : `Second die after ${first}`)}
      <p class="help" aria-live="polite">
        {kind === 'dr'
          ? 'Tap the die.'
          : first === undefined
            ? 'Tap the first die, then the second.'
            : `${first} and ...`}{' '}
        {first !== undefined && (
          <button type="button" class="small" onClick={() => setFirst(undefined)}>
            Take it back
          </button>
        )}
      </p>
      <div class="field">
        <label for="roll-note">What for (optional)</label>
        <input
          id="roll-note"
          value={note}
          maxLength={80}
          placeholder="rally of the 9-2"
          onInput={(event) => setNote(event.currentTarget.value)}
        />
      </div>
      <details>
        <summary>Names of the players</summary>
        {players.map((player, i) => (
          <div class="field" key={i}>
            <label for={`player-${i}`}>Player {i + 1}</label>
            <input
              id={`player-${i}`}
              value={player}
              maxLength={30}
              onChange={(event) => {
                const name = event.currentTarget.value.trim();
                if (name !== '' && name !== players[1 - i]) rename(players.map((each, at) => (at === i ? name : each)));
              }}
            />
          </div>
        ))}
      </details>
    </div>
  );
}
