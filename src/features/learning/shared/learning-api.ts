import * as z from 'zod';
import { defineGraphql } from '#platform/shared/contract.ts';

const LearningChange = z.object({ packageId: z.string(), what: z.enum(['progress', 'record', 'codes', 'elearning']) });
export type LearningChange = z.output<typeof LearningChange>;

export const learningApi = defineGraphql({
  types: { LearningChange },
  queries: {},
  mutations: {},
  subscriptions: {
    onLearningChange: {
      summary: 'A course, record or code of the signed-in person has changed.',
      access: 'signedIn',
      output: LearningChange,
    },
  },
});
