import type { Answer, Procedure } from '../engine/types';
import { chanceOf, ofKind, ordered } from '../answer/chances';
import { number, percent, titled } from '../words';

/// The answer in a sentence: the program's, or the likeliest outcomes if it has none.
export function sentence(answer: Answer, procedure: Procedure): string {
  if (answer.headline) return answer.headline.replace(/ %/g, '\u00a0%');
  const outcomes = ordered(ofKind(answer, 'outcome')).slice(0, 2);
  if (outcomes.length > 0)
    return `${outcomes.map((each) => `${titled(each.name)} ${percent(chanceOf(each))}`).join(', ')}.`;
  const measure = answer.measures[0];
  if (measure) return `${titled(measure.measure)}: ${number(measure.exact_mean ?? measure.mean)} on average.`;
  return procedure.summary;
}

/// The end of the headline with the odds; its first sentence repeats the question.
export const inShort = (text: string) => text.slice(text.indexOf('. ') + 1).trim();
