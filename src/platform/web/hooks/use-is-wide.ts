import { useSyncExternalStore } from 'react';

/** The width from which a detail is shown beside its list. */
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
