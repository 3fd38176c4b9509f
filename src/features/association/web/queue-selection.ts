/** The item of a queue that is open. Only the clerk selects another one. */
export interface QueueSelection<Item> {
  item: Item;
  /** The last known position in the queue. */
  index: number;
  /** Another clerk decided it, or its owner withdrew it. */
  isGone: boolean;
}

/**
 * Updates the selection in a queue that others work on too. The same item stays open at its new position; the next one
 * is selected only after the clerk decided, not when the item merely leaves.
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

/** An item requested by its id. */
export interface RequestedItem {
  id: string;
  /** The queue was loaded and does not contain it. */
  isMissing: boolean;
}

export function toRequestedItem(id: string | null): RequestedItem | null {
  return id === null ? null : { id, isMissing: false };
}

/**
 * Returns the index of the requested item, or -1 while it is pending, because no other item may be selected before it.
 * An item that is missing stays missing, even if it appears later.
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

/** Selects the item at the index, or the last one before it. */
export function selectAt<Item>(queue: readonly Item[], wanted: number): QueueSelection<Item> | null {
  const index = Math.min(Math.max(wanted, 0), queue.length - 1);
  const item = queue[index];
  return item === undefined ? null : { item, index, isGone: false };
}

/** From an item that is gone, the next one is the item now at its position. */
export function getStepIndex(place: QueueSelection<unknown> | null, step: number): number {
  if (place === null) return 0;
  return place.isGone && step > 0 ? place.index : place.index + step;
}
