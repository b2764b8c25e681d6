// Written by types.mjs from engine/page.schema.json and ../docs/answer.schema.json.

export interface Library {
  procedures: Procedure[];
  presets: Preset[];
}

export interface Procedure {
  name: string;
  game: string;
  rule: string;
  summary: string;
  details: string;
  parameters: Parameter[];
  outcomes: Term[];
  events: Term[];
  measures: Term[];
  /// Of a house rule, added by the page: its Lua text.
  text?: string;
  /// Of a house rule, added by the page: its text as links carry it.
  packed?: string;
}

export interface Parameter {
  name: string;
  type: 'integer' | 'number' | 'choice' | 'flag' | 'text' | 'date';
  meaning: string;
  allowed: string;
  /// Whether {"do": "names"} lists what it may be called.
  named: boolean;
  /// Null: it must be given.
  default: string | null;
  least?: number | string;
  most?: number | string;
  choices?: string[];
}

/// An outcome, event or measure.
export interface Term {
  name: string;
  meaning: string;
  less_is_better: boolean;
}

export interface Preset {
  procedure: string;
  name: string;
  meaning: string;
  parameters: Record<string, string>;
}

/// What a sentence asks: the reply to {"do": "say", "say": "2*4-6-7 at 4-4-7, range 3"}.
export interface Said {
  procedure: string;
  parameters: Record<string, string>;
  /// The same question for the command line.
  command: string;
  /// What was taken for granted, and what in it makes no difference, line by line.
  taken_as?: string;
}

/// A question as the page asks it: docs/question.schema.json with every value as text.
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

/// The least value that is enough.
export interface Enough {
  /// As in the question.
  id?: unknown;
  procedure: string;
  until: Record<string, unknown>;
  /// The same question as a command, where it was asked in a sentence (say).
  command?: string;
  /// What was taken for granted in a sentence (the game), and what in it makes no difference, line by line.
  taken_as?: string;
}

export interface Answer {
  /// As in the question.
  id?: unknown;
  /// The procedure, with the values that vary in brackets: asl.fire[drm=1].
  scenario: string;
  procedure: string;
  /// Every parameter; null where it was left out.
  parameters: Record<string, number | string | boolean | null>;
  /// The same question as a command, where it was asked in a sentence (say).
  command?: string;
  /// What was taken for granted in a sentence (the game), and what in it makes no difference, line by line.
  taken_as?: string;
  /// The outcomes, events and measures that a sentence (say) asks for; the headline begins with them.
  shown?: string[];
  /// What matters most, as one sentence; empty where nothing was simulated.
  headline: string;
  /// How the numbers come about, a line for each sum: "2 x 4, doubled adjacent: 16 FP (16 column)".
  working: string[];
  /// What was decided for the author of the question.
  notes: string[];
  /// Outcomes exclude each other and sum to 1, events may overlap, measures have one entry for each value. What can't happen has none.
  chances: Chance[];
  measures: Measure[];
  /// What best play does, where it was asked for.
  best?: {
    /// Of the aim.
    value: number;
    /// The same; empty where it is long, or numerical because positions recur.
    fraction: string;
    decisions: {
      question: string;
      side: 0 | 1;
      situations: number;
      /// Situations that come up in fewer than one of 2000 games, of which the rules do not speak.
      rare: number;
      never_met: number;
      /// Read from the top: the first whose words are true says what to do.
      rules: {
        /// Empty: in all other situations.
        when: string;
        do: string;
        times_a_game: number;
        mistake_costs: number[];
      }[];
    }[];
  };
  /// That were played; 0 with exact.
  trials: number;
  /// The time limit ended the simulation before all trials were played; left out otherwise.
  complete?: false;
  seed: number;
  confidence: number;
  /// The printed charts that were read, and how far their numbers can be trusted.
  charts: {
    chart: string;
    title: string;
    rule: string;
    confidence: string;
    notes: string;
  }[];
  /// Where it was asked for: how the answer comes about; null where nothing is rolled.
  why?: WhyRoll | null;
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
  /// How likely it is that the measure exists, such as the turn in which something happens; the numbers are of those cases. Left out where it always does.
  chance?: number;
}

/// A roll, its possible results, and what follows.
export interface WhyRoll {
  /// What is rolled: "2 dice", "Random Selection of 3".
  roll: string;
  /// What the roll can come to; the chances sum to 1.
  results: WhyResult[];
}

export interface WhyResult {
  /// Such as "2MC".
  result: string;
  /// The totals that come to it: "3, 4"; empty where that is no range of totals.
  dice: string;
  chance: number;
  chance_fraction: string;
  /// What is likely then, as in chances; exact where that can be.
  chances: {
    kind: 'outcome' | 'event' | 'measure';
    name: string;
    value?: number;
    chance: number;
    exact_fraction?: string;
  }[];
  then?: WhyRoll;
}

export interface Refusal {
  /// What it is about: a parameter or a key of the question; empty where it is about the whole.
  parameter: string;
  wrong: string;
  /// What would be right, with the nearest name where one is misspelt; empty where 'wrong' says it.
  right: string;
  /// The questions that may be asked in place of a refused sentence, in the order of 'right', which names them as commands. One may lack a parameter, which it asks for.
  commands?: Command[];
}

export interface Command {
  procedure: string;
  parameters: Record<string, string>;
  /// The same question for the command line.
  command: string;
}
