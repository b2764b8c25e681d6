import { useState } from 'preact/hooks';
import type { Pool } from '../engine/pool';
import type { Question } from '../engine/types';
import { Drawing, pictureWidth } from './drawing';
import { useLook } from './look';

/// The distribution as the program draws it, once it is opened.
export function Picture({ pool, question }: { pool: Pool; question: Question }) {
  const [open, setOpen] = useState(false);
  const request = open
    ? { do: 'picture', question: { ...question, method: 'exact' }, width: pictureWidth() }
    : undefined;
  const { result, wrong } = useLook<{ svg: string }>(pool, request);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Picture</summary>
      {result && <Drawing svg={result.svg} />}
      {wrong && <p class="help">There is no picture: {wrong}</p>}
    </details>
  );
}
