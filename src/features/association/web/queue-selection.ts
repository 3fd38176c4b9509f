/** Which one of a queue the clerk has before them. Only the clerk puts another one there. */
export interface QueueSelection<Item> {
  item: Item;
  /** Where it stood in the queue last. */
  index: number;
  /** Somebody else decided it, or its owner took it back. */
  isGone: boolean;
}

/**
 * The place in a queue that others work on too: the same one stays open wherever it stands now. The next one comes into
 * its place when the clerk has decided it, and not when it merely leaves.
 */
export function updateSelection<Item>(
  place: QueueSelection<Item> | null,
  queue: readonly Item[],
  decidedId: string | null,
  getId: (item: Item) => string,
): QueueSelection<Item> | null {
  if (place === null) return selectAt(queue, 0);
  const placeId = getId(place.item);
  const index = queue.findIndex((item) => getId(item) === placeId);
  const item = queue[index];
  if (item === undefined) {
    if (placeId === decidedId) return selectAt(queue, place.index);
    return place.isGone ? place : { ...place, isGone: true };
  }
  const isSame = item === place.item && index === place.index && !place.isGone;
  return isSame ? place : { item, index, isGone: false };
}

/** One that was asked for by its id. */
export interface RequestedItem {
  id: string;
  /** The queue was read, and it is not in it. */
  isMissing: boolean;
}

export function toRequestedItem(id: string | null): RequestedItem | null {
  return id === null ? null : { id, isMissing: false };
}

/**
 * Where the one that was asked for stands, once it has come; else -1, and it is still wanted: until then nobody else
 * stands in its place. Of one that the queue has not, it stays said, whatever comes later.
 */
export function findRequestedItem(
  wanted: RequestedItem | null,
  ids: readonly string[],
  isRead: boolean,
): { index: number; wanted: RequestedItem | null } {
  if (wanted === null || wanted.isMissing) return { index: -1, wanted };
  const index = ids.indexOf(wanted.id);
  if (index >= 0) return { index, wanted: null };
  return { index, wanted: isRead ? { ...wanted, isMissing: true } : wanted };
}

/** The one at the index, or the last one before it. */
export function selectAt<Item>(queue: readonly Item[], wanted: number): QueueSelection<Item> | null {
  const index = Math.min(Math.max(wanted, 0), queue.length - 1);
  const item = queue[index];
  return item === undefined ? null : { item, index, isGone: false };
}

/** From one that is gone, the one that stands in its place now is the next. */
export function getStepIndex(place: QueueSelection<unknown> | null, step: number): number {
  if (place === null) return 0;
  return place.isGone && step > 0 ? place.index : place.index + step;
}
