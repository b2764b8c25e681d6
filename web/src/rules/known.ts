import { useEffect, useMemo, useState } from 'preact/hooks';
import { useKept } from '../device/store';
import type { Pool } from '../engine/pool';
import type { Library, Rule } from '../engine/types';
import { packed } from './packed';
import { readRules, saidOf } from './own';

const nameIn = (rule: Rule) => saidOf(rule.text).name;

/// The texts as links carry them, by the names of their procedures.
async function packedByName(rules: Rule[]): Promise<Map<string, string>> {
  return new Map(await Promise.all(rules.map(async (rule): Promise<[string, string]> => [nameIn(rule), await packed(rule.text)])));
}

export interface Known {
  library: Library | undefined;
  broken: string;
  own: Rule[];
  keep: (rules: Rule[]) => void;
  welcome: (rule: Rule) => void; // for this visit
}

/// Everything that can be asked: the program's procedures, the house rules kept on the device and
/// those that came with an address and were let in.
export function useLibrary(pool: Pool): Known {
  const [own, keep] = useKept('rules', readRules);
  const [guests, setGuests] = useState<Rule[]>([]);
  const [library, setLibrary] = useState<Library>();
  const [broken, setBroken] = useState('');
  const rules = useMemo(() => [...guests, ...own.filter((rule) => !guests.some((guest) => nameIn(guest) === nameIn(rule)))], [own, guests]);

  useEffect(() => {
    let over = false;
    pool.know(rules);
    Promise.all([pool.look<Library>({ do: 'library' }), packedByName(rules)])
      .then(([next, texts]) => {
        if (over) return;
        setLibrary({ ...next, procedures: next.procedures.map((each) => (texts.has(each.name) ? { ...each, packed: texts.get(each.name) } : each)) });
        setBroken('');
      })
      .catch((error: Error) => !over && setBroken(error.message));
    return () => {
      over = true;
    };
  }, [pool, rules]);

  return { library, broken, own, keep, welcome: (rule) => setGuests([rule, ...guests.filter((each) => nameIn(each) !== nameIn(rule))]) };
}
