import type { RecordingEvent } from '#features/logbook/shared/dive-files/dive-file.ts';
import type { TimeWindow } from './chart-points.ts';

export interface EventMark {
  event: RecordingEvent;
  /** Whether the name of a gas would cover a later event. */
  isCrowded: boolean;
}

/** About one for three pixels of a wide chart. Each is several elements, and a computer can write thousands of alarms. */
const maxMarks = 300;
export const gasNameWidth = 60;

/** The events inside a window of time, one for each interval if there are too many to draw. Gas changes go first. */
export function listMarks(
  events: readonly RecordingEvent[],
  { fromS, toS }: TimeWindow,
  toX: (timeS: number) => number,
): EventMark[] {
  const sorted = events.toSorted((a, b) => a.timeS - b.timeS);
  const marks: EventMark[] = [];
  let laterS = Number.POSITIVE_INFINITY;
  for (const [index, event] of [...sorted.entries()].toReversed()) {
    const next = sorted[index + 1]?.timeS ?? laterS;
    if (next > event.timeS) laterS = next;
    if (event.timeS < fromS || event.timeS > toS) continue;
    marks.push({ event, isCrowded: toX(laterS) - toX(event.timeS) < gasNameWidth });
  }
  marks.reverse();
  return marks.length <= maxMarks ? marks : selectMarks(marks, fromS, (toS - fromS) / maxMarks);
}

function selectMarks(marks: readonly EventMark[], fromS: number, widthS: number): EventMark[] {
  const chosen = new Map<number, EventMark>();
  for (const mark of marks) {
    const interval = Math.min(maxMarks - 1, Math.floor((mark.event.timeS - fromS) / widthS));
    const other = chosen.get(interval)?.event.kind;
    if (other === undefined || (other !== 'gas-change' && mark.event.kind === 'gas-change')) chosen.set(interval, mark);
  }
  return [...chosen.values()];
}
