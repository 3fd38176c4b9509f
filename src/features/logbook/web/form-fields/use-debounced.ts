import { useEffect, useState } from 'react';

/** The value after it has been stable for a while, which limits requests while typing. */
export function useDebounced<Value>(value: Value, quietMs: number): Value {
  const [quiet, setQuiet] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(value), quietMs);
    return () => clearTimeout(timer);
  }, [value, quietMs]);
  return quiet;
}
