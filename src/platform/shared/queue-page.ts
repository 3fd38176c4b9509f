import * as z from 'zod';

/** One page of a queue, oldest items first. */
export const QueuePage = z.object({
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export type QueuePage = z.output<typeof QueuePage>;
