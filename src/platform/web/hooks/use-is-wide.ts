import { useSyncExternalStore } from 'react';

/** The width from which a detail is shown beside its list. */
const wideQuery = '(min-width: 1280px)';

function subscribeToWidth(listener: () => void): () => void {
  const wide = matchMedia(wideQuery);
  wide.addEventListener('change', listener);
  return () => wide.removeEventListener('change', listener);
}

/** The server doesn't know the width. Screens whose layout depends on it are rendered in the browser. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    subscribeToWidth,
    () => matchMedia(wideQuery).matches,
    () => false,
  );
}
