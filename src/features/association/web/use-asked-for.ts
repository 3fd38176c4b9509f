import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { wantedOf, type Wanted } from './desk-place.ts';

/** What the address asks for, or the clerk by an undo. Each opening of an address asks anew, also of the same one. */
export function useAskedFor(): [Wanted | null, (wanted: Wanted | null) => void] {
  const [params] = useSearchParams();
  const { key } = useLocation();
  const id = params.get('open');
  const [asked, setAsked] = useState({ key, wanted: wantedOf(id) });
  if (asked.key !== key) setAsked({ key, wanted: wantedOf(id) });
  return [asked.wanted, (wanted) => setAsked((former) => ({ ...former, wanted }))];
}
