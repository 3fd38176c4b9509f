import * as z from 'zod';
import { defineEndpoints } from './contract.ts';

/** Larger responses are not reported. */
const reportedResponseLimit = 256 * 1024;

/** Correlation ids are written to logs and to PostgreSQL, so other formats are rejected. */
export const correlationIdPattern = /^[A-Za-z0-9-]{8,64}$/;

/** An error report of a browser. */
const BrowserError = z.strictObject({
  kind: z.enum(['uncaught', 'screen', 'call', 'chunk', 'session']),
  message: z.string().max(2_000),
  stack: z.string().max(8_000).optional(),
  /** The path of the page, without its query. */
  path: z.string().max(2_000),
  status: z.int().min(0).max(599).optional(),
  correlationId: z.string().regex(correlationIdPattern).optional(),
  response: z.string().max(reportedResponseLimit).optional(),
});

export const telemetryEndpoints = defineEndpoints('telemetry', {
  'POST errors': {
    summary: 'Reports an error in the browser. Personal data is removed before it is logged.',
    access: 'anyone',
    kind: 'read',
    body: BrowserError,
    output: z.null(),
    // The largest response grows when its quotes are escaped.
    bodyLimitBytes: 640 * 1024,
  },
});
