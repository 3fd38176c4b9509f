import { useRef } from 'react';
import type { PointerEvent } from 'react';

/** How far a finger must carry the drawer before it closes. */
const SWIPE_THRESHOLD_PX = 20;

type Swipe = { pointerId: number; x: number; y: number; isDragging: boolean };

/** How far the drawer follows: only towards its own edge, which is the left one from right to left. */
export function measureDrag(dx: number, isRtl: boolean): number {
  return Math.max(0, isRtl ? -dx : dx);
}

function isRightToLeft(element: Element): boolean {
  return getComputedStyle(element).direction === 'rtl';
}

/** A finger that moves sideways carries the element towards the end edge and, far enough, lets it go. */
export function useSwipeToEnd(onSwipe: () => void) {
  const swipe = useRef<Swipe | null>(null);

  const begin = (event: PointerEvent<HTMLElement>) => {
    if (event.pointerType === 'mouse' || !event.isPrimary) return;
    swipe.current = { pointerId: event.pointerId, x: event.clientX, y: event.clientY, isDragging: false };
  };

  const follow = (event: PointerEvent<HTMLElement>) => {
    const current = swipe.current;
    if (!current || current.pointerId !== event.pointerId) return;
    const dx = event.clientX - current.x;
    if (!current.isDragging) {
      if (Math.abs(dx) < 6 || Math.abs(dx) < Math.abs(event.clientY - current.y)) return;
      current.isDragging = true;
      event.currentTarget.setPointerCapture(event.pointerId);
      event.currentTarget.classList.add('dragged');
    }
    const isRtl = isRightToLeft(event.currentTarget);
    event.currentTarget.style.setProperty('--drag', `${measureDrag(dx, isRtl) * (isRtl ? -1 : 1)}px`);
  };

  const end = (event: PointerEvent<HTMLElement>) => {
    const current = swipe.current;
    swipe.current = null;
    if (!current?.isDragging) return;
    const element = event.currentTarget;
    const carried = measureDrag(event.clientX - current.x, isRightToLeft(element));
    element.classList.remove('dragged');
    if (event.type === 'pointerup' && carried > SWIPE_THRESHOLD_PX) onSwipe();
    else element.style.removeProperty('--drag');
  };

  return { onPointerDown: begin, onPointerMove: follow, onPointerUp: end, onPointerCancel: end };
}
