// The dice of a game, as they were tapped.

export interface Roll {
  roll: string; // 3+4, or a total
  kind: string; // DR, dr, or other dice as the program reads them
  player: string;
  note: string;
}
export interface Game {
  players: string[];
  rolls: Roll[];
}
const mostRolls = 100_000;

function isRoll(value: unknown): value is Roll {
  const roll = value as Roll;
  return typeof roll?.roll === 'string' && roll.roll.length < 20 && typeof roll.kind === 'string' && roll.kind.length < 20 && typeof roll.player === 'string' && typeof roll.note === 'string';
}

export function readGame(text: string | null): Game {
  const none: Game = { players: ['Me', 'Opponent'], rolls: [] };
  try {
    const json = JSON.parse(text ?? 'null');
    if (!Array.isArray(json?.rolls)) return none;
    const players = Array.isArray(json.players) ? json.players.filter((each: unknown) => typeof each === 'string').slice(0, 2) : [];
    return { players: players.length === 2 ? players : none.players, rolls: json.rolls.filter(isRoll).slice(0, mostRolls) };
  } catch {
    return none;
  }
}

import { written } from '../answer/csv';

/// The log as 'combat-odds luck' reads it.
export function log(game: Game): string {
  return ['roll,kind,player,note', ...game.rolls.map((each) => [written(each.roll), written(each.kind), written(each.player), written(each.note)].join(','))].join('\n') + '\n';
}
