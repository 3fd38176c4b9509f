import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { toRequestedItem, type RequestedItem } from '#features/association/web/queue-selection.ts';

/** What the address asks for, or the clerk by an undo. Each opening of an address asks anew, also of the same one. */
export function useRequestedItem(): [RequestedItem | null, (wanted: RequestedItem | null) => void] {
  const [params] = useSearchParams();
  const { key } = useLocation();
  const id = params.get('open');
  const [asked, setAsked] = useState({ key, wanted: toRequestedItem(id) });
  if (asked.key !== key) setAsked({ key, wanted: toRequestedItem(id) });
  return [asked.wanted, (wanted) => setAsked((former) => ({ ...former, wanted }))];
}
