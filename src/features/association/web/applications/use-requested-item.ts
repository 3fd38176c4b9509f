import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { toRequestedItem, type RequestedItem } from '#features/association/web/queue-selection.ts';

/** The item requested by the URL, or by undoing a decision. Each navigation requests it again, even to the same URL. */
export function useRequestedItem(): [RequestedItem | null, (wanted: RequestedItem | null) => void] {
  const [params] = useSearchParams();
  const { key } = useLocation();
  const id = params.get('open');
  const [asked, setAsked] = useState({ key, wanted: toRequestedItem(id) });
  if (asked.key !== key) setAsked({ key, wanted: toRequestedItem(id) });
  return [asked.wanted, (wanted) => setAsked((former) => ({ ...former, wanted }))];
}
