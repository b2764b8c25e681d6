import { useState } from 'preact/hooks';
import { save } from '../device/files';
import type { Pool } from '../engine/pool';
import type { Answer } from '../engine/types';
import { commandLine, link, question, type Asked } from '../link';
import { png } from './png';

const pictureWidth = 720;

/// Ways to take the question and its answer along.
export function Share({ pool, asked, answers }: { pool: Pool; asked: Asked; answers: Answer[] }) {
  const [said, setSaid] = useState('');
  const [byHand, setByHand] = useState('');
  const address = () => new URL(link(asked), location.href).href;

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
  const file = async (kind: string, content: () => Promise<Blob | string>, type: string) => {
    const name = `${asked.procedure}.${kind}`;
    try {
      save(name, await content(), type);
      setSaid(`${name} saved.`);
    } catch (error) {
      setSaid((error as Error).message);
    }
  };
  const exact = { ...question(asked), method: 'exact' };
  const csv = async () => (await pool.look<{ distribution: string }>({ do: 'csv', question: exact })).distribution;
  const svg = async () =>
    (await pool.look<{ svg: string }>({ do: 'picture', question: exact, width: pictureWidth })).svg;
  const markdown = async () => {
    const { markdown: table } = await pool.look<{ markdown: string }>({ do: 'markdown', question: exact });
    return `${answers.length === 1 && answers[0].headline && !table.includes(answers[0].headline) ? `${answers[0].headline}\n\n` : ''}${table.trim()}\n\n[combat-odds](${address()})\n`;
  };
  const copyMarkdown = async () => {
    try {
      await copy(await markdown(), 'Markdown');
    } catch (error) {
      setSaid((error as Error).message);
    }
  };
  const send = () =>
    navigator.share({ title: 'combat-odds', text: answers[0]?.headline, url: address() }).catch(() => undefined); // the user gave up
  return (
    <section class="share" aria-label="Share">
      <h2>Share</h2>
      <div class="buttons">
        {'share' in navigator && (
          <button type="button" onClick={send}>
            Send ...
          </button>
        )}
        <button type="button" onClick={() => copy(address(), 'Link')}>
          Copy link
        </button>
        <button type="button" onClick={() => copy(commandLine(asked), 'Command')}>
          Copy command
        </button>
        <button type="button" onClick={copyMarkdown}>
          Copy Markdown
        </button>
        <button type="button" onClick={() => file('csv', csv, 'text/csv')}>
          CSV
        </button>
        <button type="button" onClick={() => file('svg', svg, 'image/svg+xml')}>
          SVG
        </button>
        <button type="button" onClick={() => file('png', async () => png(await svg()), 'image/png')}>
          PNG
        </button>
        <button type="button" onClick={() => print()}>
          Print
        </button>
      </div>
      <p class="help" role="status">
        {said}
      </p>
      {byHand && (
        <textarea
          readOnly
          value={byHand}
          aria-label="To copy by hand"
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
      <p class="address">{address()}</p>
    </section>
  );
}
