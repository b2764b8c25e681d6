// The dice of a game, as they were tapped.

export interface Roll {
  roll: string; // 3+4, or a total
  kind: string; // DR, dr, or other dice as the program reads them
  player: string;
  note: string;
  needed?: string; // <=7: what it had to be
}
export interface Game {
  players: string[];
  rolls: Roll[];
}
const mostRolls = 100_000;

function isRoll(value: unknown): value is Roll {
  const roll = value as Roll;
  return (
    typeof roll?.roll === 'string' &&
    roll.roll.length < 20 &&
    typeof roll.kind === 'string' &&
    roll.kind.length < 100 &&
    typeof roll.player === 'string' &&
    typeof roll.note === 'string' &&
    (roll.needed === undefined || typeof roll.needed === 'string')
  );
}

export function readGame(text: string | null): Game {
  const none: Game = { players: ['Me', 'Opponent'], rolls: [] };
  try {
    const json = JSON.parse(text ?? 'null');
    if (!Array.isArray(json?.rolls)) return none;
    const players = Array.isArray(json.players)
      ? json.players.filter((each: unknown) => typeof each === 'string').slice(0, 2)
      : [];
    return {
      players: players.length === 2 ? players : none.players,
      rolls: json.rolls.filter(isRoll).slice(0, mostRolls),
    };
  } catch {
    return none;
  }
}

import { written } from '../answer/csv';

/// The log as 'combat-odds luck' reads it.
export function log(game: Game): string {
  const needed = game.rolls.some((each) => each.needed);
  const columns = (each: Roll) => [
    each.roll,
    each.kind,
    each.player,
    each.note,
    ...(needed ? [each.needed ?? ''] : []),
  ];
  return (
    [
      'roll,kind,player,note' + (needed ? ',needed' : ''),
      ...game.rolls.map((each) => columns(each).map(written).join(',')),
    ].join('\n') + '\n'
  );
}
