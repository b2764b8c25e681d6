import { useEffect, useRef, useState } from 'preact/hooks';
import type { Pool } from '../engine/pool';
import { Stopped } from '../engine/thread';
import { Refused } from '../engine/refused';
import type { Answer, Refusal } from '../engine/types';
import { question, type Asked } from '../link';

export interface Asking {
  exact: Answer[] | undefined; // of the form as it is, or as it was for the last answer
  played: Answer[] | undefined; // with the trials simulated so far
  refusal: Refusal | undefined;
  waiting: boolean;
  slow: boolean; // the answer has taken long already
  progress: number | undefined; // 0 to 1 while it simulates
  broken: string;
  simulate: () => void;
  stop: () => void;
  giveUp: () => void;
  again: () => void;
}

const pause = 60; // ms without a key before the engine is asked
const long = 1500; // ms
const shards = 24;

/// Asks the engine for the exact answer to the form, and simulates when wanted.
export function useAsking(pool: Pool, asked: Asked): Asking {
  const [exact, setExact] = useState<Answer[]>();
  const [played, setPlayed] = useState<Answer[]>();
  const [refusal, setRefusal] = useState<Refusal>();
  const [waiting, setWaiting] = useState(true);
  const [slow, setSlow] = useState(false);
  const [progress, setProgress] = useState<number>();
  const [broken, setBroken] = useState('');
  const [attempt, setAttempt] = useState(0);
  const playing = useRef<AbortController>();
  const first = useRef(true);
  const text = JSON.stringify(question(asked));

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
    const wait = first.current ? 0 : pause;
    first.current = false;
    const timer = setTimeout(async () => {
      try {
        const answers = await pool.exact(question(asked));
        if (over) return;
        setExact(answers);
        setRefusal(undefined);
        setBroken('');
      } catch (error) {
        if (over || error instanceof Stopped) return;
        setExact(undefined);
        setRefusal(undefined);
        failed(error);
      }
      if (!over) setWaiting(false);
    }, wait);
    const lasting = setTimeout(() => setSlow(true), long);
    return () => {
      over = true;
      clearTimeout(timer);
      clearTimeout(lasting);
      setSlow(false);
      stop();
    };
  }, [pool, text, attempt]);

  const simulate = async () => {
    stop();
    const control = new AbortController();
    playing.current = control;
    setProgress(0);
    setBroken('');
    // A question without an exact answer can still be simulated.
    const method = exact ? 'both' : 'monte-carlo';
    try {
      await pool.simulate(
        { ...question(asked), method },
        shards,
        (now) => {
          setPlayed(now.answers);
          setProgress(now.done / now.shards);
          if (!exact) setRefusal(undefined);
        },
        control.signal,
      );
    } catch (error) {
      if (!control.signal.aborted) failed(error);
    }
    if (playing.current === control) {
      playing.current = undefined;
      setProgress(undefined);
    }
  };

  const giveUp = () => {
    pool.giveUp();
    setWaiting(false);
    setExact(undefined);
    setBroken('The exact odds were given up. You can simulate instead.');
  };

  return {
    exact,
    played,
    refusal,
    waiting,
    slow: slow && waiting,
    progress,
    broken,
    simulate,
    stop,
    giveUp,
    again: () => setAttempt(attempt + 1),
  };
}

/// The exact answer of the pinned situation; undefined if there is none.
export function usePinned(pool: Pool, asked: Asked): Answer | undefined {
  const [answer, setAnswer] = useState<Answer>();
  const text = asked.against && JSON.stringify(question({ ...asked, values: asked.against }));
  useEffect(() => {
    setAnswer(undefined);
    if (!text) return;
    let over = false;
    pool
      .look<{ answers: Answer[] }>({ do: 'ask', question: { ...JSON.parse(text), method: 'exact' } })
      .then(({ answers }) => !over && setAnswer(answers.length === 1 ? answers[0] : undefined))
      .catch(() => undefined); // a pinned situation from a faulty address is not shown
    return () => {
      over = true;
    };
  }, [pool, text]);
  return answer;
}
