import { useEffect, useState } from 'react';

/** Keeps the screen on while mounted, if the browser can, and returns whether it does. */
export function useWakeLock(): boolean {
  const [isAwake, setIsAwake] = useState(false);
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let isUnmounted = false;
    const acquire = async () => {
      if (!('wakeLock' in navigator) || document.visibilityState !== 'visible') return;
      try {
        lock = await navigator.wakeLock.request('screen');
        if (isUnmounted) return void lock.release();
        setIsAwake(true);
        lock.addEventListener('release', () => setIsAwake(false));
      } catch {
        // A low battery or missing permission: the screen turns off as usual.
      }
    };
    const tryAcquire = () => void acquire();
    tryAcquire();
    // Browsers release the lock whenever the page is hidden.
    document.addEventListener('visibilitychange', tryAcquire);
    return () => {
      isUnmounted = true;
      document.removeEventListener('visibilitychange', tryAcquire);
      void lock?.release();
    };
  }, []);
  return isAwake;
}
