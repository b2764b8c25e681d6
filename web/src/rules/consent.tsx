import type { Procedure } from '../engine/types';

interface Props {
  procedure: Procedure; // what the rule declares itself to be
  other: string; // what the address calls it, where that is another name
  text: string;
  run: () => void;
}

/// A house rule that came with an address: what it declares, before it plays anything.
export function Consent({ procedure, other, text, run }: Props) {
  const author = /^A house rule by (.*), read from /.exec(procedure.details)?.[1];
  return (
    <main id="main">
      <h1>This link brings a house rule</h1>
      <p>
        It declares itself <strong>{procedure.name}</strong>, “{procedure.summary}”.{' '}
        {author ? `It says that ${author} wrote it.` : 'It does not say who wrote it.'} Whoever made the link may have
        written anything there.
      </p>
      {other && (
        <p class="error" role="alert">
          The link calls it {other}, and that is not the name in the rule.
        </p>
      )}
      <p>
        It is not part of the program. It runs in this page only: it rolls dice, and reaches neither your files nor the
        network. Its odds are as right as the rule is.
      </p>
      <div class="buttons">
        <button type="button" class="main" onClick={run}>
          Run {other ? procedure.name : 'it'}
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
