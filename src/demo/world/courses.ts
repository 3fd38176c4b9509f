import type { LogStatus } from '#features/logbook/shared/enums.ts';
import { confinedSkills } from '#features/learning/shared/skills.ts';
import type { Professional } from './people.ts';

/** Consecutive evenings with a few lessons each. */
export interface StudyPeriod {
  daysAgo: number;
  lessons: number;
  perEvening: number;
  time?: string;
}
export interface DemoTest {
  kind: 'review' | 'quiz' | 'exam';
  section: string;
  daysAgo: number;
  time: string;
  wrong: number;
}
export interface TrainingDive {
  number: number;
  daysAgo: number;
  depthM: number;
  minutes: number;
  status: Extract<LogStatus, 'Verified' | 'Pending'>;
  timeIn: string;
}

/** A person's way through a course. Rows of all features follow from it. Days count back from today. */
export interface DemoCourse {
  affiliateId: number;
  packageId: string;
  source: 'code' | 'order';
  teacher: Professional;
  studyPeriods: readonly StudyPeriod[];
  /** Whether the next lesson was opened but not finished. */
  hasOpenLesson: boolean;
  tests: readonly DemoTest[];
  /** The day the course's forms were signed; null before that, or if they were not needed or are no longer kept. */
  formsDaysAgo: number | null;
  /** Skills signed on a day. Dives of courses without training logs are signed as skills. */
  signed: readonly { skills: readonly string[]; daysAgo: number; note: string }[];
  /** Training dives in the logbook, only of Open Water. */
  dives: readonly TrainingDive[];
  cardDaysAgo: number | null;
}

export const planTest = (
  kind: DemoTest['kind'],
  section: string,
  daysAgo: number,
  time: string,
  wrong = 0,
): DemoTest => ({
  kind,
  section,
  daysAgo,
  time,
  wrong,
});
export const confined = (count: number, from = 0) => confinedSkills.slice(from, from + count);
export const openWaterSections = ['pressure', 'equipment', 'dive', 'problems', 'limits'];
