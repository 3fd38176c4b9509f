import { describe, expect, it } from 'vitest';
import {
  getDepthAt,
  listBends,
  listCourseDives,
  findFeaturedCourse,
  buildHeadline,
  getStopPositions,
  getPathProgress,
  buildPathStops,
} from './course-progress.ts';

const next = { kind: 'lesson', id: 'pressure/ears', number: '2.3', title: 'Ears', minutes: 9 } as const;
const course = {
  packageId: 'open-water',
  kind: 'course' as const,
  title: 'Open Water Diver',
  certification: 'Open Water Diver',
  enrollmentDate: '2026-01-01' as string | null,
  lessonsDone: 10,
  lessonsTotal: 12,
  next: next as typeof next | null,
};
const exam = {
  questions: 50,
  passPercent: 75,
  minutes: 90,
  attempts: 0,
  triesLeft: 3,
  bestPercent: null,
  isPassed: false,
  isOpen: false,
  openAttempt: null,
};
const report = {
  lessonsDone: 10,
  lessonsTotal: 12,
  sections: [],
  exam,
  examPassedDate: null,
  completedDate: null,
  dives: 4,
  divesVerified: 0,
  hasCard: true,
};

describe('findFeaturedCourse', () => {
  it('prefers a course in progress over an unstarted and a completed one', () => {
    const done = { ...course, packageId: 'done', next: null };
    const waits = { ...course, packageId: 'waits', enrollmentDate: null };
    expect(findFeaturedCourse([done, waits, course])?.packageId).toBe('open-water');
    expect(findFeaturedCourse([done, waits])?.packageId).toBe('waits');
    expect(findFeaturedCourse([done])?.packageId).toBe('done');
    expect(findFeaturedCourse([])).toBeNull();
  });

  it('returns a demo course only if there is no other', () => {
    const demo = { ...course, packageId: 'demo', kind: 'demo' as const };
    expect(findFeaturedCourse([demo, { ...course, next: null }])?.packageId).toBe('open-water');
    expect(findFeaturedCourse([demo])?.packageId).toBe('demo');
  });

  it('returns a past course only if there is no other', () => {
    const discover = { ...course, packageId: 'discover-scuba' };
    const waits = { ...course, packageId: 'waits', enrollmentDate: null };
    expect(findFeaturedCourse([discover, waits], undefined, 'discover-scuba')?.packageId).toBe('waits');
    expect(findFeaturedCourse([discover], undefined, 'discover-scuba')?.packageId).toBe('discover-scuba');
  });

  it('returns the requested course, or null', () => {
    expect(findFeaturedCourse([course, { ...course, packageId: 'deep' }], 'deep')?.packageId).toBe('deep');
    expect(findFeaturedCourse([course], 'deep')).toBeNull();
  });
});

describe('buildHeadline', () => {
  const getHeadline = (overrides: object, dived?: { dives: number; divesVerified: number }) =>
    buildHeadline({ ...course, ...overrides }, dived);

  it('counts the remaining lessons, tests and dives', () => {
    expect(getHeadline({ lessonsDone: 0 }).id).toBe('learning.dashboard.head.ready');
    expect(getHeadline({})).toEqual({
      id: 'learning.dashboard.head.lessons',
      values: { count: 2, title: 'Open Water Diver' },
    });
    expect(getHeadline({ next: { ...next, kind: 'quiz', title: 'Pressure' } })).toEqual({
      id: 'learning.dashboard.head.quiz',
      values: { title: 'Pressure' },
    });
    expect(getHeadline({ next: { ...next, kind: 'exam' } }).id).toBe('learning.dashboard.head.exam');
    expect(getHeadline({ next: null }, { dives: 4, divesVerified: 2 })).toEqual({
      id: 'learning.dashboard.head.dives',
      values: { count: 2, certification: 'Open Water Diver' },
    });
    expect(getHeadline({ next: null }, { dives: 4, divesVerified: 4 }).id).toBe('learning.dashboard.head.done');
  });
});

describe('listCourseDives', () => {
  const row = (id: string, number: number, status: string, log = 'open_water') => ({
    id,
    log_course: log,
    log_number: number,
    status,
    dive_date: null,
  });

  it('returns the most advanced log of each dive of the course', () => {
    const rows = [
      row('1', 2, 'Returned'),
      row('2', 1, 'Draft'),
      row('3', 1, 'Verified'),
      row('4', 3, 'Verified', 'advanced'),
    ];
    expect(listCourseDives(rows, 'open_water').map(({ id }) => id)).toEqual(['3', '1']);
    expect(listCourseDives(rows, null)).toEqual([]);
  });
});

describe('course path', () => {
  it('leads from knowledge, exam and dives to the card', () => {
    const logged = [
      { id: '1', number: 1, status: 'Verified', date: '2026-02-01' },
      { id: '2', number: 2, status: 'Returned', date: null },
    ];
    const stops = buildPathStops({ ...report, divesVerified: 1 }, logged);
    expect(stops.map(({ kind }) => kind)).toEqual(['knowledge', 'exam', 'dive', 'dive', 'dive', 'dive', 'card']);
    expect(stops.map(({ isDone }) => isDone)).toEqual([false, false, true, false, false, false, false]);
    expect(stops[3]?.needsYou).toBe(true);
  });

  it('uses sections as stops for a course without dives', () => {
    const sections = [1, 2].map((lessonsTotal) => ({ lessonsDone: lessonsTotal, lessonsTotal }));
    const stops = buildPathStops({ ...report, dives: 0, exam: null, sections }, []);
    expect(stops.map(({ kind, number }) => number ?? kind)).toEqual([1, 2, 'card']);
    expect(stops.at(-1)?.isDone).toBe(true);
  });

  it('starts and ends at the surface with its stops in order', () => {
    expect(getDepthAt(0)).toBe(0);
    expect(getDepthAt(1)).toBe(0);
    expect(getDepthAt(0.31)).toBeCloseTo(0.93);
    for (const count of [2, 3, 7]) {
      const places = getStopPositions(count, true);
      expect(places).toHaveLength(count);
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      expect(places.at(-1)).toBe(0.99);
    }
  });

  it('ends without a card if the course leads to none', () => {
    const sections = [1, 2].map((lessonsTotal) => ({ lessonsDone: 0, lessonsTotal }));
    const stops = buildPathStops({ ...report, dives: 0, exam: null, sections, hasCard: false }, []);
    expect(stops.map(({ kind }) => kind)).toEqual(['section', 'section']);
    const places = getStopPositions(stops.length, false);
    expect(Math.max(...places)).toBeLessThan(0.9);
    expect(getPathProgress(stops, places)).toBe(0);
    const done = stops.map((stop) => ({ ...stop, isDone: true }));
    expect(getPathProgress(done, places)).toBe(1);
  });

  it('draws a course with two parts as a dive, with a part at the bottom and one on the way up', () => {
    for (const hasCard of [true, false]) {
      const places = getStopPositions(hasCard ? 3 : 2, hasCard);
      const bends = listBends(places);
      const deepest = Math.max(...bends.map(({ depth }) => depth), ...places.map(getDepthAt));
      expect(deepest).toBeGreaterThan(0.85);
      const [first = 0, second = 0] = places;
      expect(second - first).toBeGreaterThan(0.3);
      expect(bends.every(({ at }) => places.every((place) => Math.abs(place - at) > 0.05))).toBe(true);
    }
  });

  it('returns the progress along the path', () => {
    const stops = buildPathStops(report, []);
    const places = getStopPositions(stops.length, true);
    expect(getPathProgress(stops, places)).toBeCloseTo((places[0] ?? 0) * (10 / 12));
    const learned = buildPathStops({ ...report, lessonsDone: 12 }, []);
    expect(getPathProgress(learned, places)).toBe(places[0]);
    const all = buildPathStops({ ...report, lessonsDone: 12, divesVerified: 4, exam: { ...exam, isPassed: true } }, []);
    expect(getPathProgress(all, places)).toBe(1);
  });
});
