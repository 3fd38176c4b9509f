import * as z from 'zod';
import { defineEndpoints } from '#platform/shared/contract.ts';
import { blockers } from './blockers.ts';
import { Culture } from './course-contract.ts';

const ProgressCount = z.object({ done: z.int(), total: z.int() });

/** A student on the class board: how far they are, and what keeps them from their card. Of their health only whether it is fine. */
export const BoardStudent = z.object({
  affiliateId: z.int(),
  name: z.string(),
  age: z.int().nullable(),
  isMinor: z.boolean(),
  packageId: z.string(),
  title: z.string(),
  /** Who teaches it; a store has several. */
  instructorName: z.string().nullable(),
  lessons: ProgressCount,
  exam: ProgressCount,
  skills: ProgressCount,
  dives: ProgressCount,
  divesWaiting: z.int(),
  hasForms: z.boolean(),
  /** Until when the medical is fine; null where it is not. */
  medicalUntil: z.string().nullable(),
  /** What they are certified for already, by the numbers of the levels. */
  levelIDs: z.array(z.int()),
  blockers: z.array(z.enum(blockers)),
  isReady: z.boolean(),
  lastDate: z.string().nullable(),
});
export type BoardStudent = z.output<typeof BoardStudent>;

export const boardCalls = defineEndpoints('learning', {
  'GET v2/board': {
    summary: 'The class board of a professional or store: who learns what, how far, and what each still lacks.',
    access: ['professional', 'store'],
    query: z.object({ culture: Culture.optional() }),
    output: z.array(BoardStudent),
  },
});
