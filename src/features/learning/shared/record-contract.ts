import { isTimeZone } from '#platform/shared/time-zone.ts';
import * as z from 'zod';
import { defineEndpoints } from '#platform/shared/contract.ts';
import { longText } from '#platform/shared/text-schemas.ts';
import { InstructorInfo, TypedMeasure } from '#features/logbook/shared/contract.ts';
import { Culture, PackageId } from './course-contract.ts';

/** `date` is a day if a person entered it, and a timestamp if the portal recorded it. */
const Signature = z.object({ date: z.string(), name: z.string(), memberNumber: z.int().nullable(), note: z.string() });
export type Signature = z.output<typeof Signature>;
const SignedSkill = z.object({ skill: z.string(), signature: Signature.nullable() });
/**
 * An open-water dive of the course; its skills come from the verified log. Dives of a course that the logbook does not
 * know are signed off like a skill named `dive_<number>`.
 */
const RecordDive = z.object({
  number: z.int(),
  logId: z.string().nullable(),
  title: z.string().nullable(),
  date: z.string().nullable(),
  maxDepthM: z.number().nullable(),
  bottomTimeMin: z.int().nullable(),
  /** The depth as the diver typed it. */
  typed: z.array(TypedMeasure),
  signature: Signature.nullable(),
  /** The dive is logged, and its instructor has to verify it. */
  isPending: z.boolean(),
  skills: z.array(z.object({ skill: z.string(), isDone: z.boolean() })),
});
export type RecordDive = z.output<typeof RecordDive>;

/** The learner record of a course. */
export const CourseRecord = z.object({
  packageId: z.string(),
  title: z.string(),
  certification: z.string().nullable(),
  culture: z.string(),
  student: z.object({ affiliateId: z.int(), name: z.string() }),
  enrollmentDate: z.string().nullable(),
  completedDate: z.string().nullable(),
  instructor: InstructorInfo.nullable(),
  storeName: z.string().nullable(),
  knowledge: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      lessonsDone: z.int(),
      lessonsTotal: z.int(),
      doneDate: z.string().nullable(),
      quizPercent: z.int().nullable(),
    }),
  ),
  confined: z.array(SignedSkill),
  openWater: z.array(RecordDive),
  /** Flexible skills, with the number of the dive on which they were practiced. */
  flexible: z.array(z.object({ skill: z.string(), dive: z.int().nullable() })),
  /**
   * The course's name in the logbook, whose verified dives fill in `openWater`; null if an instructor signs the dives.
   */
  logCourse: z.string().nullable(),
  hasExam: z.boolean(),
  exam: z.object({ scorePercent: z.int(), isPassed: z.boolean(), date: z.string(), attempts: z.int() }).nullable(),
});
export type CourseRecord = z.output<typeof CourseRecord>;

/** The current record. Archived ones have no medical status, because later instructors read them too. */
export const ERecord = CourseRecord.extend({
  /** Without answers; null without a questionnaire for the course's instructor or dive center. */
  medical: z
    .object({ status: z.enum(['ok', 'physician', 'review', 'refused', 'expired']), validUntil: z.string().nullable() })
    .nullable(),
});
export type ERecord = z.output<typeof ERecord>;

export const ArchivedRecord = z.object({
  id: z.string(),
  enrollmentDate: z.string(),
  archivedDate: z.string(),
  record: CourseRecord,
});
export type ArchivedRecord = z.output<typeof ArchivedRecord>;

/** A student in an instructor's list. */
export const Student = z.object({
  affiliateId: z.int(),
  name: z.string(),
  packageId: z.string(),
  title: z.string(),
  lessonsDone: z.int(),
  lessonsTotal: z.int(),
  isExamPassed: z.boolean(),
  hasExam: z.boolean(),
  /** Skills that are signed off. */
  signed: z.array(z.string()),
  confined: z.object({ done: z.int(), total: z.int() }),
  divesVerified: z.int(),
  dives: z.int(),
  lastDate: z.string().nullable(),
});
export type Student = z.output<typeof Student>;

/** A course that a professional teaches, with the skills to sign off. */
const TaughtCourse = z.object({
  packageId: z.string(),
  title: z.string(),
  count: z.int(),
  skills: z.array(z.string()),
});
export type TaughtCourse = z.output<typeof TaughtCourse>;
const studentPageSize = 100;

const PackageParams = z.object({ packageId: PackageId });
const StudentQuery = z.object({
  affiliateId: z.coerce.number().int().positive().optional(),
  culture: Culture.optional(),
});

/** Earlier dates are taken for typing errors. */
const earliestSignOffDay = '1950-01-01';
const SkillName = z.string().regex(/^[a-z0-9_]{1,40}$/);
const Skills = z.array(SkillName).min(1).max(60);
const SignedSkills = z.object({ affiliateId: z.int().positive(), skills: Skills });
export type SignedSkills = z.output<typeof SignedSkills>;

export const recordEndpoints = defineEndpoints('learning', {
  'GET v2/courses/{packageId}/eRecord': {
    summary:
      'Returns the learner record of a course. Instructors pass the id of their student; access by others is logged.',
    access: 'signedIn',
    kind: 'write',
    params: PackageParams,
    query: StudentQuery,
    output: ERecord,
  },
  'GET courses/{id}/eRecord/archive': {
    summary: 'Lists the archived records of a restarted course.',
    access: 'signedIn',
    kind: 'write',
    params: z.object({ id: PackageId }),
    query: StudentQuery,
    output: z.array(ArchivedRecord),
  },
  'GET v2/courses/{packageId}/eRecord/document': {
    summary: 'Returns the record as a tagged PDF in the reader’s language.',
    access: 'signedIn',
    params: PackageParams,
    query: StudentQuery.extend({
      /** Time zone in which timestamps are printed as days. */
      timeZone: z.string().max(60, { abort: true }).refine(isTimeZone).optional(),
    }),
    output: z.unknown(),
  },
  'PUT v2/courses/{packageId}/instructor': {
    summary: 'Sets the instructor of the learner’s course; null removes them.',
    access: 'signedIn',
    params: PackageParams,
    body: z.object({ memberNumber: z.int().min(1).max(999_999_999).nullable() }),
    output: InstructorInfo.nullable(),
  },
  'GET v2/students': {
    summary:
      'Lists a professional’s students of a course with their progress, by default of the course with most students.',
    access: ['professional'],
    query: z.object({
      culture: Culture.optional(),
      course: PackageId.optional(),
      /** Part of a name. */
      search: z.string().max(100).default(''),
      limit: z.coerce.number().int().min(1).max(studentPageSize).default(studentPageSize),
      offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    }),
    output: z.object({
      /** All students; one with two courses is counted once. */
      people: z.int(),
      /** Those with most students first. */
      courses: z.array(TaughtCourse),
      /** The students of the course who match the search. */
      total: z.int(),
      items: z.array(Student),
    }),
  },
  'GET v2/students/count': {
    summary: 'Counts the courses that a professional’s students take.',
    access: ['professional'],
    output: z.object({ count: z.int() }),
  },
  'GET v2/students/{affiliateId}': {
    summary: 'Lists the courses that a student takes with the professional, with their progress.',
    access: ['professional'],
    params: z.object({ affiliateId: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) }),
    query: z.object({ culture: Culture.optional() }),
    output: z.array(Student),
  },
  'POST v2/courses/{packageId}/signoffs': {
    summary: 'Signs off skills of one or more students. Existing sign-offs are unchanged.',
    access: ['professional'],
    params: PackageParams,
    body: z.object({
      affiliateIds: z.array(z.int().positive()).min(1).max(50),
      skills: Skills,
      signedOn: z.iso.date().refine((day) => day >= earliestSignOffDay),
      note: longText(500),
    }),
    output: z.object({
      signed: z.int(),
      already: z.int(),
      /** Skills signed by this request, in the format that `signoffs/remove` takes. */
      students: z.array(SignedSkills),
    }),
  },
  'POST v2/courses/{packageId}/signoffs/remove': {
    summary: 'Removes sign-offs that the instructor made within the last day: all of the given ones, or none.',
    access: ['professional'],
    bodyLimitBytes: 320 * 1024,
    params: PackageParams,
    body: z.object({ students: z.array(SignedSkills).min(1).max(50) }),
    output: z.object({ removed: z.int() }),
  },
});
