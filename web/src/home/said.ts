import { useEffect, useState } from 'preact/hooks';
import type { Pool } from '../engine/pool';
import { Refused } from '../engine/refused';
import type { Refusal, Said } from '../engine/types';
import { link, usual } from '../link';

/// Whether a text is meant as a question, not as words to look for: several words, and a number among them.
/// A day and a section of the rules are looked for.
export function isSentence(text: string): boolean {
  const words = text.trim().split(/\s+/);
  const isDay = /^\d{1,2}\.? \p{L}+( \d{4})?$/u.test(text.trim());
  return words.length > 1 && /\d/.test(text) && !isDay;
}

interface Understood {
  to?: string; // the address of the question
  command?: string;
  takenAs?: string; // what was taken for granted, and what makes no difference
  refusal?: Refusal;
}

const pause = 120; // ms without a key before the engine is asked

/// What the search text asks, as far as it is a sentence.
export function useSaid(pool: Pool, text: string): Understood {
  const [understood, setUnderstood] = useState<Understood & { text?: string }>({});
  useEffect(() => {
    if (!isSentence(text)) return;
    let over = false;
    const timer = setTimeout(async () => {
      const say = text.trim();
      try {
        const said = await pool.look<Said>({ do: 'say', say });
        const to = link({ procedure: said.procedure, values: said.parameters, options: usual, say });
        if (!over) setUnderstood({ text, to, command: said.command, takenAs: said.taken_as });
      } catch (error) {
        if (over || !(error instanceof Refused)) return;
        setUnderstood({ text, refusal: error.refusal });
      }
    }, pause);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [pool, text]);
  return understood.text === text ? understood : {};
}
