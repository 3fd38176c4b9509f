import { useEffect, useState } from 'react';

/** Keeps the screen on while mounted, if the browser can, and returns whether it does. */
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
        // A low battery or missing permission: the screen turns off as usual.
      }
    };
    const askQuietly = () => void ask();
    askQuietly();
    // Browsers release the lock whenever the page is hidden.
    document.addEventListener('visibilitychange', askQuietly);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', askQuietly);
      void lock?.release();
    };
  }, []);
  return isAwake;
}
