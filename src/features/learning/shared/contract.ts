import * as z from 'zod';
import { defineEndpoints } from '#platform/shared/contract.ts';
import { defineErrors } from '#platform/shared/errors.ts';
import { Answer } from './content.ts';
import * as view from './course-contract.ts';

export const fail = defineErrors({
  'learning.no_course': 404,
  'learning.not_entitled': 403,
  'learning.unknown_lesson': 404,
  /** The question is not part of the lesson or test. */
  'learning.unknown_question': 422,
  'learning.impossible_answer': 422,
  'learning.unknown_video': 422,
  'learning.no_test': 404,
  'learning.no_attempt': 404,
  /** The lessons and quizzes must be completed before the exam. */
  'learning.not_ready': 409,
  'learning.handed_in': 409,
  'learning.time_over': 409,
  'learning.no_tries': 409,
  /** The person is not a student of this instructor. */
  'learning.not_your_student': 401,
  'learning.unknown_instructor': 422,
  'learning.own_instructor': 422,
  'learning.unknown_skill': 422,
  'learning.future_date': 422,
  'learning.not_signed': 404,
});

const PackageParams = z.object({ packageId: view.PackageId });
const IdParams = z.object({ id: view.PackageId });
const CultureQuery = z.object({ culture: view.Culture.optional() });
const StudentQuery = z.object({ affiliateId: z.coerce.number().int().positive().optional() });
/** Set when a guardian opens a child's Discover Scuba Diving e-learning on their own phone. */
const ChildQuery = StudentQuery;
const AttemptParams = z.object({ attemptId: z.uuid() });

/** Endpoints of the specification, followed by those that the course engine adds. */
export const learningEndpoints = defineEndpoints('learning', {
  'GET v2/courses': {
    summary: 'Lists all courses, or those with a tag.',
    access: 'signedIn',
    query: CultureQuery.extend({ tag: z.string().max(40).optional() }),
    output: z.array(view.CourseCard),
  },
  'GET v2/courses/{packageId}': {
    summary:
      'Returns a course with its outline and the person’s progress, in the requested language or en-US. `refresh=true` recomputes the progress from the records; `platform` (web, ios, android) selects the links.',
    access: 'signedIn',
    params: PackageParams,
    query: CultureQuery.extend(ChildQuery.shape).extend({
      /** `true` recomputes the stored totals and dates from lessons and tests before responding. */
      refresh: z.enum(['true', 'false', '1', '0']).optional(),
      /** Selects which `links` are returned; defaults to `web`. */
      platform: z.string().toLowerCase().pipe(z.enum(view.platforms)).optional(),
    }),
    output: view.CourseView,
  },
  'GET v2/courses/{packageId}/details': {
    summary: 'Returns the description and instructor of a course.',
    access: 'signedIn',
    params: PackageParams,
    query: CultureQuery,
    output: view.CourseDetails,
  },
  'GET v2/courses/{id}/assessmentresults': {
    summary: 'Lists the results of submitted reviews, quizzes and exams. Instructors pass the id of their student.',
    access: 'signedIn',
    params: IdParams,
    query: CultureQuery.extend(StudentQuery.shape),
    output: view.AssessmentResults,
  },
  'GET v2/courses/{packageId}/report': {
    summary: 'Returns the progress in a course by section: results, time spent and attempts.',
    access: 'signedIn',
    params: PackageParams,
    query: CultureQuery,
    output: view.CourseReport,
  },
  'POST v2/courses/{packageId}/enroll': {
    summary: 'Starts a course that the person is entitled to; `again` archives the record and restarts it.',
    access: 'signedIn',
    params: PackageParams,
    body: z.object({ culture: view.Culture.optional(), again: z.boolean().optional() }).default({}),
    output: z.object({ packageId: z.string(), enrollmentDate: z.string() }),
  },
  'POST v2/courses/enroll/{extraData}': {
    summary: 'Prepares the e-learning of a Discover Scuba Diving guest in the background.',
    access: 'signedIn',
    params: z.object({ extraData: z.string().min(1).max(200) }),
    query: ChildQuery,
    output: view.Elearning,
  },
  'GET courses/{id}': {
    summary: 'Returns one course card. With filter=idc, only an instructor-development course.',
    access: 'signedIn',
    params: IdParams,
    query: CultureQuery.extend({ filter: z.literal('idc').optional() }),
    output: view.CourseCard,
  },
  'GET v2/entitlements/{affiliateId}': {
    summary: 'Lists the courses that a person is entitled to, most recently used first.',
    access: 'signedIn',
    params: z.object({ affiliateId: z.coerce.number().int().positive() }),
    query: CultureQuery.extend({ filter: z.literal('idc').optional() }),
    output: z.array(view.Entitlement),
  },
  'GET v2/family': {
    summary: 'Lists the entitlements of each child of the signed-in guardian.',
    access: 'signedIn',
    query: CultureQuery,
    output: z.array(z.object({ affiliateId: z.int(), courses: z.array(view.Entitlement) })),
  },
  'GET v2/specialties': {
    summary: 'Lists specialties with their videos, all or one.',
    access: 'signedIn',
    query: CultureQuery.extend({ packageId: view.PackageId.optional() }),
    output: z.array(view.Specialty),
  },

  'GET v2/elearning': {
    summary: 'Returns the e-learning status of a Discover Scuba Diving guest.',
    access: 'signedIn',
    query: ChildQuery,
    output: view.Elearning,
  },
  'GET v2/courses/{packageId}/lessons/{section}/{lesson}': {
    summary: 'Returns a lesson with the person’s last position.',
    access: 'signedIn',
    params: PackageParams.extend({ section: view.PackageId, lesson: view.PackageId }),
    query: CultureQuery.extend(ChildQuery.shape),
    output: view.LessonView,
  },
  'POST v2/courses/{packageId}/progress': {
    summary: 'Saves learning steps in order. Steps that were already saved are skipped.',
    access: 'signedIn',
    bodyLimitBytes: 320 * 1024,
    params: PackageParams,
    query: ChildQuery,
    body: z.object({ steps: z.array(view.LearningStep).min(1).max(100) }),
    output: view.ProgressView,
  },
  'POST v2/courses/{packageId}/attempts': {
    summary: 'Starts a review, a quiz or the exam, or resumes the open attempt.',
    access: 'signedIn',
    params: PackageParams,
    query: ChildQuery,
    body: z.object({
      /** Becomes the attempt's id, which makes retries idempotent. */
      key: z.uuid(),
      kind: z.enum(view.attemptKinds),
      section: view.PackageId.nullable(),
      culture: view.Culture.optional(),
    }),
    output: view.AttemptView,
  },
  'GET v2/attempts/{attemptId}': {
    summary: 'Returns an attempt with its questions and, once submitted, its result.',
    access: 'signedIn',
    params: AttemptParams,
    query: CultureQuery.extend(ChildQuery.shape),
    output: view.AttemptView,
  },
  'POST v2/attempts/{attemptId}/answers': {
    summary: 'Saves answers. For each question, the answer with the highest seq is stored.',
    access: 'signedIn',
    bodyLimitBytes: 320 * 1024,
    params: AttemptParams,
    query: ChildQuery,
    body: z.object({
      answers: z
        .array(z.object({ question: z.string().max(80), answer: Answer, seq: z.int().min(0) }))
        .min(1)
        .max(100),
    }),
    output: z.object({ answered: z.int() }),
  },
  'POST v2/attempts/{attemptId}/hand-in': {
    summary: 'Submits an attempt and grades it.',
    access: 'signedIn',
    params: AttemptParams,
    query: CultureQuery.extend(ChildQuery.shape),
    output: view.AttemptView,
  },
});
