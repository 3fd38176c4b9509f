import { useRef } from 'react';
import type { MouseEvent, PointerEvent } from 'react';

/** The minimum distance of a swipe. */
const SWIPE_THRESHOLD_PX = 20;

type Swipe = { pointerId: number; x: number; y: number; isDragging: boolean };
export type Edge = 'start' | 'end';

/** The drag distance towards the edge; movement away from it counts as 0. */
export function measureDrag(dx: number, isRtl: boolean, edge: Edge = 'end'): number {
  return Math.max(0, isRtl === (edge === 'end') ? -dx : dx);
}

function isRightToLeft(element: Element): boolean {
  return getComputedStyle(element).direction === 'rtl';
}

/**
 * Drags an element towards an edge and calls `onSwipe` beyond the threshold. Movement in other directions is left to
 * parent elements.
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
    const distance = measureDrag(dx, isRtl, edge);
    if (!current.isDragging) {
      if (distance < 6 || distance < Math.abs(event.clientY - current.y)) return;
      current.isDragging = true;
      event.currentTarget.setPointerCapture(event.pointerId);
      event.currentTarget.dataset['dragged'] = '';
    }
    // Parent swipe handlers must not react, even if the finger moves back past its start.
    event.stopPropagation();
    event.currentTarget.style.setProperty('--drag', `${distance * Math.sign(dx)}px`);
  };

  const end = (event: PointerEvent<HTMLElement>) => {
    const current = swipe.current;
    swipe.current = null;
    if (!current?.isDragging) return;
    wasDragged.current = true;
    const element = event.currentTarget;
    const distance = measureDrag(event.clientX - current.x, isRightToLeft(element), edge);
    delete element.dataset['dragged'];
    if (event.type === 'pointerup' && distance > SWIPE_THRESHOLD_PX) onSwipe(element);
    else element.style.removeProperty('--drag');
  };

  /** Browsers fire a click after a short drag, which must not activate the element. */
  const suppressClick = (event: MouseEvent<HTMLElement>) => {
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
    onClickCapture: suppressClick,
  };
}
