import { useEffect, useState } from 'preact/hooks';
import type { Pool } from '../engine/pool';
import type { Parameter, Procedure } from '../engine/types';

/// How names are put together in a parameter: one alone, counters beside each other ("2*4-6-7 8-1"),
/// or a sum ("4-6-7 + German HMG").
export type Joining = 'one' | 'counters' | 'sum';

export function joiningOf(parameter: Parameter): Joining {
  if (/ \+ /.test(parameter.allowed)) return 'sum';
  return /^(units|squads|items|leaders|infantry)\b/.test(parameter.allowed) ? 'counters' : 'one';
}

/// Parameters whose printed names go into this one: its own, or where it has none and takes units and
/// weapons those of the others of its procedure that do.
function sourcesOf(procedure: Procedure, parameter: Parameter): Parameter[] {
  if (parameter.named) return [parameter];
  const like = (start: RegExp) => procedure.parameters.find((each) => each.named && start.test(each.allowed));
  const units = like(/^units such/);
  const weapons = like(/units and weapons/);
  const sources = /^(units|squads|one unit|a unit|a leader)\b/.test(parameter.allowed) ? [units] : [];
  if (/weapons/.test(parameter.allowed)) sources.push(weapons);
  return sources.filter((each) => each !== undefined);
}

/// Whether there are printed names to pick for a parameter.
export const hasNames = (procedure: Procedure, parameter: Parameter) => sourcesOf(procedure, parameter).length > 0;

/// The printed names that a parameter knows, once they are wanted.
export function useNames(pool: Pool, procedure: Procedure, parameter: Parameter, wanted: boolean): string[] {
  const [names, setNames] = useState<string[]>([]);
  useEffect(() => {
    if (!wanted) return;
    let over = false;
    const all = sourcesOf(procedure, parameter).map((each) =>
      pool.look<{ names: string[] }>({ do: 'names', procedure: procedure.name, parameter: each.name }),
    );
    Promise.all(all)
      .then((answers) => !over && setNames(answers.flatMap((answer) => answer.names)))
      .catch(() => undefined); // without them the field is one to type in
    return () => {
      over = true;
    };
  }, [pool, procedure.name, parameter.name, wanted]);
  return names;
}

/// `text` with one more of a name.
export function withOne(text: string, name: string, joining: Joining): string {
  if (joining === 'one') return name;
  const between = joining === 'sum' ? ' + ' : ' ';
  const parts = joining === 'sum' ? text.split(/\s*\+\s+/) : text.split(/\s+/);
  const known = parts.map((part) => /^(?:(\d+)\s*[*x×]\s*)?(.+)$/.exec(part.trim())).filter((each) => each !== null);
  const at = known.findIndex((each) => each[2] === name);
  const written = known.map((each, i) => (i === at ? `${Number(each[1] ?? 1) + 1}*${name}` : each[0]));
  if (at < 0) written.push(name);
  return written.filter((each) => each !== 'none').join(between);
}
