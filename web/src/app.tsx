import { useEffect, useState } from 'preact/hooks';
import { Ask } from './ask';
import { loadShelf, saveShelf } from './device';
import type { Pool } from './engine/pool';
import type { Library } from './engine/types';
import { Home } from './home';
import { link, readLink, type Asked } from './link';

/// Reads the address, and shows what it asks or the search.
export function App({ pool }: { pool: Pool }) {
  const [library, setLibrary] = useState<Library>();
  const [broken, setBroken] = useState('');
  const [hash, setHash] = useState(location.hash);
  const [shelf, setShelf] = useState(loadShelf);

  useEffect(() => {
    pool
      .look<Library>({ do: 'library' })
      .then(setLibrary)
      .catch((error: Error) => setBroken(error.message));
    const moved = () => {
      setHash(location.hash);
      scrollTo(0, 0);
    };
    addEventListener('hashchange', moved);
    return () => removeEventListener('hashchange', moved);
  }, [pool]);

  const top = (
    <nav>
      <a href="#/">combat-odds</a>
    </nav>
  );
  if (!library) {
    return (
      <>
        {top}
        <main>
          {broken ? (
            <p class="error" role="alert">
              {broken}
            </p>
          ) : (
            <p role="status">Starting the engine ...</p>
          )}
        </main>
      </>
    );
  }
  const read = readLink(hash, library);
  // Typing changes the address in place: "back" leaves the question.
  const change = (asked: Asked) => {
    const next = link(asked);
    history.replaceState(null, '', next);
    setHash(next);
  };
  const keep = (next: typeof shelf) => setShelf(saveShelf(next));
  document.title = 'asked' in read ? `${read.asked.procedure} · combat-odds` : 'combat-odds';
  return (
    <>
      {top}
      {'wrong' in read && (
        <p class="error" role="alert">
          {read.wrong}
        </p>
      )}
      {'asked' in read ? (
        <Ask key={read.asked.procedure} pool={pool} library={library} asked={read.asked} change={change} shelf={shelf} keep={keep} />
      ) : (
        <Home library={library} shelf={shelf} change={keep} />
      )}
    </>
  );
}
