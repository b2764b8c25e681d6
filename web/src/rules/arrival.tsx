import { useEffect, useState } from 'preact/hooks';
import type { Pool } from '../engine/pool';
import type { Rule } from '../engine/types';
import { Consent } from './consent';
import { saidOf } from './own';
import { unpacked } from './packed';

/// A house rule in an address: unpacks it, shows it, and lets it in if the user wants it.
export function Arrival({ pool, packed, welcome }: { pool: Pool; packed: string; welcome: (rule: Rule) => void }) {
  const [text, setText] = useState<string>();
  const [wrong, setWrong] = useState('');
  useEffect(() => {
    setText(undefined);
    setWrong('');
    unpacked(packed).then(setText, (error: Error) => setWrong(error.message));
  }, [packed]);
  const run = async () => {
    const rule = { name: `${saidOf(text!).name || 'rule'}.lua`, text: text! };
    try {
      await pool.tried(rule);
      welcome(rule);
    } catch (error) {
      setWrong(`The house rule is no rule: ${(error as Error).message}`);
    }
  };
  return (
    <>
      {wrong && (
        <p class="error banner" role="alert">
          {wrong}
        </p>
      )}
      {text !== undefined && <Consent text={text} run={run} />}
    </>
  );
}
