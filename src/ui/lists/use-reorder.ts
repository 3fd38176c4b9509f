import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';

/** Moves one item; the target index is clamped to the array. */
export function moveItem<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  const target = Math.max(0, Math.min(items.length - 1, to));
  const moved = items.toSpliced(from, 1);
  return from === target ? items : moved.toSpliced(target, 0, ...items.slice(from, from + 1));
}

const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1, Home: -Infinity, End: Infinity };

interface ReorderOptions {
  ids: readonly string[];
  onOrder: (ids: readonly string[], movedId: string) => void;
}

interface Drag {
  id: string;
  order: readonly string[];
}

/**
 * Reorders rows by dragging a grip or with the arrow keys. While dragging, only the visual order changes, because an
 * element that is moved in the DOM loses the pointer capture; the order is applied when the pointer is released.
 */
export function useReorder({ ids, onOrder }: ReorderOptions) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const list = useRef<HTMLOListElement>(null);

  const idUnder = (clientY: number): string | undefined =>
    ids.find((_id, index) => {
      const row = list.current?.children[index]?.getBoundingClientRect();
      return row !== undefined && clientY >= row.top && clientY < row.bottom;
    });
  const follow = (event: PointerEvent) => {
    const under = drag === null ? undefined : idUnder(event.clientY);
    if (drag === null || under === undefined || under === drag.id) return;
    const order = moveItem(drag.order, drag.order.indexOf(drag.id), drag.order.indexOf(under));
    setDrag({ ...drag, order });
  };
  const end = (event: PointerEvent) => {
    if (drag === null) return;
    setDrag(null);
    if (event.type === 'pointerup' && drag.order.some((id, index) => id !== ids[index])) onOrder(drag.order, drag.id);
  };
  /** Moves a row and keeps the focus on the pressed button. */
  const move = (id: string, by: number, button: HTMLElement) => {
    const from = ids.indexOf(id);
    const order = moveItem(ids, from, from + by);
    if (order === ids) return;
    onOrder(order, id);
    requestAnimationFrame(() => button.focus());
  };

  return {
    list,
    draggedId: drag?.id ?? null,
    placeOf: (id: string) => (drag?.order ?? ids).indexOf(id),
    move,
    gripOf: (id: string) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ id, order: ids });
      },
      onPointerMove: follow,
      onPointerUp: end,
      onPointerCancel: end,
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        const by = steps[event.key];
        if (by === undefined) return;
        event.preventDefault();
        move(id, by, event.currentTarget);
      },
    }),
  };
}
