import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PhotoInQueue } from '../../account/shared/profile-contract.ts';
import { photos } from './client.ts';

const queueKey = ['association', 'photos'] as const;
/** Others work on the same queue. */
const refreshMs = 30_000;

export function usePhotoQueue() {
  return useQuery({
    queryKey: queueKey,
    queryFn: () => photos('GET certifications/photos/pending'),
    refetchInterval: refreshMs,
  });
}

export function useQueuedPhoto({ affiliateId, photoId }: PhotoInQueue) {
  return useQuery({
    queryKey: ['association', 'photo', photoId],
    queryFn: () => photos('POST certifications/photos/getphoto', { body: { affiliateId, photoId } }),
    staleTime: Infinity,
  });
}

export interface Decision {
  photo: PhotoInQueue;
  /** Why it is refused; null approves it. */
  reason: string | null;
}

export function useDecision(onDecided: (decision: Decision) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ photo: { affiliateId, photoId }, reason }: Decision) =>
      photos('POST certifications/photos/{affiliateId}/decision', {
        params: { affiliateId },
        body: reason === null ? { photoId, status: 'approved' } : { photoId, status: 'rejected', reason },
      }),
    onSuccess: (_state, decision) => {
      // First, so that nobody takes its leaving the queue for another's doing.
      onDecided(decision);
      client.setQueryData<PhotoInQueue[]>(queueKey, (queue) =>
        queue?.filter(({ photoId }) => photoId !== decision.photo.photoId),
      );
    },
    // Somebody else may have been faster: what the queue is now says more than what it was.
    onError: () => client.invalidateQueries({ queryKey: queueKey }),
  });
}
