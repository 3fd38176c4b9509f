import * as z from 'zod';
import { defineGraphql } from '#platform/shared/contract.ts';
import { deskQueueNames } from '#domain/audit-actions.ts';

/** A queue of the desk changed. `subject` is the item or its owner, for example `application:10001`. */
const DeskChange = z.object({ queue: z.enum(deskQueueNames), subject: z.string() });
export type DeskChange = z.output<typeof DeskChange>;

export const deskApi = defineGraphql({
  types: { DeskChange },
  queries: {},
  mutations: {},
  subscriptions: {
    onDeskChange: {
      summary: 'For staff: sends an event when an item enters or leaves a queue of the desk.',
      access: ['staff'],
      output: DeskChange,
    },
  },
});
