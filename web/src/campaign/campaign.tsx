import { useEffect, useState } from 'preact/hooks';
import { save } from '../device/files';
import { useKept } from '../device/store';
import { useLook } from '../answer/look';
import { pictureWidth } from '../answer/drawing';
import type { Pool } from '../engine/pool';
import type { Library } from '../engine/types';
import { readDraft, type Draft, type PlanText } from './draft';
import { Editor } from './editor';
import { days, useGroups } from './groups';
import { shippedBudgets, shippedPlans, shippedText } from './plans';
import { Result, type Played } from './result';

const shortPlan = 10; // lines that are shown at first
const blank = 'date,side,group,quantity\n1942-10-17,german,Rifle Coy,1\n';

function request(draft: Draft): object | undefined {
  if (draft.plans.length === 0) return undefined;
  const word = (text: string) => (text.trim() === '' ? undefined : text);
  return {
    do: 'campaign',
    plans: draft.plans,
    budget: word(draft.budget),
    battery_full: word(draft.batteryFull),
    measure: draft.measure,
    width: pictureWidth(),
  };
}

/// A purchase plan of the Red Barricades campaign, and its results.
export function Campaign({ pool, library, wanted }: { pool: Pool; library: Library; wanted: string }) {
  const [draft, keep] = useKept('campaign', readDraft);
  const [asked, setAsked] = useState(draft);
  const [said, setSaid] = useState('');
  const groups = useGroups(pool, library);
  const { result, wrong, waiting } = useLook<Played>(pool, request(asked));

  // Plays the plan once nothing has changed for a while.
  useEffect(() => {
    const timer = setTimeout(() => setAsked(draft), 500);
    return () => clearTimeout(timer);
  }, [JSON.stringify(draft)]);

  const put = (plan: PlanText, at: number) =>
    keep({ ...draft, plans: [...draft.plans.slice(0, at), plan, ...draft.plans.slice(at + 1)] });
  const fetched = async (file: string, then: (text: string) => void) => {
    try {
      then(await shippedText(file));
    } catch (error) {
      setSaid((error as Error).message);
    }
  };
  useEffect(() => {
    if (wanted && !draft.plans.some((each) => each.name === wanted))
      fetched(wanted, (text) => put({ name: wanted, text }, 0));
  }, [wanted]);

  const choosePlan = (at: number) => (
    <div class="field">
      <label for={`plan-${at}`}>{at === 0 ? 'Plan' : 'A second plan to compare'}</label>
      <select
        id={`plan-${at}`}
        value=""
        onChange={(event) => {
          const file = event.currentTarget.value;
          event.currentTarget.value = '';
          if (file === 'blank') put({ name: at === 0 ? 'plan.csv' : 'plan-b.csv', text: blank }, at);
          else if (file === 'none') keep({ ...draft, plans: draft.plans.slice(0, 1) });
          else if (file) fetched(file, (text) => put({ name: file, text }, at));
        }}
      >
        <option value="">{draft.plans[at] ? draft.plans[at].name : 'choose one ...'}</option>
        <option value="blank">an empty plan to fill</option>
        {at === 1 && <option value="none">no second plan</option>}
        {shippedPlans.map((each) => (
          <option key={each.file} value={each.file}>
            {each.meaning}
          </option>
        ))}
      </select>
      <label class="file">
        Read a file{' '}
        <input
          type="file"
          accept=".csv,text/csv"
          onChange={async (event) => {
            const file = event.currentTarget.files?.[0];
            if (file) put({ name: file.name, text: await file.text() }, at);
          }}
        />
      </label>
    </div>
  );

  return (
    <main class="ask" id="main">
      <header>
        <h1>Campaign</h1>
        <p class="quiet">What the purchases of Red Barricades, Campaign Game III, are likely to bring</p>
      </header>
      <div class="question">
        {choosePlan(0)}
        {draft.plans.map((plan, i) => (
          <details key={i} open={i === 0 && plan.text.split('\n').length < shortPlan}>
            <summary>{plan.name}: its lines</summary>
            <Editor
              text={plan.text}
              days={days(library)}
              groups={groups}
              change={(text) => put({ ...plan, text }, i)}
            />
            <button type="button" onClick={() => save(plan.name, plan.text, 'text/csv')}>
              Save {plan.name}
            </button>
          </details>
        ))}
        {draft.plans.length > 0 && choosePlan(1)}
        <div class="field">
          <label for="budget">CPP</label>
          <select
            id="budget"
            value=""
            onChange={(event) => {
              const file = event.currentTarget.value;
              event.currentTarget.value = '';
              if (file === 'none') keep({ ...draft, budget: '' });
              else if (file) fetched(file, (budget) => keep({ ...draft, budget }));
            }}
          >
            <option value="">
              {draft.budget
                ? 'a budget: the plan is bought in its order'
                : 'no budget: everything is bought on its day'}
            </option>
            <option value="none">no budget</option>
            {shippedBudgets.map((each) => (
              <option key={each.file} value={each.file}>
                {each.meaning}
              </option>
            ))}
          </select>
          {draft.budget && (
            <details>
              <summary>The budget</summary>
              <textarea
                aria-label="The budget: date,side,cpp"
                rows={8}
                value={draft.budget}
                spellcheck={false}
                onInput={(event) => keep({ ...draft, budget: event.currentTarget.value })}
              />
            </details>
          )}
        </div>
        <div class="field">
          <label for="battery-full">Highest Final DR for a battery at Full Strength</label>
          <input
            id="battery-full"
            inputMode="numeric"
            value={draft.batteryFull}
            onInput={(event) => keep({ ...draft, batteryFull: event.currentTarget.value })}
          />
          <p class="help">Only for plans with Gun batteries, HW or MOL-P Platoons: the number on your own chart.</p>
        </div>
      </div>
      <div class="result" aria-busy={waiting}>
        <p class="help" role="status">
          {said}
          {draft.plans.length === 0 &&
            'Choose a plan: one that comes with the program, a file of yours, or an empty one.'}
          {waiting && ' Playing the campaign ...'}
        </p>
        {wrong && (
          <p class="error" role="alert">
            {wrong}
          </p>
        )}
        {result && <Result played={result} measure={draft.measure} choose={(measure) => keep({ ...draft, measure })} />}
      </div>
    </main>
  );
}
