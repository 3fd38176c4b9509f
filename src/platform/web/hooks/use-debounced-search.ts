import { useEffect, useRef, useState } from 'react';

const debounceMs = 250;

/** What is typed into a search that the address keeps. It is asked for when a word is typed, not at each letter of it. */
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
    // The address was changed elsewhere, such as by going back.
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
  return { typed, setTyped };
}
