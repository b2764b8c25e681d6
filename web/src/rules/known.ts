import { useEffect, useMemo, useState } from 'preact/hooks';
import { useKept } from '../device/store';
import { engineFile } from '../engine/files';
import type { Pool } from '../engine/pool';
import type { Library, Procedure, Rule } from '../engine/types';
import { packed } from './packed';
import { readRules } from './own';

/// The program's own library. It was written beside the engine when the page was built, so that the
/// search and the forms need not wait for the engine; without that file, the engine is asked.
let program: Promise<Library> | undefined;
function programsLibrary(pool: Pool): Promise<Library> {
  const asked = () => pool.look<Library>({ do: 'library' });
  program ??= fetch(engineFile('library.json'))
    .then((answer): Promise<Library> => (answer.ok ? answer.json() : asked()), asked)
    .catch((error: Error) => {
      program = undefined; // try again next time
      throw error;
    });
  return program;
}

/// A house rule as a procedure, with its text as in links; undefined if it is faulty.
async function procedureOf(pool: Pool, rule: Rule): Promise<Procedure | undefined> {
  try {
    return { ...(await pool.tried(rule)), text: rule.text, packed: await packed(rule.text) };
  } catch {
    return undefined; // the screen of house rules shows the error
  }
}

function withRules(library: Library, rules: (Procedure | undefined)[]): Library {
  return { ...library, procedures: [...library.procedures, ...rules.filter((each) => each !== undefined)] };
}

export interface Known {
  library: Library | undefined;
  broken: string;
  own: Rule[];
  keep: (rules: Rule[]) => void;
  welcome: (rule: Rule) => void; // for this visit
}

/// All that can be asked: the program's procedures, the house rules on the device, and those from
/// addresses that the user let in.
export function useLibrary(pool: Pool): Known {
  const [own, keep] = useKept('rules', readRules);
  const [guests, setGuests] = useState<Rule[]>([]);
  const [library, setLibrary] = useState<Library>();
  const [broken, setBroken] = useState('');
  const rules = useMemo(
    () => [...guests, ...own.filter((rule) => !guests.some((guest) => guest.name === rule.name))],
    [own, guests],
  );

  useEffect(() => {
    let over = false;
    pool.know(rules);
    const tell = (next: Library) => {
      if (over) return;
      setLibrary(next);
      setBroken('');
    };
    const all = async () => {
      const own = await programsLibrary(pool);
      if (rules.length > 0) tell(withRules(own, await Promise.all(rules.map((rule) => procedureOf(pool, rule)))));
      else tell(own);
    };
    all().catch((error: Error) => !over && setBroken(error.message));
    return () => {
      over = true;
    };
  }, [pool, rules]);

  return {
    library,
    broken,
    own,
    keep,
    welcome: (rule) => setGuests([rule, ...guests.filter((each) => each.name !== rule.name)]),
  };
}
