import type { TimeWindow } from './chart-points.ts';

const minSpanS = 60;
const tickStepsS = [10, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 28_800];
const maxTicks = 6;

const getSpan = ({ fromS, toS }: TimeWindow) => toS - fromS;

/** A window of this length around a moment, moved where it would leave the whole. */
function placeWindow(whole: TimeWindow, centreS: number, spanS: number): TimeWindow {
  const span = Math.min(spanS, getSpan(whole));
  const fromS = Math.min(Math.max(whole.fromS, centreS - span / 2), whole.toS - span);
  return { fromS, toS: fromS + span };
}

export const canZoomIn = (window: TimeWindow) => getSpan(window) > minSpanS;
export const canZoomOut = (window: TimeWindow, whole: TimeWindow) => getSpan(window) < getSpan(whole);

/** Halves or doubles the window around a moment. */
export function zoomWindow(window: TimeWindow, whole: TimeWindow, momentS: number, direction: 'in' | 'out') {
  const span = getSpan(window) * (direction === 'in' ? 0.5 : 2);
  return placeWindow(whole, momentS, Math.max(minSpanS, span));
}

/** The window between two moments in any order; null if they are too close to mean a range. */
export function selectWindow(whole: TimeWindow, startS: number, endS: number): TimeWindow | null {
  const spanS = Math.abs(endS - startS);
  // A shaking hand is not a selection.
  if (spanS < getSpan(whole) / 50) return null;
  return placeWindow(whole, (startS + endS) / 2, Math.max(minSpanS, spanS));
}

/** The same window if it contains the moment, otherwise moved to it. */
export function followMoment(window: TimeWindow, whole: TimeWindow, momentS: number): TimeWindow {
  if (momentS >= window.fromS && momentS <= window.toS) return window;
  return placeWindow(whole, momentS, getSpan(window));
}

/** Round times inside the window. */
export function listTimeTicks(window: TimeWindow): number[] {
  const stepS = tickStepsS.find((step) => getSpan(window) / step <= maxTicks) ?? tickStepsS.at(-1) ?? 1;
  const first = Math.ceil(window.fromS / stepS);
  const count = Math.floor(window.toS / stepS) - first + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => (first + index) * stepS);
}

/** `24:10`, or `1:04:10` from an hour on. Digits are those of a dive computer in all languages. */
export function formatClock(timeS: number): string {
  const total = Math.round(timeS);
  const hours = Math.floor(total / 3_600);
  const minutes = Math.floor(total / 60) % 60;
  const seconds = String(total % 60).padStart(2, '0');
  return hours === 0 ? `${minutes}:${seconds}` : `${hours}:${String(minutes).padStart(2, '0')}:${seconds}`;
}
