import { useEffect, useState } from 'react';

/** Keeps the screen on while this is shown, where the browser can. Says whether it does. */
export function useWakeLock(): boolean {
  const [isAwake, setIsAwake] = useState(false);
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let isOver = false;
    const ask = async () => {
      if (!('wakeLock' in navigator) || document.visibilityState !== 'visible') return;
      try {
        lock = await navigator.wakeLock.request('screen');
        if (isOver) return void lock.release();
        setIsAwake(true);
        lock.addEventListener('release', () => setIsAwake(false));
      } catch {
        // A battery that is low, or a browser that may not: the screen goes dark as it always does.
      }
    };
    const askQuietly = () => void ask();
    askQuietly();
    // The browser lets go of it whenever the page is hidden.
    document.addEventListener('visibilitychange', askQuietly);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', askQuietly);
      void lock?.release();
    };
  }, []);
  return isAwake;
}
