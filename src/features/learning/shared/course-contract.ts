import * as z from 'zod';
import { InstructorInfo } from '#features/logbook/shared/contract.ts';
import { Answer, Block, CheckQuestion, AnswerKey, Question } from './content.ts';
import { courseKinds, courseLevels, cultures } from './rules.ts';

export const Culture = z.enum(cultures);
export const PackageId = z.string().regex(/^[a-z0-9][a-z0-9-]{0,59}$/);
const LessonId = z.string().regex(/^[a-z0-9-]{1,60}\/[a-z0-9-]{1,60}$/);
export const attemptKinds = ['review', 'quiz', 'exam'] as const;
export type AttemptKind = (typeof attemptKinds)[number];

export const CourseCard = z.object({
  packageId: z.string(),
  title: z.string(),
  summary: z.string(),
  kind: z.enum(courseKinds),
  level: z.enum(courseLevels),
  isSellable: z.boolean(),
  tags: z.array(z.string()),
  /** The language it is shown in. */
  culture: z.string(),
  minutes: z.int(),
  lessons: z.int(),
  isEntitled: z.boolean(),
});
export type CourseCard = z.output<typeof CourseCard>;

/** The next step: a lesson, or the test that ends a section or the course. */
export const NextStep = z.object({
  kind: z.enum(['lesson', ...attemptKinds]),
  /** Lesson or section id; empty for the exam. */
  id: z.string(),
  /** Lesson number, for example `2.3`. */
  number: z.string(),
  title: z.string(),
  minutes: z.int(),
});
export type NextStep = z.output<typeof NextStep>;

/** A course that the person may take, with their progress. */
export const Entitlement = z.object({
  packageId: z.string(),
  title: z.string(),
  kind: z.enum(courseKinds),
  level: z.enum(courseLevels),
  culture: z.string(),
  certification: z.string().nullable(),
  source: z.string(),
  grantedDate: z.string(),
  enrollmentDate: z.string().nullable(),
  lessonsDone: z.int(),
  lessonsTotal: z.int(),
  lastDate: z.string().nullable(),
  next: NextStep.nullable(),
  examPassedDate: z.string().nullable(),
  completedDate: z.string().nullable(),
});
export type Entitlement = z.output<typeof Entitlement>;

const OutlineLesson = z.object({
  id: z.string(),
  number: z.string(),
  title: z.string(),
  minutes: z.int(),
  isOpened: z.boolean(),
  isDone: z.boolean(),
});
/** A review, quiz or exam, with the results so far. */
export const OutlineTest = z.object({
  questions: z.int(),
  passPercent: z.int().nullable(),
  minutes: z.int().nullable(),
  attempts: z.int(),
  /** Null means unlimited. */
  triesLeft: z.int().nullable(),
  bestPercent: z.int().nullable(),
  isPassed: z.boolean(),
  /** True if it can be started now. */
  isOpen: z.boolean(),
  openAttempt: z.string().nullable(),
});
export type OutlineTest = z.output<typeof OutlineTest>;

/** The client platform: the portal's own pages, or an app. */
export const platforms = ['web', 'ios', 'android'] as const;
export type Platform = (typeof platforms)[number];

/**
 * Links to the course by platform. The web gets portal paths. Apps get absolute URLs, and the course's videos, posters
 * and captions in the response's language, to download them for offline use.
 */
export const CourseLinks = z.object({
  platform: z.enum(platforms),
  course: z.string(),
  /** The next lesson or test; the course page if there is none. */
  next: z.string(),
  media: z.array(z.object({ url: z.string(), type: z.enum(['video', 'poster', 'captions']), culture: z.string() })),
});
export type CourseLinks = z.output<typeof CourseLinks>;

/** The course with its outline and the person's progress. */
export const CourseView = z.object({
  packageId: z.string(),
  title: z.string(),
  summary: z.string(),
  kind: z.enum(courseKinds),
  level: z.enum(courseLevels),
  certification: z.string().nullable(),
  /** The language it is shown in, the requested language, and all available languages. */
  culture: z.string(),
  requestedCulture: z.string(),
  cultures: z.array(z.string()),
  isEntitled: z.boolean(),
  enrollmentDate: z.string().nullable(),
  completedDate: z.string().nullable(),
  sections: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      lessons: z.array(OutlineLesson),
      review: OutlineTest.nullable(),
      quiz: OutlineTest.nullable(),
    }),
  ),
  exam: OutlineTest.nullable(),
  lessonsDone: z.int(),
  lessonsTotal: z.int(),
  minutesLeft: z.int(),
  next: NextStep.nullable(),
  links: CourseLinks,
});
export type CourseView = z.output<typeof CourseView>;

export const CourseDetails = z.object({
  packageId: z.string(),
  title: z.string(),
  description: z.array(Block),
  certification: z.string().nullable(),
  minutes: z.int(),
  lessons: z.int(),
  questions: z.int(),
  dives: z.int(),
  instructor: InstructorInfo.nullable(),
  storeNumber: z.int().nullable(),
  storeName: z.string().nullable(),
  enrollmentDate: z.string().nullable(),
});
export type CourseDetails = z.output<typeof CourseDetails>;

export const LessonView = z.object({
  packageId: z.string(),
  courseTitle: z.string(),
  sectionTitle: z.string(),
  id: z.string(),
  number: z.string(),
  title: z.string(),
  minutes: z.int(),
  culture: z.string(),
  requestedCulture: z.string(),
  blocks: z.array(Block),
  checks: z.array(CheckQuestion),
  /** Last reading position, as a block index. */
  position: z.int(),
  videos: z.array(z.object({ id: z.string(), seconds: z.number() })),
  answers: z.array(z.object({ question: z.string(), answer: Answer, tries: z.int(), isRight: z.boolean() })),
  isDone: z.boolean(),
  previous: NextStep.nullable(),
  next: NextStep.nullable(),
});
export type LessonView = z.output<typeof LessonView>;

/**
 * A learning step. Steps are applied in order and each key only once, however often it is sent. A lesson is done once
 * all its questions were answered correctly, and a late step never reverts progress.
 */
const step = { key: z.uuid(), at: z.iso.datetime({ offset: true }), lesson: LessonId };
export const LearningStep = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('open'), ...step }),
  z.object({
    kind: z.literal('read'),
    ...step,
    position: z.int().min(0).max(500),
    /** Seconds since the last report. */
    seconds: z.int().min(0).max(600),
  }),
  z.object({ kind: z.literal('video'), ...step, video: z.string().max(80), second: z.number().min(0).max(36_000) }),
  z.object({ kind: z.literal('answer'), ...step, question: z.string().max(80), answer: Answer }),
]);
export type LearningStep = z.output<typeof LearningStep>;

export const ProgressView = z.object({
  lessonsDone: z.int(),
  lessonsTotal: z.int(),
  /** Completed lessons, out of those named by the steps. */
  done: z.array(z.string()),
});
export type ProgressView = z.output<typeof ProgressView>;

const AnsweredItem = z.object({
  question: z.string(),
  isRight: z.boolean(),
  given: Answer.nullable(),
  /** Null for an exam that can be retaken. */
  key: AnswerKey.nullable(),
  explanation: AnswerKey.shape.explanation,
  /** The lesson to review. */
  lesson: z.object({ id: z.string(), number: z.string(), title: z.string() }).nullable(),
});
export const AttemptView = z.object({
  id: z.string(),
  packageId: z.string(),
  courseTitle: z.string(),
  kind: z.enum(attemptKinds),
  section: z.string(),
  sectionTitle: z.string(),
  number: z.int(),
  passPercent: z.int().nullable(),
  triesLeft: z.int().nullable(),
  culture: z.string(),
  startedAt: z.string(),
  dueAt: z.string().nullable(),
  /** Server time, against which the time limit is measured. */
  now: z.string(),
  questions: z.array(Question),
  answers: z.array(z.object({ question: z.string(), answer: Answer })),
  handedInAt: z.string().nullable(),
  result: z
    .object({ rightCount: z.int(), scorePercent: z.int(), isPassed: z.boolean(), items: z.array(AnsweredItem) })
    .nullable(),
});
export type AttemptView = z.output<typeof AttemptView>;

export const AssessmentResults = z.object({
  packageId: z.string(),
  title: z.string(),
  results: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(attemptKinds),
      section: z.string(),
      sectionTitle: z.string(),
      number: z.int(),
      rightCount: z.int(),
      questions: z.int(),
      scorePercent: z.int(),
      isPassed: z.boolean(),
      handedInDate: z.string(),
      /** Lessons to review. */
      lessons: z.array(z.object({ id: z.string(), number: z.string(), title: z.string(), wrong: z.int() })),
    }),
  ),
});
export type AssessmentResults = z.output<typeof AssessmentResults>;

/** Progress by section, and what remains until completion. */
export const CourseReport = z.object({
  packageId: z.string(),
  title: z.string(),
  enrollmentDate: z.string().nullable(),
  completedDate: z.string().nullable(),
  secondsSpent: z.int(),
  lessonsDone: z.int(),
  lessonsTotal: z.int(),
  sections: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      lessonsDone: z.int(),
      lessonsTotal: z.int(),
      secondsSpent: z.int(),
      doneDate: z.string().nullable(),
      review: OutlineTest.nullable(),
      quiz: OutlineTest.nullable(),
    }),
  ),
  exam: OutlineTest.nullable(),
  examPassedDate: z.string().nullable(),
  /** The course's name in the logbook; null if it has no dives there. */
  logCourse: z.string().nullable(),
  dives: z.int(),
  divesVerified: z.int(),
  /** The course leads to a certification. */
  hasCard: z.boolean(),
});
export type CourseReport = z.output<typeof CourseReport>;

const elearningStates = ['unable', 'preparing', 'ready', 'failed'] as const;
/** E-learning status of a Discover Scuba Diving guest. */
export const Elearning = z.object({
  state: z.enum(elearningStates),
  packageId: z.string(),
  percent: z.int(),
  startedAt: z.string().nullable(),
  /** Contacts for a guest whose e-learning cannot start. */
  memberNumber: z.int().nullable(),
  storeNumber: z.int().nullable(),
});
export type Elearning = z.output<typeof Elearning>;

const SpecialtyVideo = z.object({
  packageId: z.string(),
  courseTitle: z.string(),
  lesson: z.string(),
  title: z.string(),
  url: z.string(),
  poster: z.string().nullable(),
  captions: z.array(z.object({ culture: z.string(), url: z.string() })),
});
export const Specialty = z.object({ ...CourseCard.shape, videos: z.array(SpecialtyVideo) });
export type Specialty = z.output<typeof Specialty>;
