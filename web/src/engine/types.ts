// The answers of the engine's single call (web/engine/engine.hpp).

export interface Parameter {
  name: string;
  type: 'integer' | 'number' | 'choice' | 'flag' | 'text' | 'date';
  meaning: string;
  allowed: string;
  named: boolean;
  default: string | null; // null: it must be given
  least?: number | string;
  most?: number | string;
  choices?: string[];
}
export interface Term {
  name: string;
  meaning: string;
  less_is_better: boolean;
}
export interface Procedure {
  name: string;
  game: string;
  text?: string; // of a house rule
  packed?: string; // of a house rule: its text as links carry it
  rule: string;
  summary: string;
  details: string;
  parameters: Parameter[];
  outcomes: Term[];
  events: Term[];
  measures: Term[];
}
export interface Preset {
  procedure: string;
  name: string;
  meaning: string;
  parameters: Record<string, string>;
}
export interface Library {
  procedures: Procedure[];
  presets: Preset[];
}
export interface Chance {
  kind: 'outcome' | 'event' | 'measure';
  name: string;
  value?: number;
  monte_carlo?: number;
  ci_low?: number;
  ci_high?: number;
  exact?: number;
  exact_fraction?: string;
}
export interface Measure {
  measure: string;
  mean?: number;
  mean_ci_low?: number;
  mean_ci_high?: number;
  exact_mean?: number;
  standard_deviation: number;
  p05: number;
  median: number;
  p95: number;
  chance?: number; // that it exists at all; left out: it always does
}
export interface Answer {
  scenario: string;
  procedure: string;
  parameters: Record<string, number | string | boolean | null>;
  headline: string;
  working: string[];
  notes: string[];
  chances: Chance[];
  measures: Measure[];
  trials: number;
  seed: number;
  confidence: number;
  charts: { chart: string; title: string; rule: string; confidence: string; notes: string }[];
}
export interface Refusal {
  parameter: string;
  wrong: string;
  right: string;
}
/// The engine's "question".
export interface Question {
  procedure: string;
  parameters: Record<string, string>;
  method?: string;
  trials?: string;
  seed?: string;
  confidence?: string;
}

/// A house rule: the name of its file and its Lua text.
export interface Rule {
  name: string;
  text: string;
}
export interface WhyResult {
  result: string;
  dice: string;
  chance: number;
  chance_fraction?: string;
  chances: { kind: string; name: string; chance: number }[];
  then?: Why;
}
/// A roll, its possible results, and what follows.
export interface Why {
  roll: string;
  results: WhyResult[];
}

/// A call that the engine refused, in its words.
export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(`${refusal.parameter ? `${refusal.parameter} ` : ''}${refusal.wrong}${refusal.right ? ` (${refusal.right})` : ''}`);
  }
}
