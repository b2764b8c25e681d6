import type { Answer, Chance, Procedure } from '../engine/types';
import { titled } from '../words';

/// The exact chance, or else the simulated one.
export const chanceOf = (chance: Chance) => chance.exact ?? chance.monte_carlo ?? 0;
export const keyOf = (chance: Chance) => `${chance.kind} ${chance.name} ${chance.value ?? ''}`;

export function nameOf(chance: Chance): string {
  return chance.value === undefined ? titled(chance.name) : `${titled(chance.name)} ${chance.value}`;
}

export const ofKind = (answer: Answer, kind: Chance['kind']) => answer.chances.filter((each) => each.kind === kind);

/// The likeliest first; values of a measure in ascending order.
export function ordered(chances: Chance[]): Chance[] {
  return chances[0]?.kind === 'measure' ? chances : [...chances].sort((a, b) => chanceOf(b) - chanceOf(a));
}

export function meanings(procedure: Procedure): Map<string, string> {
  return new Map(
    [...procedure.outcomes, ...procedure.events, ...procedure.measures].map((each) => [each.name, each.meaning]),
  );
}

/// The names by which several situations can be compared: events, then outcomes.
export function comparable(answers: Answer[], procedure: Procedure): string[] {
  const there = new Set(
    answers.flatMap((each) => each.chances.filter((chance) => chance.kind !== 'measure').map((chance) => chance.name)),
  );
  return [...procedure.events, ...procedure.outcomes].map((each) => each.name).filter((name) => there.has(name));
}

/// The name with chances between 0 and 1 that vary most: the best one to show first.
export function telling(answers: Answer[], names: string[]): string {
  const spread = (name: string) => {
    const values = answers.map((answer) =>
      chanceOf(
        answer.chances.find((each) => each.name === name && each.kind !== 'measure') ?? {
          kind: 'event',
          name,
          exact: 0,
        },
      ),
    );
    return Math.max(...values) - Math.min(...values);
  };
  return names.reduce((best, name) => (spread(name) > spread(best) + 1e-9 ? name : best), names[0] ?? '');
}
