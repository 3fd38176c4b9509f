/** Which one of a queue the clerk has before them. Only the clerk puts another one there. */
export interface DeskPlace<Item> {
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
export function followQueue<Item>(
  place: DeskPlace<Item> | null,
  queue: readonly Item[],
  decidedId: string | null,
  getId: (item: Item) => string,
): DeskPlace<Item> | null {
  if (place === null) return placeAt(queue, 0);
  const placeId = getId(place.item);
  const index = queue.findIndex((item) => getId(item) === placeId);
  const item = queue[index];
  if (item === undefined) {
    if (placeId === decidedId) return placeAt(queue, place.index);
    return place.isGone ? place : { ...place, isGone: true };
  }
  const isSame = item === place.item && index === place.index && !place.isGone;
  return isSame ? place : { item, index, isGone: false };
}

/** The one at the index, or the last one before it. */
export function placeAt<Item>(queue: readonly Item[], wanted: number): DeskPlace<Item> | null {
  const index = Math.min(Math.max(wanted, 0), queue.length - 1);
  const item = queue[index];
  return item === undefined ? null : { item, index, isGone: false };
}

/** From one that is gone, the one that stands in its place now is the next. */
export function stepFrom(place: DeskPlace<unknown> | null, step: number): number {
  if (place === null) return 0;
  return place.isGone && step > 0 ? place.index : place.index + step;
}
