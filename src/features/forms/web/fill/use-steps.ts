import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/**
 * The phone's steps (each form, then the signature) have their own URL, so the browser's back button works. A URL
 * without a step opens `first`.
 */
export function useSteps(count: number, first: number): { step: number; go: (step: number) => void } {
  const [query, setQuery] = useSearchParams();
  const requested = Number(query.get('step') ?? first + 1);
  const step = Number.isInteger(requested) && requested >= 1 && requested <= count ? requested - 1 : 0;
  const go = useCallback(
    (next: number) => {
      setQuery(
        (previous) => {
          const params = new URLSearchParams(previous);
          params.set('step', String(next + 1));
          return params;
        },
        // The update is synchronous, because code that jumps to a question needs it rendered.
        { flushSync: true },
      );
    },
    [setQuery],
  );
  return { step, go };
}
