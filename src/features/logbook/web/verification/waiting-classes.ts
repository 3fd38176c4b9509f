import type { WaitingLog } from '#features/logbook/shared/contract.ts';

/** The same dive of the same course on the same day. */
export interface WaitingClass {
  key: string;
  log_course: string | null;
  log_number: number | null;
  adventure_dive: string | null;
  dive_date: string;
  /** The number of pending dives, which may not all be loaded. */
  size: number;
  logs: WaitingLog[];
}

const getClassKey = ({ dive_date, log_course, log_number, adventure_dive }: WaitingLog) =>
  [dive_date, log_course, log_number, adventure_dive].join('/');

/** Ordered by the longest waiting time. */
export function groupIntoClasses(logs: readonly WaitingLog[]): WaitingClass[] {
  const classes = new Map<string, WaitingClass>();
  for (const log of logs) {
    const { log_course, log_number, adventure_dive, dive_date, class_size: size } = log;
    const key = getClassKey(log);
    const known = classes.get(key);
    if (known === undefined)
      classes.set(key, { key, log_course, log_number, adventure_dive, dive_date, size, logs: [log] });
    else known.logs.push(log);
  }
  return [...classes.values()];
}

interface WaitingPage {
  items: WaitingLog[];
  total: number;
}

/** The pages without the dives, with the totals reduced accordingly. */
export function removeFromPages(pages: readonly WaitingPage[], ids: ReadonlySet<string>): WaitingPage[] {
  const removed = pages.flatMap(({ items }) => items.filter(({ id }) => ids.has(id)));
  const removedOf = Map.groupBy(removed, getClassKey);
  return pages.map(({ items, total }) => ({
    total: total - removed.length,
    items: items
      .filter(({ id }) => !ids.has(id))
      .map((log) => ({ ...log, class_size: log.class_size - (removedOf.get(getClassKey(log))?.length ?? 0) })),
  }));
}
