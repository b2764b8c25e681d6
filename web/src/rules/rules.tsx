import { useEffect, useState } from 'preact/hooks';
import { save } from '../device/files';
import type { Pool } from '../engine/pool';
import type { Procedure, Rule } from '../engine/types';
import { link, usual } from '../link';
import { exampleText, examples, gallery, start } from './examples';
import { fileOf } from './own';
import { Try } from './try';

interface Props {
  pool: Pool;
  own: Rule[];
  keep: (rules: Rule[]) => void;
  known: Map<string, Procedure>; // of the kept rules, by name
}

/// Rules of one's own: written here, tried at once, kept on the device.
export function Rules({ pool, own, keep, known }: Props) {
  const [text, setText] = useState(() => own[0]?.text ?? start);
  const [said, setSaid] = useState('');
  const [procedure, setProcedure] = useState<Procedure>();
  const [wrong, setWrong] = useState('');
  const [trying, setTrying] = useState(false);

  useEffect(() => {
    let over = false;
    const timer = setTimeout(async () => {
      setTrying(true);
      try {
        const read = await pool.tried({ name: 'rule.lua', text });
        if (over) return;
        setProcedure(read);
        setWrong('');
      } catch (error) {
        if (over) return;
        setProcedure(undefined);
        setWrong((error as Error).message);
      }
      setTrying(false);
    }, 400);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [pool, text]);

  const name = fileOf(procedure?.name ?? 'rule');
  const isKept = own.some((each) => each.text === text);
  const store = () => {
    keep([{ name, text }, ...own.filter((each) => each.name !== name)]);
    setSaid(`${name} is kept on this device. It is found by the search like any other.`);
  };
  const packed = procedure && known.get(procedure.name);
  return (
    <main class="ask even" id="main">
      <header>
        <h1>House rules</h1>
        <p class="quiet">A rule of your own in Lua: its odds appear as you write it. Or one of these games:</p>
        <div class="chips">
          {gallery.map(([game, file]) => (
            <button type="button" key={file} onClick={async () => setText(await exampleText(file))}>
              {game}
            </button>
          ))}
        </div>
      </header>
      <div class="question">
        <div class="field">
          <label for="which-rule">Start from</label>
          <select
            id="which-rule"
            value=""
            onChange={async (event) => {
              const which = event.currentTarget.value;
              event.currentTarget.value = '';
              const mine = own.find((each) => `own ${each.name}` === which);
              if (mine) setText(mine.text);
              else if (which === 'start') setText(start);
              else if (which) setText(await exampleText(which));
              setSaid('');
            }}
          >
            <option value="">a rule ...</option>
            <option value="start">the first rule: an ambush</option>
            {own.length > 0 && (
              <optgroup label="Kept on this device">
                {own.map((each) => (
                  <option key={each.name} value={`own ${each.name}`}>
                    {each.name}
                  </option>
                ))}
              </optgroup>
            )}
            <optgroup label="Examples of the program">
              {examples.map((each) => (
                <option key={each} value={each}>
                  {each}
                </option>
              ))}
            </optgroup>
          </select>
        </div>
        <div class="field">
          <label for="rule-text">The rule</label>
          <textarea
            id="rule-text"
            class="code"
            rows={22}
            spellcheck={false}
            autocapitalize="off"
            value={text}
            aria-invalid={wrong ? 'true' : undefined}
            aria-describedby="rule-said"
            onInput={(event) => setText(event.currentTarget.value)}
          />
          <p id="rule-said" class={wrong ? 'error' : 'help'} role="status">
            {wrong || (trying ? 'Reading the rule ...' : procedure ? `${procedure.name} can be played.` : '')}
          </p>
        </div>
        <div class="buttons">
          <button type="button" class="main" disabled={!procedure || isKept} onClick={store}>
            {isKept ? 'Kept' : 'Keep on this device'}
          </button>
          <button type="button" onClick={() => save(name, text)}>
            Save as a file
          </button>
          {isKept && (
            <button type="button" onClick={() => keep(own.filter((each) => each.text !== text))}>
              Take out
            </button>
          )}
          <label class="file">
            Read a file{' '}
            <input
              type="file"
              accept=".lua"
              onChange={async (event) => {
                const file = event.currentTarget.files?.[0];
                if (file) setText((await file.text()).slice(0, 60_000));
              }}
            />
          </label>
        </div>
        <p class="help" role="status">
          {said}
        </p>
        {isKept && packed && (
          <p>
            <a href={link({ procedure: packed.name, values: {}, options: usual, rule: packed.packed })}>
              Ask {packed.name}, and share it by its link
            </a>
          </p>
        )}
      </div>
      <div class="result">{procedure && <Try pool={pool} procedure={procedure} rule={{ name, text }} />}</div>
    </main>
  );
}
