import * as z from 'zod';
import { QueuePage } from '#platform/shared/queue-page.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { defineEndpoints } from '#platform/shared/contract.ts';
import { longText } from '#platform/shared/text-schemas.ts';
import { findBirthdateProblem, documentMaxBytes } from './rules.ts';

const AffiliateParams = z.object({ affiliateId: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) });
const IdParams = z.object({ id: z.uuid() });

export const Birthdate = z.string().superRefine((birthdate, refinement) => {
  const problem = findBirthdateProblem(birthdate, toIsoDate(new Date()));
  if (problem !== null) refinement.addIssue({ code: 'custom', message: problem });
});

/** The newest request to correct a birthdate. */
export const Correction = z.object({
  id: z.uuid(),
  birthDate: z.string(),
  state: z.enum(['open', 'approved', 'declined']),
  requestedDate: z.string(),
  /** The reason that staff gave for declining it. */
  reason: z.string(),
});
export type Correction = z.output<typeof Correction>;

export const CorrectionInQueue = z.object({
  id: z.uuid(),
  affiliateId: z.int(),
  fullName: z.string(),
  isMinor: z.boolean(),
  birthDate: z.string(),
  former: z.string(),
  /** The correction would make a minor an adult. */
  makesAdult: z.boolean(),
  requestedBy: z.string(),
  /** A minor’s guardians, who have been notified of the request. */
  guardians: z.array(z.string()),
  requestedDate: z.string(),
  contentType: z.string(),
});
export type CorrectionInQueue = z.output<typeof CorrectionInQueue>;

const Decision = z.object({
  decision: z.enum(['approved', 'declined']),
  reason: longText(500).min(1),
});

/** A birthdate on file changes only through staff, or with a document that staff approve. */
export const birthdateEndpoints = defineEndpoints('account', {
  'POST user/{affiliateId}/birthdate-correction': {
    summary:
      'Asks to correct the caller’s or a child’s birthdate on file, with an image or PDF of a document that shows it.',
    access: 'signedIn',
    // The document is inspected before the transaction is opened.
    kind: 'read',
    params: AffiliateParams,
    upload: { field: 'document', maxBytes: documentMaxBytes },
    body: z.object({ birthDate: Birthdate, key: z.uuid() }),
    output: Correction,
  },
  'DELETE user/{affiliateId}/birthdate-correction': {
    summary: 'Withdraws an open request; its document is deleted.',
    access: 'signedIn',
    params: AffiliateParams,
    output: z.null(),
  },
  'GET birthdate-corrections': {
    summary: 'For staff: open requests, oldest first.',
    access: ['staff'],
    query: QueuePage,
    output: z.object({ total: z.int(), items: z.array(CorrectionInQueue) }),
  },
  'GET birthdate-corrections/{id}/document': {
    summary: 'For staff: the document of a request. The access is logged.',
    access: ['staff'],
    params: IdParams,
    output: z.custom<Blob>(),
  },
  'POST birthdate-corrections/{id}/decision': {
    summary: 'For staff: approves or declines a request, with a reason.',
    access: ['staff'],
    params: IdParams,
    body: Decision,
    output: z.null(),
  },
  'POST user/{affiliateId}/birthdate': {
    summary: 'For staff: changes a birthdate, with a reason.',
    access: ['staff'],
    params: AffiliateParams,
    body: z.object({ birthDate: Birthdate, reason: longText(500).min(1) }),
    output: z.null(),
  },
});
