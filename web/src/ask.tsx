import { useEffect, useState } from 'preact/hooks';
import { ManyAnswers, OneAnswer, Picture } from './answer';
import { useAsking } from './asking';
import { toggled, asked as keptAsked, type Shelf } from './device';
import type { Pool } from './engine/pool';
import type { Answer, Library } from './engine/types';
import { Form } from './form';
import { link, question, type Asked } from './link';
import { Share } from './share';

const trialChoices = ['1M', '10M', '100M', '1G'];

interface Props {
  pool: Pool;
  library: Library;
  asked: Asked;
  change: (asked: Asked) => void;
  shelf: Shelf;
  keep: (shelf: Shelf) => void;
}

/// The question left, its answer right; one below the other on a phone.
export function Ask({ pool, library, asked, change, shelf, keep }: Props) {
  const procedure = library.procedures.find((each) => each.name === asked.procedure)!;
  const presets = library.presets.filter((each) => each.procedure === procedure.name);
  const asking = useAsking(pool, asked);
  const [pinned, setPinned] = useState<Answer>();
  const [formOf, setFormOf] = useState(0);
  const [pictured, setPictured] = useState(false);
  const address = link(asked);
  const answers = asking.played ?? asking.exact;
  const name = answers?.length === 1 && answers[0].headline ? answers[0].headline : procedure.name;
  const favourite = shelf.favourites.some((each) => each.link === address);

  // A question counts as asked when its answer was looked at for a while.
  useEffect(() => {
    if (!asking.exact) return;
    const timer = setTimeout(() => keep(keptAsked(shelf, { name, link: address })), 3000);
    return () => clearTimeout(timer);
  }, [address, asking.exact]);

  const elsewhere = asking.refusal && !procedure.parameters.some((each) => each.name === asking.refusal!.parameter);
  const simulatable = !asking.waiting && (asking.exact !== undefined || asking.refusal?.parameter === 'method');
  return (
    <main class="ask">
      <header>
        <h1>{procedure.name}</h1>
        <p>
          {procedure.summary} <small>({procedure.rule})</small>
        </p>
      </header>
      <div class="question">
        {presets.length > 0 && (
          <label>
            Start from
            <select
              value=""
              onChange={(event) => {
                const preset = presets.find((each) => each.name === event.currentTarget.value);
                event.currentTarget.value = '';
                if (!preset) return;
                change({ ...asked, values: { ...preset.parameters } });
                setFormOf(formOf + 1);
              }}
            >
              <option value="">a preset ...</option>
              {presets.map((each) => (
                <option key={each.name} value={each.name}>
                  {each.meaning}
                </option>
              ))}
            </select>
          </label>
        )}
        <Form key={`${procedure.name} ${formOf}`} pool={pool} procedure={procedure} values={asked.values} refusal={asking.refusal} change={(values) => change({ ...asked, values })} />
        <details>
          <summary>What the rule file says</summary>
          <p class="details">{procedure.details}</p>
        </details>
      </div>
      <div class="result" aria-busy={asking.waiting}>
        {asking.broken && (
          <p class="error" role="alert">
            {asking.broken}
          </p>
        )}
        {asking.refusal && (
          <p class="error" role="alert">
            {elsewhere ? '' : `${asking.refusal.parameter} `}
            {asking.refusal.wrong}
            {asking.refusal.right && `: ${asking.refusal.right}`}
          </p>
        )}
        {!answers && asking.waiting && <p class="help">Working it out ...</p>}
        {simulatable && (
          <div class="buttons">
            {asking.progress === undefined ? (
              <button type="button" class="main" onClick={asking.simulate}>
                Simulate
              </button>
            ) : (
              <button type="button" class="main" onClick={asking.stop}>
                Stop
              </button>
            )}
            <label class="inline">
              <span class="unseen">Trials</span>
              <select value={asked.options.trials} onChange={(event) => change({ ...asked, options: { ...asked.options, trials: event.currentTarget.value } })}>
                {[...new Set([...trialChoices, asked.options.trials])].map((each) => (
                  <option key={each} value={each}>
                    {each} trials
                  </option>
                ))}
              </select>
            </label>
            <button type="button" aria-pressed={favourite} onClick={() => keep(toggled(shelf, { name, link: address }))}>
              {favourite ? '★ Kept' : '☆ Keep'}
            </button>
            {answers?.length === 1 && (
              <button type="button" aria-pressed={pinned !== undefined} onClick={() => setPinned(pinned ? undefined : answers[0])}>
                {pinned ? 'Unpin' : 'Pin to compare'}
              </button>
            )}
          </div>
        )}
        {asking.progress !== undefined && <progress aria-label="Trials played" value={asking.progress} max={1} />}
        {asking.played && (
          <p class="help" role="status">
            {asking.played[0].trials.toLocaleString('en')} trials played{asking.progress === undefined ? '.' : ' ...'}
          </p>
        )}
        {answers?.length === 1 && <OneAnswer answer={answers[0]} pinned={pinned?.procedure === procedure.name ? pinned : undefined} procedure={procedure} />}
        {answers && answers.length > 1 && <ManyAnswers answers={answers} procedure={procedure} />}
        {asking.exact && (
          <>
            <details onToggle={(event) => setPictured(event.currentTarget.open)}>
              <summary>Picture</summary>
              <Picture pool={pool} question={question(asked)} shown={pictured} />
            </details>
            <Share pool={pool} asked={asked} />
          </>
        )}
      </div>
    </main>
  );
}
