import * as z from 'zod';
import { GuardianParams, TokenParams, Invite } from './guardian-schemas.ts';
import { longText } from '#platform/shared/text-schemas.ts';

const IdParams = z.object({ id: z.uuid() });

/** Endpoints for guardians to agree on invitations and removals. */
export const guardianEndpoints = {
  'POST Invites/{id}/agree': {
    summary: 'Agrees with another guardian’s proposed invitation. It is sent when all guardians have agreed.',
    access: 'signedIn',
    requires: ['verifiedEmail'],
    params: IdParams,
    output: Invite,
  },
  'POST Invites/{id}/veto': {
    summary: 'Vetoes another guardian’s proposed invitation, which is then not sent.',
    access: 'signedIn',
    requires: ['verifiedEmail'],
    params: IdParams,
    output: z.null(),
  },
  'POST Invites/token/{token}/resend': {
    summary: 'Resends an invitation to the invited address, for a person who opened it with another account.',
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
    summary: 'Agrees to a removal request, and ends the caller’s guardianship.',
    access: 'signedIn',
    requires: ['verifiedEmail'],
    params: IdParams,
    output: z.null(),
  },
  'POST Removals/{id}/decline': {
    summary: 'Declines a removal request.',
    access: 'signedIn',
    requires: ['verifiedEmail'],
    params: IdParams,
    output: z.null(),
  },
  'DELETE Removals/{id}': {
    summary: 'Cancels a removal request, for the guardian who made it.',
    access: 'signedIn',
    params: IdParams,
    output: z.null(),
  },
  'POST Removals/{id}/review': {
    summary: 'Asks the association to review the removal of the caller as a guardian, within 14 days.',
    access: 'signedIn',
    params: IdParams,
    body: z.object({ text: longText(1_000).min(1) }),
    output: z.null(),
  },
} as const;
