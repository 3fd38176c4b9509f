import * as z from 'zod';
import { defineEndpoints } from '#platform/shared/contract.ts';
import { blockers } from './blockers.ts';
import { boardPageSize, boardViews, diverPageSize } from './board-pages.ts';
import { Culture, PackageId } from './course-contract.ts';

const ProgressCount = z.object({ done: z.int(), total: z.int() });

/** A student on the class board. Health data is reduced to whether the medical is valid. */
const BoardStudent = z.object({
  affiliateId: z.int(),
  name: z.string(),
  age: z.int().nullable(),
  isMinor: z.boolean(),
  packageId: z.string(),
  title: z.string(),
  /** Stores have several instructors. */
  instructorName: z.string().nullable(),
  lessons: ProgressCount,
  exam: ProgressCount,
  skills: ProgressCount,
  dives: ProgressCount,
  divesWaiting: z.int(),
  hasForms: z.boolean(),
  /** Last day on which the medical is valid; null if it is not valid. */
  medicalUntil: z.string().nullable(),
  /** Certification levels that the student already holds. */
  levelIDs: z.array(z.int()),
  blockers: z.array(z.enum(blockers)),
  isReady: z.boolean(),
  lastDate: z.string().nullable(),
});
export type BoardStudent = z.output<typeof BoardStudent>;

/** A course of the board. `count` are all its students in the view, `students` those of the page. */
const BoardCourse = z.object({
  packageId: z.string(),
  title: z.string(),
  count: z.int(),
  students: z.array(BoardStudent),
});
export type BoardCourse = z.output<typeof BoardCourse>;

/** A student on the boat list. `blockers` are those that keep them out of the water. */
const BoardDiver = BoardStudent.pick({
  affiliateId: true,
  name: true,
  age: true,
  levelIDs: true,
  medicalUntil: true,
  blockers: true,
});
export type BoardDiver = z.output<typeof BoardDiver>;

const BoardPerson = BoardStudent.pick({ affiliateId: true, name: true });

const Offset = z.coerce.number().int().min(0).max(1_000_000).default(0);

export const boardEndpoints = defineEndpoints('learning', {
  'GET v2/board': {
    summary:
      'Returns the class board of a professional or store by course: students, their progress and open requirements. The first page has students of every course; name a course for more.',
    access: ['professional', 'store'],
    query: z.object({
      culture: Culture.optional(),
      show: z.enum(boardViews).default('all'),
      /** Part of a name. */
      search: z.string().max(100).default(''),
      course: PackageId.optional(),
      offset: Offset,
      limit: z.coerce.number().int().min(1).max(100).default(boardPageSize),
    }),
    output: z.object({
      /** All students, whatever the view. */
      all: z.int(),
      ready: z.int(),
      courses: z.array(BoardCourse),
    }),
  },
  'GET v2/board/summary': {
    summary:
      'Counts the students on the class board, those ready to certify and open forms; with the latest students, those who may not dive and expiring medicals.',
    access: ['professional', 'store'],
    query: z.object({ culture: Culture.optional() }),
    output: z.object({
      all: z.int(),
      ready: z.int(),
      /** People by the kind of form that is open. */
      forms: z.object({ missing: z.int(), physician: z.int(), expired: z.int() }),
      /** The first people who may not dive today, most recently active first. */
      notReady: z.array(BoardPerson.extend({ blocker: z.enum(blockers) })),
      /** People whose medical is valid and expires within 30 days; `items` are those whose medical expires first. */
      expiring: z.object({ total: z.int(), items: z.array(BoardPerson.extend({ medicalUntil: z.string() })) }),
      latest: z.array(BoardStudent),
    }),
  },
  'GET v2/board/divers': {
    summary: 'Lists the people on the class board by name with what decides whether they may dive, for the boat list.',
    access: ['professional', 'store'],
    query: z.object({
      /** Part of a name. */
      search: z.string().max(100).default(''),
      /** Only these people, separated by commas. */
      ids: z
        .string()
        .regex(/^\d{1,15}(,\d{1,15})*$/)
        .transform((ids) => ids.split(',').map(Number))
        .pipe(z.array(z.int()).max(diverPageSize))
        .optional(),
      offset: Offset,
      limit: z.coerce.number().int().min(1).max(diverPageSize).default(diverPageSize),
    }),
    output: z.object({ total: z.int(), items: z.array(BoardDiver) }),
  },
});
