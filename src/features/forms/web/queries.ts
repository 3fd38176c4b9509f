import { useQuery } from '@tanstack/react-query';
import { currentLocale } from '#platform/web/i18n/i18n.tsx';
import { queryClient } from '#platform/web/client/query-client.ts';
import { formClient } from './client.ts';

export const formsKey = ['forms'] as const;
export const formsPath = '/training/forms-applications';
export const recordPath = (documentId: string) => `${formsPath}/${documentId}`;
export const draftPath = (draftId: string) => `/training/medical-form?id=${draftId}`;

const draftKey = (draftId: string) => [...formsKey, 'draft', draftId, currentLocale()] as const;
/** Others may answer or sign on another device while this one is open. */
const draftPollMs = 15_000;

/** Fetched in the reader's language, and polled for changes on other devices. */
export function useDraft(draftId: string) {
  return useQuery({
    queryKey: draftKey(draftId),
    queryFn: () => fetchDraft(draftId),
    staleTime: 0,
    refetchInterval: draftPollMs,
    placeholderData: (previous) => (previous?.id === draftId ? previous : undefined),
  });
}

export const fetchDraft = (draftId: string) => formClient('GET Drafts/{id}', { params: { id: draftId } });

/** Refetches the lists and forms that are shown. */
export function refreshForms(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: formsKey });
}

/** Leaves out the submitted draft, because it no longer exists. */
export function refreshAfterSubmit(draftId: string): Promise<void> {
  const isSubmittedDraft = (key: readonly unknown[]) => key[1] === 'draft' && key[2] === draftId;
  return queryClient.invalidateQueries({
    queryKey: formsKey,
    predicate: ({ queryKey }) => !isSubmittedDraft(queryKey),
  });
}
