import { useRef } from 'react';
import type { MouseEvent, PointerEvent } from 'react';

/** How far a finger must carry something before it lets go. */
const SWIPE_THRESHOLD_PX = 20;

type Swipe = { pointerId: number; x: number; y: number; isDragging: boolean };
export type Edge = 'start' | 'end';

/** How far it follows: only towards its own edge. The end is on the right, and on the left from right to left. */
export function measureDrag(dx: number, isRtl: boolean, edge: Edge = 'end'): number {
  return Math.max(0, isRtl === (edge === 'end') ? -dx : dx);
}

function isRightToLeft(element: Element): boolean {
  return getComputedStyle(element).direction === 'rtl';
}

/**
 * A finger that moves sideways carries the element towards an edge and, far enough, lets it go. One that moves the other
 * way is left to whatever lies around it.
 */
export function useSwipe(edge: Edge, onSwipe: (element: HTMLElement) => void) {
  const swipe = useRef<Swipe | null>(null);
  const wasDragged = useRef(false);

  const begin = (event: PointerEvent<HTMLElement>) => {
    wasDragged.current = false;
    if (event.pointerType === 'mouse' || !event.isPrimary) return;
    swipe.current = { pointerId: event.pointerId, x: event.clientX, y: event.clientY, isDragging: false };
  };

  const follow = (event: PointerEvent<HTMLElement>) => {
    const current = swipe.current;
    if (!current || current.pointerId !== event.pointerId) return;
    const dx = event.clientX - current.x;
    const isRtl = isRightToLeft(event.currentTarget);
    const carried = measureDrag(dx, isRtl, edge);
    if (!current.isDragging) {
      if (carried < 6 || carried < Math.abs(event.clientY - current.y)) return;
      current.isDragging = true;
      event.currentTarget.setPointerCapture(event.pointerId);
      event.currentTarget.classList.add('dragged');
    }
    // What lies around it is not carried too, even if the finger goes back beyond where it began.
    event.stopPropagation();
    event.currentTarget.style.setProperty('--drag', `${carried * Math.sign(dx)}px`);
  };

  const end = (event: PointerEvent<HTMLElement>) => {
    const current = swipe.current;
    swipe.current = null;
    if (!current?.isDragging) return;
    wasDragged.current = true;
    const element = event.currentTarget;
    const carried = measureDrag(event.clientX - current.x, isRightToLeft(element), edge);
    element.classList.remove('dragged');
    if (event.type === 'pointerup' && carried > SWIPE_THRESHOLD_PX) onSwipe(element);
    else element.style.removeProperty('--drag');
  };

  /** A browser takes a short way for a tap; whoever has carried something has not pressed it. */
  const swallowTap = (event: MouseEvent<HTMLElement>) => {
    if (!wasDragged.current) return;
    wasDragged.current = false;
    event.preventDefault();
    event.stopPropagation();
  };

  return {
    onPointerDown: begin,
    onPointerMove: follow,
    onPointerUp: end,
    onPointerCancel: end,
    onClickCapture: swallowTap,
  };
}
