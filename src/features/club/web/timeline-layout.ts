import { addMonths, daysBetween } from '#platform/shared/dates.ts';

export interface TimelineMonth {
  /** The first day. Months of a membership start on the day of the month it started. */
  day: string;
  /** The share of a full month; the last month of a trial is shorter. */
  share: number;
  isPast: boolean;
}

/** Lays out a membership period: its months, and the position of a day from 0 to 1. */
export function layoutTimeline(startsOn: string, endsOn: string, today: string) {
  const total = monthsBetween(startsOn, endsOn);
  const months: TimelineMonth[] = Array.from({ length: Math.ceil(total) }, (_, index) => ({
    day: addMonths(startsOn, index),
    share: Math.min(1, total - index),
    isPast: addMonths(startsOn, index) <= today,
  }));
  const placeOf = (day: string) => Math.min(1, Math.max(0, monthsBetween(startsOn, day) / total));
  return { months, placeOf };
}

export type CaptionAlign = 'start' | 'center' | 'end';

export interface Caption {
  align: CaptionAlign;
  /** 0 is directly below the line; captions that would overlap go lower. */
  lane: number;
}

/** Approximate widths of a Latin letter and a CJK character in the small font size, and the gap between captions. */
const latinCharPx = 6.5;
const cjkCharPx = 14;
const gapPx = 6;

export function estimateWidthPx(lines: readonly string[]): number {
  const widths = lines.map((line) => {
    const squares = line.match(/[\u2e80-\uffef]/g)?.length ?? 0;
    return squares * cjkCharPx + (line.length - squares) * latinCharPx;
  });
  return Math.max(...widths) + gapPx;
}

/**
 * Centers captions below their marks and keeps them within the line. Of two that would overlap, the later one in the
 * list goes lower, so the end marks come first. Positions and widths are shares of the line.
 */
export function placeCaptions(captions: readonly { at: number; width: number }[]): Caption[] {
  const taken: { from: number; to: number; lane: number }[] = [];
  return captions.map(({ at, width }) => {
    const align = at < width / 2 ? 'start' : at > 1 - width / 2 ? 'end' : 'center';
    const from = align === 'start' ? at : align === 'end' ? at - width : at - width / 2;
    const to = from + width;
    let lane = 0;
    while (taken.some((other) => other.lane === lane && other.from < to && from < other.to)) lane += 1;
    taken.push({ from, to, lane });
    return { align, lane };
  });
}

/** The number of months between two days, with a fraction. */
export function monthsBetween(from: string, to: string): number {
  const [start, end] = [new Date(from), new Date(to)];
  let whole = (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + (end.getUTCMonth() - start.getUTCMonth());
  if (addMonths(from, whole) > to) whole -= 1;
  const reached = addMonths(from, whole);
  return whole + daysBetween(reached, to) / daysBetween(reached, addMonths(from, whole + 1));
}
