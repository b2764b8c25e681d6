import type { Game } from './game';

const shown = 12;

/// The last rolls; each can be removed.
export function Rolls({ game, remove }: { game: Game; remove: (at: number) => void }) {
  if (game.rolls.length === 0) return null;
  const numbered = game.rolls.map((roll, at) => ({ roll, at })).reverse();
  const table = (rows: typeof numbered, caption: string) => (
    <div class="scroll" tabIndex={0} role="region" aria-label={caption}>
      <table class="words">
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Roll</th>
            <th scope="col">Who</th>
            <th scope="col">What for</th>
            <th scope="col">
              <span class="unseen">Take out</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ roll, at }) => (
            <tr key={at}>
              <th scope="row">
                {roll.kind} {roll.roll}
              </th>
              <td>{roll.player}</td>
              <td>{roll.note}</td>
              <td>
                <button type="button" aria-label={`Take out roll ${at + 1}`} onClick={() => remove(at)}>
                  ×
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
  return (
    <>
      {table(numbered.slice(0, shown), `The last rolls of ${game.rolls.length}`)}
      {numbered.length > shown && (
        <details>
          <summary>{numbered.length - shown} rolls before</summary>
          {table(numbered.slice(shown), 'Rolls before')}
        </details>
      )}
    </>
  );
}
