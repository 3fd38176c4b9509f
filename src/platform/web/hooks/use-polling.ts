import { useEffect, useEffectEvent, useState } from 'react';

const minIntervalMs = 1_000;
const maxIntervalMs = 15_000;
/** Reached after about half a minute. */
const slowAfterAttempts = 5;

interface PollingOptions {
  /** Identifies the polled object; null pauses polling. */
  about: string | null;
  /** Resolves to true when polling can end. */
  ask: () => Promise<boolean>;
  /** Polls a single time, for a result that the person is not waiting for. */
  isOnce?: boolean;
}

/** Polls with growing intervals until `ask` resolves to true. `isSlow` reports a long wait or a failed request. */
export function usePolling({ about, ask, isOnce = false }: PollingOptions): { isSlow: boolean } {
  const [slow, setSlow] = useState<string | null>(null);
  const runAsk = useEffectEvent(ask);
  useEffect(() => {
    if (about === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isStopped = false;
    const poll = async (attempt: number) => {
      const isDone = await runAsk().catch(() => {
        if (!isStopped) setSlow(about);
        return false;
      });
      if (isStopped || isDone || isOnce) return;
      if (attempt >= slowAfterAttempts) setSlow(about);
      timer = setTimeout(() => void poll(attempt + 1), Math.min(minIntervalMs * 2 ** attempt, maxIntervalMs));
    };
    void poll(0);
    return () => {
      isStopped = true;
      clearTimeout(timer);
    };
  }, [about, isOnce]);
  return { isSlow: about !== null && slow === about };
}
