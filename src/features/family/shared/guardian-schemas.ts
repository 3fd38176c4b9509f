import * as z from 'zod';
import { longText } from '#platform/shared/text-schemas.ts';

export const Invite = z.object({
  id: z.uuid(),
  email: z.string(),
  createdDate: z.string(),
  expiresDate: z.string(),
  /** proposed: other guardians can still veto it. */
  state: z.enum(['proposed', 'sent']),
  /** When a proposed invitation is sent if no guardian vetoes it. */
  sendDate: z.string().nullable(),
  invitedBy: z.string(),
  isYours: z.boolean(),
  /** The caller is one of the other guardians and has not agreed yet. */
  needsYou: z.boolean(),
});
export type Invite = z.output<typeof Invite>;

/** A guardian's request that another guardian steps down. */
export const RemovalRequest = z.object({
  id: z.uuid(),
  guardianId: z.int(),
  name: z.string(),
  requestedBy: z.string(),
  isAboutYou: z.boolean(),
  isYours: z.boolean(),
});
export type RemovalRequest = z.output<typeof RemovalRequest>;

/** The caller was a guardian, and can have the removal reviewed. */
export const OwnRemoval = z.object({
  id: z.uuid(),
  childName: z.string(),
  kind: z.enum(['agreed', 'stepped_down', 'staff']),
  removedDate: z.string(),
  reviewUntil: z.string(),
  /** none: no review was requested. */
  review: z.enum(['none', 'requested', 'upheld']),
});
export type OwnRemoval = z.output<typeof OwnRemoval>;

export const Guardian = z.object({ affiliateId: z.int(), name: z.string(), isYou: z.boolean() });
export type Guardian = z.output<typeof Guardian>;

export const TokenParams = z.object({ token: z.string().regex(/^[\w-]{1,128}$/) });
export const ChildParams = z.object({ affiliateId: z.coerce.number().int().positive() });
export const GuardianParams = z.object({ ...ChildParams.shape, guardianId: z.coerce.number().int().positive() });
/** Staff's reason for a decision. It goes into the audit trail. */
export const ReasonBody = z.object({ reason: longText(500).min(1) });
