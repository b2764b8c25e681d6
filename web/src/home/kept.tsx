import { useState } from 'preact/hooks';
import { backup, restored } from '../device/backup';
import { save } from '../device/files';
import type { Kept } from '../device/shelf';
import { Entry } from './entries';

function readable(link: string): string {
  try {
    return decodeURIComponent(link.slice(2).replace(/\+/g, ' ')).slice(0, 160);
  } catch {
    return link.slice(2, 160);
  }
}

/// A list of questions as links.
export function KeptList({ title, kept, remove }: { title: string; kept: Kept[]; remove?: (kept: Kept) => void }) {
  if (kept.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <ul class="entries">
        {kept.map((each) => (
          <li key={each.link} class="with-button">
            <ul class="entries">
              <Entry to={each.link} title={each.name} note={readable(each.link)} />
            </ul>
            {remove && (
              <button type="button" aria-label={`Take ${each.name} out`} onClick={() => remove(each)}>
                ×
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/// Saves everything kept on the device to a file, and reads it back.
export function Backup() {
  const [said, setSaid] = useState('');
  const read = async (file: File | undefined) => {
    if (!file) return;
    try {
      setSaid(restored(await file.text()));
    } catch (error) {
      setSaid((error as Error).message);
    }
  };
  return (
    <details>
      <summary>Everything kept on this device: to a file and back</summary>
      <p class="help">
        Favourites, the dice of your games, campaign plans and house rules stay in this browser. Take them along as a
        file.
      </p>
      <div class="buttons">
        <button type="button" onClick={() => save('combat-odds-kept.json', backup(), 'application/json')}>
          Save as a file
        </button>
        <label class="file">
          Read a file{' '}
          <input
            type="file"
            accept="application/json,.json"
            onChange={(event) => read(event.currentTarget.files?.[0])}
          />
        </label>
      </div>
      <p class="help" role="status">
        {said}
      </p>
    </details>
  );
}
