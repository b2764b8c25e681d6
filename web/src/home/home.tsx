import { useMemo, useState } from 'preact/hooks';
import type { Shelf } from '../device/shelf';
import type { Library, Procedure } from '../engine/types';
import { link, usual } from '../link';
import { games } from '../words';
import { Entry } from './entries';
import { Backup, KeptList } from './kept';
import { index, search, type Found } from './search';

const questionLink = (procedure: string, values: Record<string, string> = {}) =>
  link({ procedure, values, options: usual });
const foundLink = (found: Found) =>
  found.procedure ? questionLink(found.procedure.name, found.values) : `#/${found.screen}`;

// Suggestions for newcomers.
const examples = ['panzerfaust', 'rally', 'close combat', '17 October', 'A7.3', 'mines'];

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
  library: Library;
  shelf: Shelf;
  change: (shelf: Shelf) => void;
}

/// The search box, the kept questions, and all procedures by game.
export function Home({ library, shelf, change }: Props) {
  // The browser's Back comes to the same search again.
  const [text, setWords] = useState<string>(() => String(history.state?.search ?? ''));
  const setText = (words: string) => {
    setWords(words);
    history.replaceState({ search: words }, '');
  };
  const searching = text.trim() !== '';
  const entries = useMemo(() => (searching ? index(library) : []), [library, searching]); // takes a moment on a slow phone
  const { found, all } = useMemo(() => search(entries, text), [entries, text]);
  const games_ = [...new Set(library.procedures.map((each) => each.game))];
  const said = !searching
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
        Search a situation, a weapon, a rule or a day
      </label>
      <input
        id="search"
        type="search"
        value={text}
        placeholder="A situation, a weapon, a rule ..."
        autocomplete="off"
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && found.length > 0) location.hash = foundLink(found[0]);
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
      <p class="help" role="status">
        {said}
      </p>
      {found.length > 0 ? (
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
