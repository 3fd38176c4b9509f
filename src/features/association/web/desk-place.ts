import type { PhotoInQueue } from '../../account/shared/profile-contract.ts';

/** Which photo the clerk has before them. Only the clerk puts another one there. */
export interface DeskPlace {
  photo: PhotoInQueue;
  /** Where it stood in the queue last. */
  index: number;
  /** Somebody else decided it, or its owner took it back. */
  isGone: boolean;
}

/**
 * The place in a queue that others work on too: the same photo stays open wherever it stands now. The next one comes
 * into its place when the clerk has decided it, and not when it merely leaves.
 */
export function followQueue(
  place: DeskPlace | null,
  queue: readonly PhotoInQueue[],
  decidedId: string | null,
): DeskPlace | null {
  if (place === null) return placeAt(queue, 0);
  const index = queue.findIndex(({ photoId }) => photoId === place.photo.photoId);
  const photo = queue[index];
  if (photo === undefined) {
    if (place.photo.photoId === decidedId) return placeAt(queue, place.index);
    return place.isGone ? place : { ...place, isGone: true };
  }
  const isSame = photo === place.photo && index === place.index && !place.isGone;
  return isSame ? place : { photo, index, isGone: false };
}

/** The one at the index, or the last one before it. */
export function placeAt(queue: readonly PhotoInQueue[], wanted: number): DeskPlace | null {
  const index = Math.min(Math.max(wanted, 0), queue.length - 1);
  const photo = queue[index];
  return photo === undefined ? null : { photo, index, isGone: false };
}
