import { saidOf } from './own';

/// Shows whose house rule came with an address, before it runs.
export function Consent({ text, run }: { text: string; run: () => void }) {
  const said = saidOf(text);
  return (
    <main id="main">
      <h1>This link brings a house rule</h1>
      <p>
        It calls itself <strong>{said.name || 'nothing'}</strong>
        {said.summary && `, “${said.summary}”`}. {said.author ? `It says that ${said.author} wrote it.` : 'It does not say who wrote it.'} Whoever made the link may have written anything there.
      </p>
      <p>It is not part of the program. It runs in this page only: it rolls dice, and reaches neither your files nor the network. Its odds are as right as the rule is.</p>
      <div class="buttons">
        <button type="button" class="main" onClick={run}>
          Run it
        </button>
        <a class="button" href="#/">
          Leave it
        </a>
      </div>
      <details open>
        <summary>Its text</summary>
        <pre tabIndex={0}>{text}</pre>
      </details>
    </main>
  );
}
