import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { ManyAnswers } from '../answer/many';
import { OneAnswer } from '../answer/one';
import { Picture } from '../answer/picture';
import { HowItComes } from '../answer/why';
import { asked as keptAsked, type Shelf } from '../device/shelf';
import type { Keep } from '../device/store';
import type { Pool } from '../engine/pool';
import type { Library, Procedure } from '../engine/types';
import { Form } from '../form/form';
import { link, question, type Asked, type Values } from '../link';
import { Share } from '../share/share';
import { AnswerBar } from './answer_bar';
import { useAsking, usePinned, type Asking } from './asking';
import { Controls } from './controls';
import { Presets } from './presets';
import { inShort, sentence } from './sentence';
import { spoken } from '../words';

interface Props {
  pool: Pool;
  library: Library;
  asked: Asked;
  change: (asked: Asked, step?: boolean) => void;
  shelf: Shelf;
  keep: Keep<Shelf>;
}

/// What could not be answered, in the engine's words; the field has them too.
function Wrong({ asking, quiet }: { asking: Asking; quiet: boolean }) {
  const { refusal, broken } = asking;
  const field = refusal && document.querySelector<HTMLElement>(`#main form [name="${CSS.escape(refusal.parameter)}"]`);
  return (
    <>
      {broken && (
        <div role="alert">
          <p class="error">{broken}</p>
          <button type="button" onClick={asking.again}>
            Try again
          </button>
        </div>
      )}
      {refusal && (
        <p class={quiet ? 'help' : 'error'} role={quiet ? 'status' : 'alert'}>
          {field ? (
            <button type="button" class="small" onClick={() => field.focus()}>
              {spoken(refusal.parameter)}
            </button>
          ) : (
            refusal.parameter && <strong>{spoken(refusal.parameter)}</strong>
          )}{' '}
          {refusal.wrong}
          {refusal.right && `: ${refusal.right}`}
        </p>
      )}
    </>
  );
}

/// A question that lacks several parameters is refused as a whole: the first of them is the field to begin with.
function inField(refusal: Asking['refusal'], procedure: Procedure, values: Values): Asking['refusal'] {
  const needed = procedure.parameters.find((each) => each.default === null && !Object.hasOwn(values, each.name));
  return refusal && !refusal.parameter && needed ? { ...refusal, parameter: needed.name } : refusal;
}

/// The question on the left, its answer on the right; on a phone one below the other.
export function Ask({ pool, library, asked, change, shelf, keep }: Props) {
  const procedure = library.procedures.find((each) => each.name === asked.procedure)!;
  const presets = library.presets.filter((each) => each.procedure === procedure.name);
  const answered = useAsking(pool, asked);
  const refusal = useMemo(() => inField(answered.refusal, procedure, asked.values), [answered.refusal]);
  const asking = { ...answered, refusal };
  const pinned = usePinned(pool, asked);
  const [formOf, setFormOf] = useState(0);
  const [touched, setTouched] = useState(false);
  const result = useRef<HTMLDivElement>(null);
  const address = link(asked);
  const answers = asking.played ?? asking.exact;
  const one = answers?.length === 1 ? answers[0] : undefined;
  const said = one ? sentence(one, procedure) : answers ? `${answers.length} situations` : '';
  const name = said || procedure.summary;
  const wrong = asking.refusal?.wrong ?? asking.broken;

  // A question counts as asked once its answer has been in sight for a while.
  useEffect(() => {
    if (!asking.exact) return;
    const timer = setTimeout(() => keep((now) => keptAsked(now, { name, link: address })), 3000);
    return () => clearTimeout(timer);
  }, [address, asking.exact]);

  // A question that came with an address or a preset has the cursor where it is wrong. Who types is left where he is.
  useEffect(() => {
    if (touched || !asking.refusal?.parameter) return;
    document.querySelector<HTMLElement>(`#main form [name="${CSS.escape(asking.refusal.parameter)}"]`)?.focus();
  }, [asking.refusal]);

  const choose = (values: Values) => {
    change({ ...asked, values, say: undefined }, true);
    setFormOf(formOf + 1);
  };
  const simulatable =
    !asking.waiting && (asking.exact !== undefined || asking.refusal?.parameter === 'method' || asking.broken !== '');
  const shown = { pool, question: question(asked) };
  const missing = procedure.parameters.find((each) => each.name === asking.refusal?.parameter);
  const quiet = !touched && missing?.default === null && !Object.hasOwn(asked.values, missing.name);
  const type = (values: Values) => {
    setTouched(true);
    change({ ...asked, values, say: undefined }); // the sentence asks something else then
  };
  return (
    <main class="ask" id="main">
      <header>
        <h1>{procedure.summary.charAt(0).toUpperCase() + procedure.summary.slice(1)}</h1>
        <p class="quiet">
          {procedure.name} · {procedure.rule}
        </p>
        {asked.say && <p class="asked-so">“{asked.say}”</p>}
      </header>
      <div class="question">
        <Presets presets={presets} choose={choose} />
        <Form
          key={`${procedure.name} ${formOf}`}
          pool={pool}
          procedure={procedure}
          values={asked.values}
          refusal={asking.refusal}
          quiet={quiet}
          change={type}
        />
        {procedure.details && (
          <details>
            <summary>What counts, and what is left out</summary>
            <p class="details">{procedure.details}</p>
          </details>
        )}
      </div>
      <div class="result" aria-busy={asking.waiting} ref={result}>
        <Wrong asking={asking} quiet={quiet} />
        {said && !wrong && (
          <p class="headline" role="status">
            {said}
          </p>
        )}
        {pinned && (
          <p class="pinned">
            <span class="quiet">Pinned:</span> {sentence(pinned, procedure)}
          </p>
        )}
        {!answers && asking.waiting && <p class="help">Working it out ...</p>}
        {asking.slow && (
          <p class="help">
            This takes longer than usual.{' '}
            <button type="button" onClick={asking.giveUp}>
              Give the exact odds up
            </button>
          </p>
        )}
        {(simulatable || asking.progress !== undefined) && (
          <Controls
            asking={asking}
            asked={asked}
            name={name}
            single={one !== undefined}
            change={change}
            shelf={shelf}
            keep={keep}
          />
        )}
        {one && <OneAnswer answer={one} pinned={pinned} procedure={procedure} />}
        {answers && !one && <ManyAnswers {...shown} values={asked.values} answers={answers} procedure={procedure} />}
        {one && asking.exact && (
          <>
            <Picture {...shown} />
            <HowItComes {...shown} />
          </>
        )}
        {answers && <Share pool={pool} asked={asked} answers={answers} />}
      </div>
      <AnswerBar sentence={wrong ? '' : inShort(said)} place={result} />
    </main>
  );
}
