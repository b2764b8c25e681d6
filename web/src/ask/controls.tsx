import { isFavourite, toggled, type Shelf } from '../device/shelf';
import type { Keep } from '../device/store';
import { link, type Asked } from '../link';
import type { Asking } from './asking';

const trialChoices = ['1M', '10M', '100M', '1G'];

interface Props {
  asking: Asking;
  asked: Asked;
  name: string;
  single: boolean;
  change: (asked: Asked) => void;
  shelf: Shelf;
  keep: Keep<Shelf>;
}

function inWords(trials: number): string {
  return trials.toLocaleString('en');
}

/// Buttons to simulate and stop, to pin, and to keep.
export function Controls({ asking, asked, name, single, change, shelf, keep }: Props) {
  const favourite = isFavourite(shelf, link(asked));
  const setTrials = (trials: string) => change({ ...asked, options: { ...asked.options, trials } });
  const played = asking.played?.[0]?.trials ?? 0;
  return (
    <div class="controls">
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
        <select
          aria-label="Trials"
          value={asked.options.trials}
          onChange={(event) => setTrials(event.currentTarget.value)}
        >
          {[...new Set([...trialChoices, asked.options.trials])].map((each) => (
            <option key={each} value={each}>
              {each} trials
            </option>
          ))}
        </select>
        {single && (
          <button
            type="button"
            aria-pressed={asked.against !== undefined}
            onClick={() => change({ ...asked, against: asked.against ? undefined : { ...asked.values } })}
          >
            {asked.against ? 'Unpin' : 'Pin to compare'}
          </button>
        )}
        <button
          type="button"
          aria-pressed={favourite}
          onClick={() => keep((now) => toggled(now, { name, link: link(asked) }))}
        >
          {favourite ? '★ Kept' : '☆ Keep'}
        </button>
      </div>
      {asking.progress !== undefined && <progress aria-label="Trials played" value={asking.progress} max={1} />}
      <p class="help" role="status">
        {played > 0 && `${inWords(played)} trials played${asking.progress === undefined ? '.' : ' ...'}`}
      </p>
    </div>
  );
}
