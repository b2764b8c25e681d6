import { useEffect, useState } from 'preact/hooks';
import type { Pool } from '../engine/pool';
import type { Library, Procedure, Rule } from '../engine/types';
import { withRule } from '../link';
import { Consent } from './consent';
import { fileOf } from './own';
import { unpacked } from './packed';

interface Props {
  pool: Pool;
  library: Library;
  address: string;
  packed: string;
  welcome: (rule: Rule) => void;
  settle: (address: string) => void; // the same question as this browser writes it
}

interface Arrived {
  text: string;
  procedure: Procedure;
}

/// A house rule in an address: unpacked, shown, and let in where one wants it. Browsers compress in
/// different ways, so it is the text that says whether a rule is known already.
export function Arrival({ pool, library, address, packed: given, welcome, settle }: Props) {
  const [arrived, setArrived] = useState<Arrived>();
  const [wrong, setWrong] = useState('');
  useEffect(() => {
    let over = false;
    const read = async () => {
      const text = await unpacked(given);
      const known = library.procedures.find((each) => each.text === text);
      if (known?.packed) return settle(withRule(address, known.name, known.packed));
      try {
        const procedure = await pool.tried({ name: 'rule.lua', text }); // in an engine of its own: it plays nothing
        if (!over) setArrived({ text, procedure });
      } catch (error) {
        throw new Error(`The house rule in the address is no rule: ${(error as Error).message}`);
      }
    };
    read().catch((error: Error) => !over && setWrong(error.message));
    return () => {
      over = true;
    };
  }, [given, library]);
  // Once the library has it, the effect above finds it known.
  const run = ({ text, procedure }: Arrived) => welcome({ name: fileOf(procedure.name), text });
  const asked = /^#\/([^?]*)/.exec(address)?.[1] ?? '';
  return (
    <>
      {wrong && (
        <p class="error banner" role="alert">
          {wrong}
        </p>
      )}
      {arrived && (
        <Consent {...arrived} other={asked === arrived.procedure.name ? '' : asked} run={() => run(arrived)} />
      )}
    </>
  );
}
