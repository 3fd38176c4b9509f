import { useEffect, useRef } from 'react';

/**
 * Scrolls feedback into view when it appears, because on phones it may be above the fold or behind a bar. The page's
 * scroll padding keeps it clear of the bars.
 */
export function useScrollIntoView<Shown extends HTMLElement>(feedback: string | number | false | null) {
  const ref = useRef<Shown>(null);
  useEffect(() => {
    if (feedback !== false && feedback !== null) ref.current?.scrollIntoView({ block: 'nearest' });
  }, [feedback]);
  return ref;
}
