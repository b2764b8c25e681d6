import { useState } from 'preact/hooks';
import { joined, readShelf, type Kept, type Shelf } from './device';
import type { Library, Preset, Procedure } from './engine/types';
import { link, usual } from './link';
import { search } from './search';
import { games, spoken } from './words';

const procedureLink = (procedure: Procedure) => link({ procedure: procedure.name, values: {}, options: usual });
const presetLink = (preset: Preset) => link({ procedure: preset.procedure, values: preset.parameters, options: usual });

function Entry({ to, title, note, more }: { to: string; title: string; note: string; more?: string }) {
  return (
    <li>
      <a href={to}>
        <strong>{title}</strong> {more && <small>{more}</small>}
        <br />
        <span>{note}</span>
      </a>
    </li>
  );
}

function List({ title, kept }: { title: string; kept: Kept[] }) {
  if (kept.length === 0) return null;
  return (
    <details open>
      <summary>{title}</summary>
      <ul class="entries">
        {kept.map((each) => (
          <Entry key={each.link} to={each.link} title={each.name} note={decodeURIComponent(each.link.slice(2).replace(/%(?![0-9A-F]{2})/gi, '%25'))} />
        ))}
      </ul>
    </details>
  );
}

function Keep({ shelf, change }: { shelf: Shelf; change: (shelf: Shelf) => void }) {
  const [said, setSaid] = useState('');
  const write = () => {
    const address = URL.createObjectURL(new Blob([JSON.stringify(shelf, null, 1)], { type: 'application/json' }));
    const anchor = document.createElement('a');
    anchor.href = address;
    anchor.download = 'combat-odds-favourites.json';
    anchor.click();
  };
  const read = async (file: File | undefined) => {
    if (!file) return;
    const more = readShelf(await file.text());
    change(joined(shelf, more));
    setSaid(more.favourites.length ? `${more.favourites.length} favourites read.` : 'There are no favourites in that file.');
  };
  return (
    <details>
      <summary>Keep and bring favourites</summary>
      <div class="buttons">
        <button type="button" onClick={write} disabled={shelf.favourites.length === 0}>
          Save as a file
        </button>
        <label class="file">
          Read a file <input type="file" accept="application/json,.json" onChange={(event) => read(event.currentTarget.files?.[0])} />
        </label>
      </div>
      <p class="help" role="status">
        {said}
      </p>
    </details>
  );
}

/// The search box, what was kept, and all procedures by game.
export function Home({ library, shelf, change }: { library: Library; shelf: Shelf; change: (shelf: Shelf) => void }) {
  const [text, setText] = useState('');
  const found = search(library, text);
  const by = [...new Set(library.procedures.map((each) => each.game))];
  return (
    <main>
      <h1>What are the odds?</h1>
      <label for="search">Search a situation, a weapon or a rule</label>
      <input
        id="search"
        type="search"
        value={text}
        placeholder="panzerfaust, rally, A7.3"
        autocomplete="off"
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || found.length === 0) return;
          const best = found[0];
          location.hash = best.preset ? presetLink(best.preset) : procedureLink(best.procedure);
        }}
      />
      <p class="help" role="status">
        {text.trim() === '' ? '' : found.length === 0 ? 'Nothing has all these words.' : `${found.length} found`}
      </p>
      {found.length > 0 ? (
        <ul class="entries">
          {found.map(({ procedure, preset }) =>
            preset ? (
              <Entry key={`${procedure.name} ${preset.name}`} to={presetLink(preset)} title={spoken(preset.name.replace(/-/g, ' '))} more={procedure.name} note={preset.meaning} />
            ) : (
              <Entry key={procedure.name} to={procedureLink(procedure)} title={procedure.name} more={procedure.rule} note={procedure.summary} />
            ),
          )}
        </ul>
      ) : (
        <>
          <List title="Favourites" kept={shelf.favourites} />
          <List title="Last questions" kept={shelf.last} />
          {by.map((game) => (
            <details key={game}>
              <summary>{games[game] ?? game}</summary>
              <ul class="entries">
                {library.procedures
                  .filter((each) => each.game === game)
                  .map((each) => (
                    <Entry key={each.name} to={procedureLink(each)} title={each.name} more={each.rule} note={each.summary} />
                  ))}
              </ul>
            </details>
          ))}
          <Keep shelf={shelf} change={change} />
        </>
      )}
    </main>
  );
}
