import * as z from 'zod';
import { defineEndpoints } from '#platform/shared/contract.ts';
import { blockers } from './blockers.ts';
import { Culture } from './course-contract.ts';

const ProgressCount = z.object({ done: z.int(), total: z.int() });

/** A student on the class board. Health data is reduced to whether the medical is valid. */
export const BoardStudent = z.object({
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

export const boardEndpoints = defineEndpoints('learning', {
  'GET v2/board': {
    summary: 'Returns the class board of a professional or store: students, their progress and open requirements.',
    access: ['professional', 'store'],
    query: z.object({ culture: Culture.optional() }),
    output: z.array(BoardStudent),
  },
});
