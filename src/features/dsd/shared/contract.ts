import * as z from 'zod';
import { defineCalls } from '../../../platform/shared/contract.ts';

export const Checkpoint = z.object({
  store_number: z.int().nullable(),
  member_number: z.int().nullable(),
  status: z.string(),
  updatedDate: z.string(),
});
export type Checkpoint = z.output<typeof Checkpoint>;

export const dsdCalls = defineCalls('dsd', {
  'GET GetCheckpointData': {
    summary: 'Where the person stands in the Discover Scuba Diving programme, or null before it began.',
    access: 'signedIn',
    output: Checkpoint.nullable(),
  },
});
