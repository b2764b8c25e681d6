import { useEffect, useState } from 'preact/hooks';
import { Ask } from './ask/ask';
import { Campaign } from './campaign/campaign';
import { readShelf } from './device/shelf';
import { useKept } from './device/store';
import { useNextVersion } from './device/version';
import type { Pool } from './engine/pool';
import type { Library } from './engine/types';
import { Home } from './home/home';
import { link, readLink, type Asked } from './link';
import { Luck } from './luck/luck';
import { Arrival } from './rules/arrival';
import { useLibrary } from './rules/known';
import { Rules } from './rules/rules';
import { Top } from './top';

const titles: Record<string, string> = { luck: 'Luck', campaign: 'Campaign', rules: 'House rules' };

// Shown until the engine is ready: the search box and the kept questions.
const nothingYet: Library = { procedures: [], presets: [] };
const isHome = (hash: string) => ['', '#', '#/'].includes(hash);

/// Reads the address and shows the question, another screen or the search.
export function App({ pool }: { pool: Pool }) {
  const { library, broken, own, keep, welcome } = useLibrary(pool);
  const [hash, setHash] = useState(location.hash);
  const [shelf, keepShelf] = useKept('shelf', readShelf);
  const loadNext = useNextVersion();

  useEffect(() => {
    const moved = () => {
      setHash(location.hash);
      scrollTo(0, 0);
    };
    addEventListener('hashchange', moved);
    return () => removeEventListener('hashchange', moved);
  }, []);

  const shown = library ?? nothingYet;
  const read = library || isHome(hash) ? readLink(hash, shown) : undefined;
  const screen = read && 'screen' in read ? read.screen : '';
  // Typing changes the address in place: "back" leaves the question. What replaces all of it at once
  // (`step`) is undone by "back".
  const change = (asked: Asked, step = false) => {
    const next = link(asked);
    if (step) history.pushState(null, '', next);
    else history.replaceState(null, '', next);
    setHash(next);
  };
  document.title =
    read && 'asked' in read
      ? `${read.asked.procedure} · combat-odds`
      : screen
        ? `${titles[screen]} · combat-odds`
        : 'combat-odds';

  const content = () => {
    if (!read) return <main id="main">{!broken && <p role="status">Starting the engine ...</p>}</main>;
    if ('asked' in read) {
      const asked = {
        ...read.asked,
        rule: shown.procedures.find((each) => each.name === read.asked.procedure)?.packed,
      };
      return (
        <Ask
          key={asked.procedure}
          pool={pool}
          library={shown}
          asked={asked}
          change={change}
          shelf={shelf}
          keep={keepShelf}
        />
      );
    }
    if ('rule' in read) {
      const settle = (address: string) => {
        history.replaceState(null, '', address);
        setHash(address);
      };
      return (
        <Arrival
          key={read.rule}
          pool={pool}
          library={shown}
          address={hash}
          packed={read.rule}
          welcome={welcome}
          settle={settle}
        />
      );
    }
    if (screen === 'luck') return <Luck pool={pool} />;
    if (screen === 'campaign')
      return <Campaign pool={pool} library={shown} wanted={/[?&]plan=([\w.-]+)/.exec(hash)?.[1] ?? ''} />;
    if (screen === 'rules')
      return (
        <Rules pool={pool} own={own} keep={keep} known={new Map(shown.procedures.map((each) => [each.name, each]))} />
      );
    return <Home pool={pool} library={shown} shelf={shelf} change={keepShelf} />;
  };
  return (
    <>
      <Top screen={screen} />
      {loadNext && (
        <p class="banner" role="status">
          A new version of this page is there.{' '}
          <button type="button" onClick={loadNext}>
            Load it
          </button>
        </p>
      )}
      {broken && (
        <p class="error banner" role="alert">
          {broken}{' '}
          <button type="button" onClick={() => location.reload()}>
            Load the page again
          </button>
        </p>
      )}
      {read && 'wrong' in read && (
        <p class="error banner" role="alert">
          {read.wrong}
        </p>
      )}
      {content()}
    </>
  );
}
