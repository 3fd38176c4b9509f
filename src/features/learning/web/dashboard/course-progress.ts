import type { MessageId, MessageIdEnd } from '#platform/shared/message-id.ts';
import type { CourseReport, Entitlement } from '#features/learning/shared/course-contract.ts';

type FeaturedCandidate = Pick<Entitlement, 'packageId' | 'kind' | 'enrollmentDate' | 'next'>;

/** Returns the course in progress, else one that can be started, else a completed one. `past` comes last. */
export function findFeaturedCourse<Course extends FeaturedCandidate>(
  courses: readonly Course[],
  requested?: string,
  past?: string,
): Course | null {
  if (requested !== undefined) return courses.find(({ packageId }) => packageId === requested) ?? null;
  const own = courses.filter(({ kind }) => kind !== 'demo');
  const open = own.filter(({ packageId }) => packageId !== past);
  const among = [open, own, courses].find((list) => list.length > 0) ?? [];
  return (
    among.find(({ enrollmentDate, next }) => enrollmentDate !== null && next !== null) ??
    among.find(({ next }) => next !== null) ??
    among[0] ??
    null
  );
}

export interface Headline {
  id: MessageId;
  values: Record<string, string | number>;
}

type HeadlineCourse = Pick<Entitlement, 'title' | 'certification' | 'lessonsDone' | 'lessonsTotal' | 'next'>;
type DiveCounts = Pick<CourseReport, 'dives' | 'divesVerified'>;

/** Summarizes the progress in one sentence. */
export function buildHeadline(course: HeadlineCourse, dived: DiveCounts | undefined): Headline {
  const { title, certification, lessonsDone, lessonsTotal, next } = course;
  const createHeadline = (
    name: MessageIdEnd<'learning.dashboard.head.'>,
    values: Headline['values'] = {},
  ): Headline => ({
    id: `learning.dashboard.head.${name}`,
    values,
  });
  if (next !== null && lessonsDone === 0) return createHeadline('ready', { title });
  if (next?.kind === 'lesson') return createHeadline('lessons', { count: lessonsTotal - lessonsDone, title });
  if (next?.kind === 'exam') return createHeadline('exam');
  if (next !== null) return createHeadline(next.kind, { title: next.title });
  const left = dived === undefined ? 0 : dived.dives - dived.divesVerified;
  if (left > 0) return createHeadline('dives', { count: left, certification: certification ?? title });
  return createHeadline('done', { title });
}

export interface LoggedDive {
  id: string;
  number: number;
  status: string;
  date: string | null;
}

type DiveLogRow = {
  id: string;
  log_course: string | null;
  log_number: number | null;
  status: string;
  dive_date: string | null;
};

/** Returns the most advanced log of each dive. */
export function listCourseDives(rows: readonly DiveLogRow[], logCourse: string | null): LoggedDive[] {
  const ranks = ['Draft', 'Returned', 'Pending', 'Verified'];
  const found = new Map<number, LoggedDive>();
  for (const { id, log_course: course, log_number: number, status, dive_date: date } of rows) {
    if (course === null || course !== logCourse || number === null) continue;
    const previous = found.get(number);
    if (previous && ranks.indexOf(previous.status) >= ranks.indexOf(status)) continue;
    found.set(number, { id, number, status, date });
  }
  return [...found.values()].toSorted((a, b) => a.number - b.number);
}

/** All logs of a course's dives. */
export function listLogsByNumber(rows: readonly DiveLogRow[], logCourse: string): LoggedDive[] {
  return rows.flatMap(({ id, log_course: course, log_number: number, status, dive_date: date }) =>
    course === logCourse && number !== null ? [{ id, number, status, date }] : [],
  );
}

export interface PathStop {
  kind: 'knowledge' | 'section' | 'exam' | 'dive' | 'card';
  isDone: boolean;
  /** A returned dive that the diver must fix. */
  needsYou?: boolean;
  /** A dive that the instructor has not verified yet. */
  isPending?: boolean;
  /** Number of the section or dive. */
  number?: number;
  date?: string | null;
  done?: number;
  total?: number;
}

type PathReport = Pick<
  CourseReport,
  'lessonsDone' | 'lessonsTotal' | 'exam' | 'examPassedDate' | 'dives' | 'divesVerified' | 'completedDate' | 'hasCard'
> & { sections: Pick<CourseReport['sections'][number], 'lessonsDone' | 'lessonsTotal'>[] };

/** Stops of the course path: lessons, exam, dives and, if the course leads to one, the card. */
export function buildPathStops(report: PathReport, logged: readonly LoggedDive[]): PathStop[] {
  const { lessonsDone, lessonsTotal, sections, exam, dives, divesVerified } = report;
  const byNumber = new Map(logged.map((dive) => [dive.number, dive]));
  const hasNumbers = logged.filter(({ status }) => status === 'Verified').length === divesVerified;
  const learned: PathStop[] =
    dives > 0 || sections.length > 5
      ? [{ kind: 'knowledge', isDone: lessonsDone === lessonsTotal, done: lessonsDone, total: lessonsTotal }]
      : sections.map((section, index) => ({
          kind: 'section',
          number: index + 1,
          isDone: section.lessonsDone === section.lessonsTotal,
          done: section.lessonsDone,
          total: section.lessonsTotal,
        }));
  const water = Array.from({ length: dives }, (_, index): PathStop => {
    const number = index + 1;
    const dive = byNumber.get(number);
    return {
      kind: 'dive',
      number,
      // Dives verified under another number still count.
      isDone: hasNumbers ? dive?.status === 'Verified' : index < divesVerified,
      needsYou: dive?.status === 'Returned',
      isPending: dive?.status === 'Pending',
      date: dive?.date ?? null,
    };
  });
  const tested: PathStop[] =
    exam === null ? [] : [{ kind: 'exam', isDone: exam.isPassed, date: report.examPassedDate }];
  const all = [...learned, ...tested, ...water];
  return report.hasCard ? [...all, { kind: 'card', isDone: all.every(({ isDone }) => isDone) }] : all;
}

/** Dive profile as pairs of position and depth. */
const profileShape = [
  [0, 0],
  [0.06, 0.21],
  [0.17, 0.39],
  [0.31, 0.93],
  [0.37, 0.9],
  [0.47, 0.62],
  [0.6, 0.69],
  [0.72, 0.5],
  [0.86, 0.26],
  [1, 0],
] as const;

export function getDepthAt(at: number): number {
  const index = Math.max(
    1,
    profileShape.findIndex(([x]) => x >= at),
  );
  const [x0, y0] = profileShape[index - 1] ?? [0, 0];
  const [x1, y1] = profileShape[index] ?? [1, 0];
  return y0 + ((at - x0) / (x1 - x0)) * (y1 - y0);
}

/** Positions of the stops along the path. The card is at the surface; two parts are at the bottom and on the way up. */
export function getStopPositions(count: number, hasCard: boolean): number[] {
  const before = hasCard ? count - 1 : count;
  const [first = 0, last = 0] = before === 1 ? [0.4, 0.4] : before === 2 ? [0.31, 0.72] : [0.15, 0.87];
  const step = before > 1 ? (last - first) / (before - 1) : 0;
  return Array.from({ length: count }, (_, index) => (index === before ? 0.99 : first + index * step));
}

/** A bend closer to a stop than this would make the line wobble. */
const minBendDistance = 0.085;

/** Bends between the stops, so a course with few parts is drawn as a dive too. */
export function listBends(places: readonly number[]): { at: number; depth: number }[] {
  const isFree = (at: number) => places.every((place) => Math.abs(place - at) >= minBendDistance);
  return profileShape.slice(1, -1).flatMap(([at, depth]) => (isFree(at) ? [{ at, depth }] : []));
}

/** Returns the position of the last completed stop, plus a share of the way to the next one. */
export function getPathProgress(stops: readonly PathStop[], places: readonly number[]): number {
  const last = stops.findLastIndex(({ isDone }) => isDone);
  const behind = last === -1 ? 0 : (places[last] ?? 0);
  if (last === stops.length - 1) return 1;
  const next = stops[last + 1];
  const share = next?.total ? (next.done ?? 0) / next.total : 0;
  return behind + ((places[last + 1] ?? 1) - behind) * share;
}
