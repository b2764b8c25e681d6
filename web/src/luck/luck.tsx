import { useState } from 'preact/hooks';
import { CsvTable } from '../answer/csv_table';
import { Drawing, pictureWidth } from '../answer/drawing';
import { useLook } from '../answer/look';
import { save } from '../device/files';
import { useKept } from '../device/store';
import type { Pool } from '../engine/pool';
import { log, readGame, type Game, type Roll } from './game';
import { Keypad } from './keypad';
import { Rolls } from './rolls';

interface Report {
  sentences: string[];
  csv: string;
  svg: string;
  page: string;
}

/// A log as 'combat-odds luck' reads it, taken in.
async function readLog(pool: Pool, text: string, game: Game): Promise<Game> {
  const { rolls } = await pool.look<{ rolls: Roll[] }>({ do: 'read_luck', log: text });
  const names = [...new Set(rolls.map((each) => each.player))].filter((each) => each !== '');
  return { players: names.length === 2 ? names : game.players, rolls };
}

/// The first sentence of a paragraph with several sentences.
const firstOf = (text: string) => /^.*?[.!?](?= )/.exec(text)?.[0] ?? '';

/// Tonight's dice: tapped, kept on the device, and compared with fair dice.
export function Luck({ pool }: { pool: Pool }) {
  const [game, keep] = useKept('luck', readGame);
  const [said, setSaid] = useState('');
  const [sure, setSure] = useState(false);
  const asked = game.rolls.length > 0 ? { do: 'luck', log: log(game), width: pictureWidth() } : undefined;
  const { result, wrong } = useLook<Report>(pool, asked);
  const read = async (file: File | undefined) => {
    if (!file) return;
    try {
      keep(await readLog(pool, await file.text(), game));
      setSaid(`${file.name} read.`);
    } catch (error) {
      setSaid((error as Error).message);
    }
  };
  return (
    <main class="ask" id="main">
      <header>
        <h1>Luck</h1>
        <p class="quiet">Tap every roll of tonight's game. It stays on this device.</p>
      </header>
      <div class="question">
        <Keypad
          players={game.players}
          rename={(players) =>
            keep({
              players,
              rolls: game.rolls.map((each) => ({
                ...each,
                player: players[game.players.indexOf(each.player)] ?? each.player,
              })),
            })
          }
          add={(roll) => {
            keep({ ...game, rolls: [...game.rolls, roll] });
            setSaid(`${roll.roll} by ${roll.player}: ${game.rolls.length + 1} rolls.`);
          }}
        />
        <p class="help" role="status">
          {said}
        </p>
        <div class="buttons">
          <button
            type="button"
            disabled={game.rolls.length === 0}
            onClick={() => keep({ ...game, rolls: game.rolls.slice(0, -1) })}
          >
            Undo
          </button>
          <button
            type="button"
            disabled={game.rolls.length === 0}
            onClick={() => save('luck.csv', log(game), 'text/csv')}
          >
            Save as CSV
          </button>
          {result?.page && (
            <button type="button" onClick={() => save('luck.html', result.page, 'text/html')}>
              Save as a page
            </button>
          )}
          <button
            type="button"
            disabled={game.rolls.length === 0}
            onBlur={() => setSure(false)}
            onClick={() => {
              if (sure) keep({ ...game, rolls: [] });
              setSure(!sure);
            }}
          >
            {sure ? 'Really: a new game' : 'New game'}
          </button>
          <label class="file">
            Read a log{' '}
            <input type="file" accept=".csv,text/csv" onChange={(event) => read(event.currentTarget.files?.[0])} />
          </label>
        </div>
      </div>
      <div class="result">
        {game.rolls.length === 0 && (
          <p class="help">
            Nothing is rolled yet. Log from the first roll: a log that is begun because of a bad evening has chosen its
            evening.
          </p>
        )}
        {wrong && (
          <p class="error" role="alert">
            {wrong}
          </p>
        )}
        {result && (
          <section class="answer" aria-label="Against fair dice">
            <div role="status">
              {result.sentences.map((each, i) => (
                <p key={i}>
                  <strong>{firstOf(each)}</strong>
                  {each.slice(firstOf(each).length)}
                </p>
              ))}
            </div>
            <Drawing svg={result.svg} fit />
            {result.csv && (
              <details>
                <summary>The numbers</summary>
                <CsvTable text={result.csv} caption="Each kind of roll and side against fair dice" />
              </details>
            )}
          </section>
        )}
        <Rolls game={game} remove={(at) => keep({ ...game, rolls: game.rolls.filter((_, i) => i !== at) })} />
      </div>
    </main>
  );
}
