import type { Refusal } from './types';

/// A call that the engine refused, in its words.
export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(
      `${refusal.parameter ? `${refusal.parameter} ` : ''}${refusal.wrong}${refusal.right ? ` (${refusal.right})` : ''}`,
    );
  }
}
