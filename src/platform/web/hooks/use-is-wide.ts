import { useSyncExternalStore } from 'react';

/** From here on a detail stands beside its list. */
const wide = matchMedia('(min-width: 1280px)');

export function useIsWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      wide.addEventListener('change', listener);
      return () => wide.removeEventListener('change', listener);
    },
    () => wide.matches,
  );
}
