import { dayMs } from '#platform/shared/dates.ts';
import { demoClassIds } from './class.ts';

/** Fixed ids, for reproducible tests and screenshots. */
export const demoLearnerIds = { diver: 400_001, student: 400_002, minor: 400_003, guardian: 400_004 };
export const demoInstructor = { affiliateId: 400_005, memberNumber: 100_001, name: 'Tomás Reyes' };
export const demoStore = { affiliateId: 400_007, storeNumber: 20_001 };

/** Consecutive evenings with a few lessons each. */
interface StudyPeriod {
  startsAt: Date;
  lessons: number;
  perEvening: number;
}
interface DemoTest {
  kind: 'review' | 'quiz' | 'exam';
  section: string;
  at: Date;
  wrong: number;
}
export interface DemoLearner {
  affiliateId: number;
  packageId: string;
  source: 'code' | 'order';
  studyPeriods: StudyPeriod[];
  /** Whether the next lesson was opened but not finished. */
  hasOpenLesson: boolean;
  tests: DemoTest[];
  /** The number of confined water skills signed on each day, in order. */
  signed: { skills: number; on: string; note: string }[];
}

/** `year` is the year of the last demo dives, so skills are signed before the dives that need them. */
export function listDemoLearners(year: number, now: Date): DemoLearner[] {
  const { diver, student, minor, guardian } = demoLearnerIds;
  const on = (day: string, time = '18:30', inYear = year) => new Date(`${inYear}-${day}T${time}:00Z`);
  const ago = (days: number) => new Date(now.getTime() - days * dayMs);
  const test = (kind: DemoTest['kind'], section: string, at: Date, wrong = 0) => ({ kind, section, at, wrong });
  const first = year - 5;
  const quizzes = (month: string) =>
    ['pressure', 'equipment', 'dive', 'problems', 'limits'].map((section, index) =>
      test('quiz', section, on(`${month}-${String(8 + 4 * index).padStart(2, '0')}`, '21:00'), index % 2),
    );
  return [
    {
      affiliateId: student,
      packageId: 'open-water',
      source: 'code',
      studyPeriods: [
        { startsAt: on('10-12'), lessons: 12, perEvening: 3 },
        { startsAt: ago(5), lessons: 6, perEvening: 2 },
      ],
      hasOpenLesson: true,
      tests: [
        test('review', 'pressure', on('10-15', '20:05')),
        test('quiz', 'pressure', on('10-15', '20:30'), 1),
        test('quiz', 'equipment', ago(2), 4),
      ],
      signed: [
        { skills: 4, on: `${year}-11-01`, note: '' },
        { skills: 2, on: `${year}-11-02`, note: 'Calm from the first try.' },
      ],
    },
    {
      affiliateId: guardian,
      packageId: 'open-water',
      source: 'code',
      studyPeriods: [{ startsAt: on('10-03'), lessons: 30, perEvening: 3 }],
      hasOpenLesson: false,
      tests: [
        test('review', 'pressure', on('10-07', '20:00')),
        test('quiz', 'pressure', on('10-07', '20:30'), 2),
        test('quiz', 'equipment', on('10-11', '20:30')),
      ],
      signed: [{ skills: 10, on: `${year}-11-02`, note: '' }],
    },
    {
      affiliateId: minor,
      packageId: 'open-water',
      source: 'code',
      studyPeriods: [{ startsAt: on('10-03', '16:00'), lessons: 24, perEvening: 2 }],
      hasOpenLesson: false,
      tests: [
        test('quiz', 'pressure', on('10-09', '16:00'), 3),
        test('quiz', 'pressure', on('10-10', '16:00'), 1),
        test('quiz', 'equipment', on('10-15', '17:30'), 1),
      ],
      signed: [{ skills: 8, on: `${year}-11-02`, note: 'Together with her mother.' }],
    },
    {
      affiliateId: diver,
      packageId: 'open-water',
      source: 'code',
      studyPeriods: [{ startsAt: on('04-04', '19:00', first), lessons: 60, perEvening: 3 }],
      hasOpenLesson: false,
      tests: [
        ...['pressure', 'equipment', 'dive', 'problems', 'limits'].flatMap((section, index) => [
          test('review', section, on(`04-${String(7 + 4 * index).padStart(2, '0')}`, '20:30', first)),
          test('quiz', section, on(`04-${String(7 + 4 * index).padStart(2, '0')}`, '21:00', first), index % 2),
        ]),
        test('exam', '', on('05-01', '10:00', first), 4),
      ],
      signed: [
        { skills: 12, on: `${first}-05-08`, note: '' },
        { skills: 9, on: `${first}-05-09`, note: 'Ready for the sea.' },
      ],
    },
    // Ready to certify.
    {
      affiliateId: demoClassIds.almost,
      packageId: 'open-water',
      source: 'code',
      studyPeriods: [{ startsAt: on('08-01', '19:00'), lessons: 60, perEvening: 4 }],
      hasOpenLesson: false,
      tests: [...quizzes('08'), test('exam', '', on('08-30', '10:00'), 3)],
      signed: [{ skills: 21, on: `${year}-09-06`, note: '' }],
    },
    // A minor who has just started.
    {
      affiliateId: demoClassIds.young,
      packageId: 'open-water',
      source: 'code',
      studyPeriods: [{ startsAt: on('10-20', '16:30'), lessons: 7, perEvening: 2 }],
      hasOpenLesson: true,
      tests: [],
      signed: [],
    },
    // Has finished the theory and half of the dives.
    {
      affiliateId: demoClassIds.diving,
      packageId: 'open-water',
      source: 'order',
      studyPeriods: [{ startsAt: on('07-01', '20:00'), lessons: 60, perEvening: 4 }],
      hasOpenLesson: false,
      tests: [...quizzes('07'), test('exam', '', on('07-29', '11:00'), 6)],
      signed: [{ skills: 15, on: `${year}-08-10`, note: '' }],
    },
    {
      affiliateId: diver,
      packageId: 'enriched-air',
      source: 'order',
      studyPeriods: [{ startsAt: ago(8), lessons: 5, perEvening: 2 }],
      hasOpenLesson: true,
      tests: [test('review', 'gas', ago(6))],
      signed: [],
    },
  ];
}

const lessonMin = 22;

/** The completion time of each lesson, in course order. */
export function* lessonTimes(studyPeriods: readonly StudyPeriod[]): Generator<Date> {
  for (const { startsAt, lessons, perEvening } of studyPeriods)
    for (let index = 0; index < lessons; index++) {
      const days = Math.floor(index / perEvening);
      yield new Date(startsAt.getTime() + days * dayMs + (1 + (index % perEvening)) * lessonMin * 60_000);
    }
}
