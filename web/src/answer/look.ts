import { useEffect, useState } from 'preact/hooks';
import type { Pool } from '../engine/pool';
import { Stopped } from '../engine/thread';

export interface Looked<Result> {
  result: Result | undefined; // of the last request answered
  wrong: string;
  waiting: boolean;
}

/// Sends the engine a further request whenever it changes; none if it is undefined.
export function useLook<Result>(pool: Pool, request: object | undefined): Looked<Result> {
  const [looked, setLooked] = useState<Looked<Result>>({ result: undefined, wrong: '', waiting: false });
  const text = request && JSON.stringify(request);
  useEffect(() => {
    if (!text) return;
    let over = false;
    setLooked((before) => ({ ...before, waiting: true }));
    pool
      .look<Result>(JSON.parse(text))
      .then((result) => !over && setLooked({ result, wrong: '', waiting: false }))
      .catch((error: Error) => {
        if (!over)
          setLooked({ result: undefined, wrong: error instanceof Stopped ? '' : error.message, waiting: false });
      });
    return () => {
      over = true;
    };
  }, [pool, text]);
  return text ? looked : { result: undefined, wrong: '', waiting: false };
}
