import * as z from 'zod';
import { defineEndpoints } from './contract.ts';

/** Larger answers are not sent along. */
const reportedResponseLimit = 256 * 1024;

/** A correlation id goes into logs and into PostgreSQL, so it is taken only if it looks like one. */
export const correlationIdPattern = /^[A-Za-z0-9-]{8,64}$/;

/** What a browser tells the server about something that went wrong in it. */
const BrowserError = z.strictObject({
  kind: z.enum(['uncaught', 'screen', 'call', 'chunk', 'session']),
  message: z.string().max(2_000),
  stack: z.string().max(8_000).optional(),
  /** Where the person was, without what follows the question mark. */
  path: z.string().max(2_000),
  status: z.int().min(0).max(599).optional(),
  correlationId: z.string().regex(correlationIdPattern).optional(),
  response: z.string().max(reportedResponseLimit).optional(),
});

export const telemetryEndpoints = defineEndpoints('telemetry', {
  'POST errors': {
    summary: 'Reports an error that happened in the browser; what is personal is removed before it is logged.',
    access: 'anyone',
    kind: 'read',
    body: BrowserError,
    output: z.null(),
    // A response of the largest size, with its quotes escaped.
    bodyLimitBytes: 640 * 1024,
  },
});
