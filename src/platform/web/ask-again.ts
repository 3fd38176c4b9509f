import { useEffect, useEffectEvent, useState } from 'react';

const shortestMs = 1_000;
const longestMs = 15_000;
/** About half a minute of asking. */
const patience = 5;

interface Question {
  /** What is asked about; null while there is nothing to ask. */
  about: string | null;
  /** True once there is nothing more to ask. */
  ask: () => Promise<boolean>;
  /** Nobody waits for the answer: asked once it has been asked enough. */
  isOnce?: boolean;
}

/** Asks until the answer is there, less and less often. Slow is one that takes long, or that cannot be asked. */
export function useAskAgain({ about, ask, isOnce = false }: Question): { isSlow: boolean } {
  const [slow, setSlow] = useState<string | null>(null);
  const askNow = useEffectEvent(ask);
  useEffect(() => {
    if (about === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const askAgain = async (times: number) => {
      const isDone = await askNow().catch(() => {
        if (!isOver) setSlow(about);
        return false;
      });
      if (isOver || isDone || isOnce) return;
      if (times >= patience) setSlow(about);
      timer = setTimeout(() => void askAgain(times + 1), Math.min(shortestMs * 2 ** times, longestMs));
    };
    void askAgain(0);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [about, isOnce]);
  return { isSlow: about !== null && slow === about };
}
