import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { currentLocale } from '../../../platform/web/i18n.tsx';
import { queries } from '../../../platform/web/query.ts';
import type { ApplicationRow } from '../../applications/shared/application.ts';
import type { DeskQueue } from '../../applications/shared/contract.ts';
import { applications } from './client.ts';
import { refreshCounts } from './desk-counts.ts';

const listKey = ['association', 'applications'] as const;
const oneKey = ({ id, version }: Seen) => ['association', 'application', id, version, currentLocale()] as const;
const notesKey = (id: number) => ['association', 'notes', id] as const;
/** Others work on the same queue. */
const refreshMs = 30_000;

type Seen = Pick<ApplicationRow, 'id' | 'version'>;

/** Page after page, as far down as somebody has gone. */
export function useDeskQueue(queue: DeskQueue, search: string) {
  return useInfiniteQuery({
    queryKey: [...listKey, queue, search, currentLocale()],
    queryFn: ({ pageParam }) => applications('GET Applications/desk', { query: { queue, search, Page: pageParam } }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => {
      const shown = pages.reduce((sum, { items }) => sum + items.length, 0);
      return last.items.length > 0 && shown < last.total ? pages.length + 1 : undefined;
    },
    // While one types, what was found before stays; another queue is another thing.
    placeholderData: (former, query) => (query?.queryKey[2] === queue ? keepPreviousData(former) : undefined),
    staleTime: 0,
    refetchInterval: refreshMs,
  });
}

export type QueueQuery = ReturnType<typeof useDeskQueue>;

/**
 * As it was when the list was read: once somebody has changed it, it is asked for anew. Each asking is a reading, and is
 * written down: nobody is read ahead, or again.
 */
export function useDeskApplication(seen: Seen | null, isWanted: boolean) {
  const { id, version } = seen ?? { id: 0, version: 0 };
  return useQuery({
    queryKey: oneKey({ id, version }),
    queryFn: () =>
      applications('GET Applications/{id}', {
        params: { id },
        query: { expandApplicant: 'true', expandInstructor: 'true', expandStore: 'true' },
      }),
    enabled: seen !== null && isWanted,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

export type ApplicationReading = ReturnType<typeof useDeskApplication>;

export function forgetApplication(id: number): void {
  queries.removeQueries({ queryKey: oneKey({ id, version: 0 }).slice(0, 3) });
}

export async function refreshQueue(): Promise<void> {
  refreshCounts();
  await queries.invalidateQueries({ queryKey: listKey });
}

export function useNotes(id: number) {
  return useQuery({
    queryKey: notesKey(id),
    queryFn: () => applications('GET Applications/{id}/notes', { params: { id } }),
  });
}

export function useAddNote(id: number) {
  return useMutation({
    mutationFn: (note: { key: string; text: string }) =>
      applications('POST Applications/{id}/notes', { params: { id }, body: note }),
    onSuccess: (notes) => queries.setQueryData(notesKey(id), notes),
  });
}

/** Something that can be looked at large: a copy, or the picture of a card from elsewhere. */
export type Exhibit = { name: string; date: string | null; isPdf: boolean } & ({ proofId: string } | { place: string });

export const exhibitId = (exhibit: Exhibit) => ('proofId' in exhibit ? exhibit.proofId : exhibit.place);

export function useExhibit(id: number, exhibit: Exhibit) {
  return useQuery({
    queryKey: ['association', 'exhibit', id, exhibitId(exhibit)],
    queryFn: async () => {
      const file =
        'proofId' in exhibit
          ? await applications('GET Applications/{id}/proofs/{proofId}', { params: { id, proofId: exhibit.proofId } })
          : await applications('GET Applications/{id}/cards/{place}/picture', { params: { id, place: exhibit.place } });
      return file as Blob;
    },
    staleTime: Infinity,
    // A copy never changes; of a card from elsewhere its owner may put in another picture.
    ...('place' in exhibit && { gcTime: 0 }),
  });
}

/** The mail with the link to pay, once more. */
export function useMailAgain() {
  return useMutation({
    mutationFn: (id: number) => applications('POST Applications/{id}/pay', { params: { id }, body: {} }),
  });
}
