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
      summary: 'Sends an event when a course, record or code of the signed-in person changes.',
      access: 'signedIn',
      output: LearningChange,
    },
  },
});
