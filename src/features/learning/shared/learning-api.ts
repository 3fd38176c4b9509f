import * as z from 'zod';
import { defineGraphql } from '#platform/shared/contract.ts';
import { InstructorInfo } from '#features/logbook/shared/contract.ts';

const LearningChange = z.object({ packageId: z.string(), what: z.enum(['progress', 'record', 'codes', 'elearning']) });
export type LearningChange = z.output<typeof LearningChange>;

const TrainingDive = z.object({
  log_course: z.string(),
  log_number: z.int(),
  /** The draft or returned log of this dive. */
  log_id: z.string().nullable(),
  instructor: InstructorInfo.nullable(),
});
export type TrainingDive = z.output<typeof TrainingDive>;

export const learningApi = defineGraphql({
  types: { LearningChange, TrainingDive },
  queries: {
    openTrainingDives: {
      summary: 'Lists the next training dive to log in each open course of the signed-in person.',
      access: 'signedIn',
      output: z.array(TrainingDive),
    },
  },
  mutations: {},
  subscriptions: {
    onLearningChange: {
      summary: 'Sends an event when a course, record or code of the signed-in person changes.',
      access: 'signedIn',
      output: LearningChange,
    },
  },
});
