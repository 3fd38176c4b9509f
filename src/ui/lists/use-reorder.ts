import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';

/** The same things, with one of them at another place. */
export function moveItem<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  const place = Math.max(0, Math.min(items.length - 1, to));
  const moved = items.toSpliced(from, 1);
  return from === place ? items : moved.toSpliced(place, 0, ...items.slice(from, from + 1));
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
 * Order by a grip at each row: dragged with mouse, finger or pen, or moved with the arrow keys. While it is dragged only
 * the look changes, since an element that is put elsewhere loses the pointer; where it is let go counts.
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
  /** The button that was pressed keeps the focus, wherever its row goes. */
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
