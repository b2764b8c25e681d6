import { useState } from 'preact/hooks';
import type { Pool } from './engine/pool';
import { commandLine, question, type Asked } from './link';

function save(name: string, type: string, text: string) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/// The question and its answer to take along.
export function Share({ pool, asked }: { pool: Pool; asked: Asked }) {
  const [said, setSaid] = useState('');
  const [byHand, setByHand] = useState('');
  const copy = async (text: string, what: string) => {
    try {
      await navigator.clipboard.writeText(text);
      setByHand('');
      setSaid(`${what} copied.`);
    } catch {
      setByHand(text);
      setSaid('The browser does not let the page copy; here it is:');
    }
  };
  const file = async (request: object, name: string, type: string, text: (answer: Record<string, string>) => string) => {
    try {
      save(name, type, text(await pool.look({ ...request, question: { ...question(asked), method: 'exact' } })));
      setSaid(`${name} saved.`);
    } catch (error) {
      setSaid((error as Error).message);
    }
  };
  return (
    <section aria-label="Share">
      <div class="buttons">
        <button type="button" onClick={() => copy(location.href, 'Link')}>
          Copy link
        </button>
        <button type="button" onClick={() => copy(commandLine(asked), 'Command')}>
          Copy command
        </button>
        <button type="button" onClick={() => file({ do: 'csv' }, `${asked.procedure}.csv`, 'text/csv', (answer) => answer.distribution)}>
          CSV
        </button>
        <button type="button" onClick={() => file({ do: 'picture', width: 720 }, `${asked.procedure}.svg`, 'image/svg+xml', (answer) => answer.svg)}>
          SVG
        </button>
        <button type="button" onClick={() => print()}>
          Print
        </button>
      </div>
      <p class="help" role="status">
        {said}
      </p>
      {byHand && <textarea readOnly value={byHand} aria-label="To copy by hand" onFocus={(event) => event.currentTarget.select()} />}
    </section>
  );
}
