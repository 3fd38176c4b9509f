import { useState, type PointerEvent } from 'react';
import type { ChartScale } from './chart-scale.ts';

type Selection = readonly [startS: number, endS: number];

/** A mouse shows the moment under it and selects a range by dragging. A finger moves the moment and scrolls the page. */
export function useChartPointer(
  scale: ChartScale,
  onMoment: (timeS: number) => void,
  onSelect: (startS: number, endS: number) => void,
) {
  const [selection, setSelection] = useState<Selection | null>(null);
  const getTime = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const { x, width } = currentTarget.getBoundingClientRect();
    return scale.toTime((clientX - x) / width);
  };
  const handlers = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const timeS = getTime(event);
      onMoment(timeS);
      if (event.pointerType !== 'mouse' || event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setSelection([timeS, timeS]);
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const timeS = getTime(event);
      onMoment(timeS);
      if (selection !== null) setSelection([selection[0], timeS]);
    },
    onPointerUp() {
      if (selection !== null) onSelect(...selection);
      setSelection(null);
    },
    onPointerCancel() {
      setSelection(null);
    },
  };
  return { selection, handlers };
}
