import { useEffect, useState } from 'react';

/** The value once it has been the same for a while: nobody is asked for every letter. */
export function useDebounced<Value>(value: Value, quietMs: number): Value {
  const [quiet, setQuiet] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(value), quietMs);
    return () => clearTimeout(timer);
  }, [value, quietMs]);
  return quiet;
}
