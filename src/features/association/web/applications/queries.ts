import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { currentLocale } from '#platform/web/i18n/i18n.tsx';
import { currentQueryClient } from '#platform/web/client/query-client.ts';
import type { ApplicationRow } from '#features/applications/shared/application.ts';
import type { DeskQueue } from '#features/applications/shared/contract.ts';
import { applicationClient } from '#features/association/web/client.ts';
import { refreshQueueCounts } from '#features/association/web/queue-counts.ts';

const listKey = ['association', 'applications'] as const;
const applicationKey = ({ id, version }: ApplicationVersion) =>
  ['association', 'application', id, version, currentLocale()] as const;
const notesKey = (id: number) => ['association', 'notes', id] as const;
/** Other staff work on the same queue. */
const refreshMs = 30_000;

type ApplicationVersion = Pick<ApplicationRow, 'id' | 'version'>;

export function useApplicationQueue(queue: DeskQueue, search: string) {
  return useInfiniteQuery({
    queryKey: [...listKey, queue, search, currentLocale()],
    queryFn: ({ pageParam }) =>
      applicationClient('GET Applications/desk', { query: { queue, search, Page: pageParam } }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => {
      const shown = pages.reduce((sum, { items }) => sum + items.length, 0);
      return last.items.length > 0 && shown < last.total ? pages.length + 1 : undefined;
    },
    // The previous results stay visible while typing, but not those of another queue.
    placeholderData: (former, query) => (query?.queryKey[2] === queue ? keepPreviousData(former) : undefined),
    staleTime: 0,
    refetchInterval: refreshMs,
  });
}

export type QueueQuery = ReturnType<typeof useApplicationQueue>;

/**
 * Loads the version shown in the list, so a changed application is refetched. Every read is audited, so nothing is
 * prefetched or refetched without need.
 */
export function useDeskApplication(row: ApplicationVersion | null, isEnabled: boolean) {
  const { id, version } = row ?? { id: 0, version: 0 };
  return useQuery({
    queryKey: applicationKey({ id, version }),
    queryFn: () =>
      applicationClient('GET Applications/{id}', {
        params: { id },
        query: { expandApplicant: 'true', expandInstructor: 'true', expandStore: 'true' },
      }),
    enabled: row !== null && isEnabled,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

export type ApplicationQuery = ReturnType<typeof useDeskApplication>;

export function removeCachedApplication(id: number): void {
  currentQueryClient().removeQueries({ queryKey: applicationKey({ id, version: 0 }).slice(0, 3) });
}

export async function refreshQueue(): Promise<void> {
  refreshQueueCounts();
  await currentQueryClient().invalidateQueries({ queryKey: listKey });
}

export function useNotes(id: number) {
  return useQuery({
    queryKey: notesKey(id),
    queryFn: () => applicationClient('GET Applications/{id}/notes', { params: { id } }),
  });
}

export function useAddNote(id: number) {
  return useMutation({
    mutationFn: (note: { key: string; text: string }) =>
      applicationClient('POST Applications/{id}/notes', { params: { id }, body: note }),
    onSuccess: (notes) => currentQueryClient().setQueryData(notesKey(id), notes),
  });
}

/** A file for the viewer: an upload, or the picture of an outside card. */
export type Attachment = { name: string; date: string | null; isPdf: boolean } & (
  | { proofId: string }
  | { place: string }
);

export const getAttachmentId = (attachment: Attachment) =>
  'proofId' in attachment ? attachment.proofId : attachment.place;

export function useAttachment(id: number, attachment: Attachment) {
  return useQuery({
    queryKey: ['association', 'attachment', id, getAttachmentId(attachment)],
    queryFn: async () => {
      const file =
        'proofId' in attachment
          ? await applicationClient('GET Applications/{id}/proofs/{proofId}', {
              params: { id, proofId: attachment.proofId },
            })
          : await applicationClient('GET Applications/{id}/cards/{place}/picture', {
              params: { id, place: attachment.place },
            });
      return file as Blob;
    },
    staleTime: Infinity,
    // Uploads never change, but the owner may replace the picture of an outside card.
    ...('place' in attachment && { gcTime: 0 }),
  });
}

export function useResendPaymentMail() {
  return useMutation({
    mutationFn: (id: number) => applicationClient('POST Applications/{id}/pay', { params: { id }, body: {} }),
  });
}
