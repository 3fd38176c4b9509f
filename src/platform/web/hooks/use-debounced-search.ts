import { useEffect, useRef, useState } from 'react';

const debounceMs = 250;

/** The typed text of a search whose query is stored in the URL. The URL changes after a pause, not on each letter. */
export function useDebouncedSearch(search: string, onSearch: (search: string) => void) {
  const [typed, setTyped] = useState(search);
  const [seen, setSeen] = useState(search);
  const [sent, setSent] = useState(search);
  const send = useRef(onSearch);
  useEffect(() => {
    send.current = onSearch;
  });
  if (search !== seen) {
    setSeen(search);
    // The URL was changed elsewhere, for example by going back.
    if (search !== sent) {
      setTyped(search);
      setSent(search);
    }
  }
  useEffect(() => {
    const next = typed.trim();
    if (next === search) return;
    const timer = setTimeout(() => {
      setSent(next);
      send.current(next);
    }, debounceMs);
    return () => clearTimeout(timer);
  }, [typed, search]);
  /** Searches immediately, for the Enter key. */
  const flush = () => {
    const next = typed.trim();
    if (next === search) return;
    setSent(next);
    send.current(next);
  };
  return { typed, setTyped, flush, isPending: typed.trim() !== search };
}
