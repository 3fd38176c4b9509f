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
  selection: QueueSelection<Item> | null,
  queue: readonly Item[],
  decidedId: string | null,
  getId: (item: Item) => string,
): QueueSelection<Item> | null {
  if (selection === null) return selectAt(queue, 0);
  const selectedId = getId(selection.item);
  const index = queue.findIndex((item) => getId(item) === selectedId);
  const item = queue[index];
  if (item === undefined) {
    if (selectedId === decidedId) return selectAt(queue, selection.index);
    return selection.isGone ? selection : { ...selection, isGone: true };
  }
  const isSame = item === selection.item && index === selection.index && !selection.isGone;
  return isSame ? selection : { item, index, isGone: false };
}

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
  requested: RequestedItem | null,
  ids: readonly string[],
  isLoaded: boolean,
): { index: number; requested: RequestedItem | null } {
  if (requested === null || requested.isMissing) return { index: -1, requested };
  const index = ids.indexOf(requested.id);
  if (index >= 0) return { index, requested: null };
  return { index, requested: isLoaded ? { ...requested, isMissing: true } : requested };
}

/** Selects the item at the index, or the last one before it. */
export function selectAt<Item>(queue: readonly Item[], requestedIndex: number): QueueSelection<Item> | null {
  const index = Math.min(Math.max(requestedIndex, 0), queue.length - 1);
  const item = queue[index];
  return item === undefined ? null : { item, index, isGone: false };
}

/** From an item that is gone, the next one is the item now at its position. */
export function getStepIndex(selection: QueueSelection<unknown> | null, step: number): number {
  if (selection === null) return 0;
  return selection.isGone && step > 0 ? selection.index : selection.index + step;
}
