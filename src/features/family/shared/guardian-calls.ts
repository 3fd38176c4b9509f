import * as z from 'zod';
import { GuardianParams, TokenParams, Invite } from './guardian-schemas.ts';
import { longText } from '#platform/shared/text-schemas.ts';

const IdParams = z.object({ id: z.uuid() });

/** What guardians settle between themselves. */
export const guardianCalls = {
  'POST Invites/{id}/agree': {
    summary: 'Another guardian agrees with a proposed invitation. When all have agreed, it is sent.',
    access: 'signedIn',
    requires: ['verifiedEmail'],
    params: IdParams,
    output: Invite,
  },
  'POST Invites/{id}/veto': {
    summary: 'Another guardian vetoes a proposed invitation: it is not sent.',
    access: 'signedIn',
    requires: ['verifiedEmail'],
    params: IdParams,
    output: z.null(),
  },
  'POST Invites/token/{token}/resend': {
    summary:
      'Sends an invitation again to the address that was invited, for somebody who opened it with another account.',
    access: 'signedIn',
    requires: ['verifiedEmail'],
    params: TokenParams,
    output: z.null(),
  },
  'POST Children/{affiliateId}/guardians/{guardianId}/removal-request': {
    summary: 'Asks another guardian of the same child to step down. Nothing changes unless they agree.',
    access: 'signedIn',
    requires: ['verifiedEmail'],
    params: GuardianParams,
    output: IdParams,
  },
  'POST Removals/{id}/agree': {
    summary: 'The guardian who was asked agrees, and is no longer a guardian.',
    access: 'signedIn',
    requires: ['verifiedEmail'],
    params: IdParams,
    output: z.null(),
  },
  'POST Removals/{id}/decline': {
    summary: 'The guardian who was asked stays.',
    access: 'signedIn',
    requires: ['verifiedEmail'],
    params: IdParams,
    output: z.null(),
  },
  'DELETE Removals/{id}': {
    summary: 'Cancels such a request, for the guardian who made it.',
    access: 'signedIn',
    params: IdParams,
    output: z.null(),
  },
  'POST Removals/{id}/review': {
    summary: 'Somebody who is no longer a guardian asks the association to review that, within 14 days.',
    access: 'signedIn',
    params: IdParams,
    body: z.object({ text: longText(1_000).min(1) }),
    output: z.null(),
  },
} as const;
