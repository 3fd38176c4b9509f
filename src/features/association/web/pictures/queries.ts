import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { refreshQueueCounts } from '#features/association/web/queue-counts.ts';
import type { DeskPicture, PictureKind } from './picture-kinds.ts';

const queueKey = ({ name }: PictureKind) => ['association', name] as const;
/** Other staff work on the same queue. */
const refreshMs = 30_000;

export function usePictureQueue(kind: PictureKind) {
  return useQuery({ queryKey: queueKey(kind), queryFn: kind.list, refetchInterval: refreshMs });
}

/** The key includes the upload time, because a picture can be replaced. */
export function useQueuedPicture(kind: PictureKind, picture: DeskPicture) {
  return useQuery({
    queryKey: [...queueKey(kind), picture.id, picture.uploadedAt],
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
      client.setQueryData<DeskPicture[]>(queueKey(kind), (queue) =>
        queue?.filter(({ id }) => id !== decision.picture.id),
      );
      refreshQueueCounts();
    },
    // Another member of staff may have decided already, so the queue is reloaded.
    onError: () => client.invalidateQueries({ queryKey: queueKey(kind), exact: true }),
  });
}
