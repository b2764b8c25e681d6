import { useEffect, useState } from 'preact/hooks';
import type { Pool } from '../engine/pool';
import type { Library } from '../engine/types';

/// The names of the Reinforcement Groups, from the campaign's procedures.
export function useGroups(pool: Pool, library: Library): string[] {
  const [groups, setGroups] = useState<string[]>([]);
  useEffect(() => {
    const procedures = library.procedures.filter(
      (each) => each.game === 'rb' && each.parameters.some((parameter) => parameter.name === 'group'),
    );
    Promise.all(
      procedures.map((each) =>
        pool.look<{ names: string[] }>({ do: 'names', procedure: each.name, parameter: 'group' }),
      ),
    )
      .then((answers) => setGroups([...new Set(answers.flatMap((answer) => answer.names))].sort()))
      .catch(() => undefined); // they can still be typed
  }, [pool, library]);
  return groups;
}

/// The days of the campaign.
export function days(library: Library): string[] {
  const date = library.procedures
    .flatMap((each) => (each.game === 'rb' ? each.parameters : []))
    .find((each) => each.type === 'date');
  if (!date) return [];
  const all: string[] = [];
  const last = new Date(`${date.most}T00:00:00Z`);
  for (let day = new Date(`${date.least}T00:00:00Z`); day <= last; day = new Date(day.getTime() + 86_400_000))
    all.push(day.toISOString().slice(0, 10));
  return all;
}
