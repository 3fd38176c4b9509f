import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { toRequestedItem, type RequestedItem } from '#features/association/web/queue-selection.ts';

/** The item requested by the URL, or by undoing a decision. Each navigation requests it again, even to the same URL. */
export function useRequestedItem(): [RequestedItem | null, (wanted: RequestedItem | null) => void] {
  const [params] = useSearchParams();
  const { key } = useLocation();
  const id = params.get('open');
  const [request, setRequest] = useState({ key, wanted: toRequestedItem(id) });
  if (request.key !== key) setRequest({ key, wanted: toRequestedItem(id) });
  return [request.wanted, (wanted) => setRequest((former) => ({ ...former, wanted }))];
}
