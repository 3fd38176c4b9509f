import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { refreshQueueCounts } from '#features/association/web/queue-counts.ts';
import type { DeskPicture, PictureKind } from './picture-kinds.ts';

const queueKey = ({ name }: PictureKind) => ['association', name] as const;
/** Others work on the same queue. */
const refreshMs = 30_000;

export function usePictureQueue(kind: PictureKind) {
  return useQuery({ queryKey: queueKey(kind), queryFn: kind.list, refetchInterval: refreshMs });
}

/** Another picture of the same card is another one. */
export function useQueuedPicture(kind: PictureKind, picture: DeskPicture) {
  return useQuery({
    queryKey: [...queueKey(kind), picture.id, picture.uploadedAt],
    queryFn: () => kind.show(picture),
    staleTime: Infinity,
  });
}

export interface PictureDecision {
  picture: DeskPicture;
  /** Why it is refused; null approves it. */
  reason: string | null;
  /** Of a card: the level here that it counts as. */
  equivalentLevelID: number | null;
}

export function useDecidePicture(kind: PictureKind, onDecided: (decision: PictureDecision) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ picture, reason, equivalentLevelID }: PictureDecision) =>
      kind.decide(picture, reason, equivalentLevelID),
    onSuccess: (_state, decision) => {
      // First, so that nobody takes its leaving the queue for another's doing.
      onDecided(decision);
      client.setQueryData<DeskPicture[]>(queueKey(kind), (queue) =>
        queue?.filter(({ id }) => id !== decision.picture.id),
      );
      refreshQueueCounts();
    },
    // Somebody else may have been faster: what the queue is now says more than what it was.
    onError: () => client.invalidateQueries({ queryKey: queueKey(kind), exact: true }),
  });
}
