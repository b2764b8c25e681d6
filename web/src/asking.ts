import { useEffect, useRef, useState } from 'preact/hooks';
import { Stopped, type Pool } from './engine/pool';
import { Refused, type Answer, type Refusal } from './engine/types';
import { question, type Asked } from './link';

export interface Asking {
  exact: Answer[] | undefined; // of what stands in the form, or of what stood there last
  played: Answer[] | undefined; // with what was simulated so far
  refusal: Refusal | undefined;
  waiting: boolean;
  progress: number | undefined; // 0 to 1 while it plays
  broken: string;
  simulate: () => void;
  stop: () => void;
}

const pause = 80; // ms without a key before it is asked
const shards = 24;

/// Asks the engine whatever the form says, and plays it when wanted.
export function useAsking(pool: Pool, asked: Asked): Asking {
  const [exact, setExact] = useState<Answer[]>();
  const [played, setPlayed] = useState<Answer[]>();
  const [refusal, setRefusal] = useState<Refusal>();
  const [waiting, setWaiting] = useState(true);
  const [progress, setProgress] = useState<number>();
  const [broken, setBroken] = useState('');
  const playing = useRef<AbortController>();
  const text = JSON.stringify(asked);

  const stop = () => {
    playing.current?.abort();
    playing.current = undefined;
    setProgress(undefined);
  };
  const failed = (error: unknown) => {
    if (error instanceof Stopped) return;
    if (error instanceof Refused) setRefusal(error.refusal);
    else setBroken((error as Error).message);
  };

  useEffect(() => {
    let over = false;
    stop();
    setPlayed(undefined);
    setWaiting(true);
    const timer = setTimeout(async () => {
      try {
        const answers = await pool.exact(question(asked));
        if (over) return;
        setExact(answers);
        setRefusal(undefined);
        setBroken('');
      } catch (error) {
        if (over) return;
        setExact(undefined);
        setRefusal(undefined);
        failed(error);
      }
      if (!over) setWaiting(false);
    }, pause);
    return () => {
      over = true;
      clearTimeout(timer);
      stop();
    };
  }, [pool, text]);

  const simulate = async () => {
    stop();
    const control = new AbortController();
    playing.current = control;
    setProgress(0);
    // What has no exact answer is played all the same.
    const method = exact ? 'both' : 'monte-carlo';
    try {
      await pool.simulate({ ...question(asked), method }, shards, (now) => {
        setPlayed(now.answers);
        setProgress(now.done / now.shards);
        if (!exact) setRefusal(undefined);
      }, control.signal);
    } catch (error) {
      if (!control.signal.aborted) failed(error);
    }
    if (playing.current === control) {
      playing.current = undefined;
      setProgress(undefined);
    }
  };

  return { exact, played, refusal, waiting, progress, broken, simulate, stop };
}
