import { useQuery } from '@tanstack/react-query';
import { currentLocale } from '#platform/web/i18n/i18n.tsx';
import { queryClient } from '#platform/web/client/query-client.ts';
import { formsClient } from './client.ts';

export const formsKey = ['forms'] as const;
export const formsPath = '/training/forms-applications';
export const recordPath = (documentId: string) => `${formsPath}/${documentId}`;
export const draftPath = (draftId: string) => `/training/medical-form?id=${draftId}`;

const draftKey = (draftId: string) => [...formsKey, 'draft', draftId, currentLocale()] as const;
/** Somebody else may answer or sign on another device while this one is open. */
const draftPollMs = 15_000;

/** In the reader's language. What was done on another device is seen without a reload. */
export function useDraft(draftId: string) {
  return useQuery({
    queryKey: draftKey(draftId),
    queryFn: () => fetchDraft(draftId),
    staleTime: 0,
    refetchInterval: draftPollMs,
    placeholderData: (former) => (former?.id === draftId ? former : undefined),
  });
}

export const fetchDraft = (draftId: string) => formsClient('GET Drafts/{id}', { params: { id: draftId } });

/** After a step: the lists and the forms themselves are asked for again where they are shown. */
export function refreshForms(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: formsKey });
}

/** These forms are no draft any more, and are not asked for as one. */
export function refreshAfterSubmit(draftId: string): Promise<void> {
  const isOver = (key: readonly unknown[]) => key[1] === 'draft' && key[2] === draftId;
  return queryClient.invalidateQueries({ queryKey: formsKey, predicate: ({ queryKey }) => !isOver(queryKey) });
}
