import { addMonths, monthsBetween } from './club-dates.ts';

export interface TimelineMonth {
  /** The first day of it: months of a membership begin on the day on which it began. */
  day: string;
  /** Of a whole one; the last month of a trial is shorter. */
  share: number;
  isPast: boolean;
}

/** A membership year as a line: where its months begin, and how far along it a day is, from 0 to 1. */
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
  /** 0 is right below the line; what would run into another stands lower. */
  lane: number;
}

/** Roughly: a letter of the small size, a sign of the languages that write in squares, and the room between two. */
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
 * Captions hang below their marks; near an end of the line they stay within it. Of two that would meet, the later in the
 * list goes lower: the ends come first, they have nowhere else to go. Places and widths are parts of the line.
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
