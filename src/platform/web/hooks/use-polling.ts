import { useEffect, useEffectEvent, useState } from 'react';

const minIntervalMs = 1_000;
const maxIntervalMs = 15_000;
/** About half a minute of asking. */
const slowAfterAttempts = 5;

interface PollingOptions {
  /** What is asked about; null while there is nothing to ask. */
  about: string | null;
  /** True once there is nothing more to ask. */
  ask: () => Promise<boolean>;
  /** Nobody waits for the answer: asked once it has been asked enough. */
  isOnce?: boolean;
}

/** Asks until the answer is there, less and less often. Slow is one that takes long, or that cannot be asked. */
export function usePolling({ about, ask, isOnce = false }: PollingOptions): { isSlow: boolean } {
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
      if (times >= slowAfterAttempts) setSlow(about);
      timer = setTimeout(() => void askAgain(times + 1), Math.min(minIntervalMs * 2 ** times, maxIntervalMs));
    };
    void askAgain(0);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [about, isOnce]);
  return { isSlow: about !== null && slow === about };
}
