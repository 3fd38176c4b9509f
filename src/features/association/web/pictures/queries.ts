import { useMutation, useQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { queueKeys } from '#features/association/web/use-desk-updates.ts';
import { useQueue, type QueuePageData } from '#features/association/web/use-queue.ts';
import { refreshQueueCounts } from '#features/association/web/queue-counts.ts';
import type { DeskPicture, PictureKind } from './picture-kinds.ts';

const queueKey = ({ name }: PictureKind) => queueKeys[name];

export function usePictureQueue(kind: PictureKind) {
  return useQueue(queueKey(kind), kind.list);
}

/** The key includes the upload time, because a picture can be replaced. */
export function useQueuedPicture(kind: PictureKind, picture: DeskPicture) {
  return useQuery({
    queryKey: ['association', 'picture', kind.name, picture.id, picture.uploadedAt],
    queryFn: () => kind.show(picture),
    staleTime: Infinity,
  });
}

export interface PictureDecision {
  picture: DeskPicture;
  /** The rejection reason; null approves the picture. */
  reason: string | null;
  /** Outside cards only: the equivalent level. */
  equivalentLevelID: number | null;
}

export function useDecidePicture(kind: PictureKind, onDecided: (decision: PictureDecision) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ picture, reason, equivalentLevelID }: PictureDecision) =>
      kind.decide(picture, reason, equivalentLevelID),
    onSuccess: (_state, decision) => {
      // Called first, so the item leaving the queue is recognized as this clerk's decision.
      onDecided(decision);
      client.setQueryData<InfiniteData<QueuePageData<DeskPicture>>>(
        queueKey(kind),
        (queue) => queue && { ...queue, pages: queue.pages.map((page) => withoutPicture(page, decision.picture.id)) },
      );
      refreshQueueCounts();
    },
    // Another member of staff may have decided already, so the queue is reloaded.
    onError: () => client.invalidateQueries({ queryKey: queueKey(kind) }),
  });
}

function withoutPicture({ total, items }: QueuePageData<DeskPicture>, pictureId: string): QueuePageData<DeskPicture> {
  return { total: total - 1, items: items.filter(({ id }) => id !== pictureId) };
}
