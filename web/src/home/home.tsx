import { useMemo, useState } from 'preact/hooks';
import type { Shelf } from '../device/shelf';
import type { Pool } from '../engine/pool';
import type { Library, Procedure } from '../engine/types';
import { link, usual } from '../link';
import { games } from '../words';
import { Entry } from './entries';
import { Backup, KeptList } from './kept';
import { Refused } from './refused';
import { isSentence, useSaid } from './said';
import { index, search, type Found } from './search';

const questionLink = (procedure: string, values: Record<string, string> = {}) =>
  link({ procedure, values, options: usual });
const foundLink = (found: Found) =>
  found.procedure ? questionLink(found.procedure.name, found.values) : `#/${found.screen}`;

// Suggestions for newcomers.
const examples = ['2*4-6-7 LMG 8-1 at 4-4-7 in woods, range 3', 'panzerfaust', 'rally', '17 October', 'A7.3', 'mines'];

/// The situations of a game, listed once it is opened.
function Game({ name, procedures }: { name: string; procedures: Procedure[] }) {
  const [open, setOpen] = useState(false);
  return (
    <details class="game" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{name}</summary>
      {open && (
        <ul class="entries">
          {procedures.map((each) => (
            <Entry
              key={each.name}
              to={questionLink(each.name)}
              title={each.summary}
              more={`${each.name} · ${each.rule}`}
            />
          ))}
        </ul>
      )}
    </details>
  );
}

interface Props {
  pool: Pool;
  library: Library;
  shelf: Shelf;
  change: (shelf: Shelf) => void;
}

/// The search box, the kept questions, and all procedures by game.
export function Home({ pool, library, shelf, change }: Props) {
  // The browser's Back comes to the same search again.
  const [text, setWords] = useState<string>(() => String(history.state?.search ?? ''));
  const setText = (words: string) => {
    setWords(words);
    history.replaceState({ search: words }, '');
  };
  const searching = text.trim() !== '';
  const entries = useMemo(() => (searching ? index(library) : []), [library, searching]); // takes a moment on a slow phone
  const { found, all } = useMemo(() => search(entries, text), [entries, text]);
  const asked = useSaid(pool, text);
  const goTo = asked.to ?? (found.length > 0 ? foundLink(found[0]) : undefined);
  const games_ = [...new Set(library.procedures.map((each) => each.game))];
  const said =
    !searching || isSentence(text)
      ? ''
      : found.length === 0
        ? 'Nothing was found.'
        : all
          ? `${found.length} found`
          : 'Nothing has all these words. These have some:';
  return (
    <main class="home" id="main">
      <h1>What are the odds?</h1>
      <label for="search" class="unseen">
        Ask in a sentence, or search a situation, a weapon, a rule or a day
      </label>
      <input
        id="search"
        type="search"
        value={text}
        placeholder="A question, a situation, a rule ..."
        autocomplete="off"
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && goTo) location.hash = goTo;
        }}
      />
      {text === '' && (
        <div class="chips" role="group" aria-label="Examples">
          {examples.map((each) => (
            <button key={each} type="button" onClick={() => setText(each)}>
              {each}
            </button>
          ))}
        </div>
      )}
      <div class="help" role="status">
        {asked.refusal ? <Refused refusal={asked.refusal} /> : said}
      </div>
      {asked.to && (
        <ul class="entries">
          <Entry to={asked.to} title={text} more={[asked.command, asked.takenAs].filter(Boolean).join(' · ')} />
        </ul>
      )}
      {found.length > 0 || asked.to ? (
        <ul class="entries">
          {found.map((each) => (
            <Entry key={each.key} to={foundLink(each)} title={each.title} more={each.more} />
          ))}
        </ul>
      ) : (
        <>
          <KeptList
            title="Favourites"
            kept={shelf.favourites}
            remove={(kept) =>
              change({ ...shelf, favourites: shelf.favourites.filter((each) => each.link !== kept.link) })
            }
          />
          <KeptList title="Last questions" kept={shelf.last.slice(0, 5)} />
          <section aria-label="All situations">
            <h2>All situations</h2>
            {games_.length === 0 && <p role="status">Starting the engine ...</p>}
            {games_.map((game) => (
              <Game
                key={game}
                name={games.get(game) ?? `House rules: ${game}`}
                procedures={library.procedures.filter((each) => each.game === game)}
              />
            ))}
          </section>
          <Backup />
        </>
      )}
    </main>
  );
}
