import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/** On a phone one form after the other, and then the signature. Each step is an address: the way back is the browser's. */
export function useSteps(count: number): { step: number; go: (step: number) => void } {
  const [query, setQuery] = useSearchParams();
  const asked = Number(query.get('step') ?? 1);
  const step = Number.isInteger(asked) && asked >= 1 && asked <= count ? asked - 1 : 0;
  const go = useCallback(
    (next: number) => {
      setQuery(
        (former) => {
          const changed = new URLSearchParams(former);
          if (next === 0) changed.delete('step');
          else changed.set('step', String(next + 1));
          return changed;
        },
        // Whoever jumps to a question finds it there.
        { flushSync: true },
      );
    },
    [setQuery],
  );
  return { step, go };
}
