import * as z from 'zod';
import { QueuePage } from '#platform/shared/queue-page.ts';
import { ChildParams, GuardianParams, ReasonBody } from './guardian-schemas.ts';

const IdParams = z.object({ id: z.uuid() });

const DeskInvite = z.object({
  id: z.uuid(),
  email: z.string(),
  invitedBy: z.string(),
  state: z.enum(['proposed', 'sent']),
  sendDate: z.string().nullable(),
  expiresDate: z.string(),
});
export type DeskInvite = z.output<typeof DeskInvite>;

const DeskRemoval = z.object({
  id: z.uuid(),
  guardianId: z.int(),
  name: z.string(),
  kind: z.enum(['agreed', 'stepped_down', 'staff']),
  removedDate: z.string(),
  reason: z.string(),
  reviewRequestedDate: z.string().nullable(),
  reviewText: z.string(),
  isReviewed: z.boolean(),
});

/** A minor's guardians as the desk sees them. */
export const DeskGuardians = z.object({
  guardians: z.array(z.object({ affiliateId: z.int(), name: z.string() })),
  invites: z.array(DeskInvite),
  removals: z.array(DeskRemoval),
});
export type DeskGuardians = z.output<typeof DeskGuardians>;

export const GuardianRequest = z.object({
  kind: z.enum(['review', 'invite']),
  affiliateId: z.int(),
  childName: z.string(),
  name: z.string(),
  date: z.string(),
});
export type GuardianRequest = z.output<typeof GuardianRequest>;

/** Decisions of staff. Each needs a recent confirmation and a reason, which is audited. */
export const guardianDeskEndpoints = {
  'GET Requests': {
    summary: 'For staff: removed guardians who ask for a review, and invitations that other guardians can still veto.',
    access: ['staff'],
    query: QueuePage,
    output: z.object({ total: z.int(), items: z.array(GuardianRequest) }),
  },
  'GET People/{affiliateId}/guardians': {
    summary: 'For staff: a minor’s guardians, open invitations and former guardians. The access is logged.',
    access: ['staff'],
    params: ChildParams,
    output: DeskGuardians,
  },
  'POST People/{affiliateId}/invites': {
    summary: 'For staff: invites a guardian. The invitation is sent immediately.',
    access: ['staff'],
    requires: ['recentConfirmation'],
    params: ChildParams,
    body: ReasonBody.extend({ email: z.string().trim().max(254).pipe(z.email()) }),
    output: z.null(),
  },
  'POST Invites/{id}/send': {
    summary: 'For staff: sends a proposed invitation before the 24 hours have passed.',
    access: ['staff'],
    requires: ['recentConfirmation'],
    params: IdParams,
    body: ReasonBody,
    output: z.null(),
  },
  'POST People/{affiliateId}/guardians/{guardianId}/remove': {
    summary: 'For staff: removes a guardian, who can have it reviewed for 14 days.',
    access: ['staff'],
    requires: ['recentConfirmation'],
    params: GuardianParams,
    body: ReasonBody,
    output: z.null(),
  },
  'POST Removals/{id}/restore': {
    summary: 'For staff: makes a former guardian a guardian again.',
    access: ['staff'],
    requires: ['recentConfirmation'],
    params: IdParams,
    body: ReasonBody,
    output: z.null(),
  },
  'POST Removals/{id}/uphold': {
    summary: 'For staff: closes a review without restoring the guardian.',
    access: ['staff'],
    requires: ['recentConfirmation'],
    params: IdParams,
    body: ReasonBody,
    output: z.null(),
  },
} as const;
