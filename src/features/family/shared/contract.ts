import * as z from 'zod';
import { defineEndpoints } from '#platform/shared/contract.ts';
import { defineErrors } from '#platform/shared/errors.ts';
import { personName } from '#platform/shared/text-schemas.ts';
import { genders } from '#features/identity/shared/rules.ts';
import { guardianEndpoints } from './guardian-endpoints.ts';
import { guardianDeskEndpoints } from './guardian-desk-endpoints.ts';
import {
  ChildParams,
  GuardianParams,
  TokenParams,
  Guardian,
  Invite,
  OwnRemoval,
  RemovalRequest,
} from './guardian-schemas.ts';

export const fail = defineErrors({
  'family.guardian_minor': 403,
  'family.birthdate_missing': 422,
  /** Only a person under 18 can be added as a child. */
  'family.not_a_minor': 422,
  'family.own_invite': 409,
  'family.already_guardian': 409,
  'family.too_many': 409,
  /** A child without an email address needs a guardian to sign it in. */
  'family.last_guardian': 409,
  'family.link_over': 410,
  /** A minor who has a guardian does not invite another. */
  'family.invite_by_guardian': 403,
  /** After the last guardian has stepped down a new first one is invited by staff. */
  'family.invite_by_staff': 403,
  /** The invitation was sent to another address than that of the account. */
  'family.other_address': 403,
  /** The invitation was sent before the veto or the withdrawal. */
  'family.invite_sent': 409,
  /** Another guardian vetoed the address. */
  'family.invite_vetoed': 409,
  /** Another guardian can be removed only with their agreement. */
  'family.removal_needs_agreement': 403,
  /** Stepping down as the only guardian has to be confirmed. */
  'family.only_guardian': 409,
  /** Forms need the signature of the only guardian. */
  'family.forms_pending': 409,
  'family.removal_requested': 409,
  'family.review_over': 410,
  /** Staff do not decide about their own family. */
  'family.own_family': 403,
});

export type { Guardian, Invite, OwnRemoval, RemovalRequest } from './guardian-schemas.ts';

export const FamilyChild = z.object({
  affiliateId: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  birthdate: z.string(),
  age: z.int(),
  /** The day on which the account becomes theirs alone. */
  adultOn: z.string(),
  hasEmail: z.boolean(),
  guardians: z.array(Guardian),
  invites: z.array(Invite),
  removalRequests: z.array(RemovalRequest),
  /** The number of forms that need a guardian's signature. */
  openForms: z.int(),
});
export type FamilyChild = z.output<typeof FamilyChild>;

export const Family = z.object({
  isMinor: z.boolean(),
  /** The caller's own guardians, if the caller is a minor. */
  guardians: z.array(Guardian),
  invites: z.array(Invite),
  /** The side that invites the caller's guardians: a minor invites only their first one. */
  inviting: z.enum(['self', 'guardian', 'staff']),
  children: z.array(FamilyChild),
  removals: z.array(OwnRemoval),
});
export type Family = z.output<typeof Family>;

const Name = (message: string) => personName(100, 'account.name.too_long').min(1, message);

export const NewChild = z.object({
  /** Repeating a key returns the same child. */
  key: z.uuid(),
  firstName: Name('account.first_name.missing'),
  middleName: personName(100).default(''),
  lastName: Name('account.last_name.missing'),
  birthdate: z.iso.date(),
  gender: z.enum(genders).nullable().default(null),
});
export type NewChild = z.infer<typeof NewChild>;

/** A dive store must not sign the release that a child signs for the store itself. */
const guardianRoles = ['diver', 'professional', 'staff'] as const;

export const familyEndpoints = defineEndpoints('family', {
  ...guardianEndpoints,
  ...guardianDeskEndpoints,
  'GET Family': {
    summary: 'Returns the caller’s guardians, and the caller’s children with their guardians.',
    access: 'signedIn',
    output: Family,
  },
  'POST Children': {
    summary: 'Creates an account for a child without an email address. The caller becomes its guardian.',
    access: guardianRoles,
    requires: ['verifiedEmail'],
    body: NewChild,
    output: z.object({ affiliateId: z.int() }),
  },
  'POST Invites': {
    summary:
      'Invites a guardian by email. Where the child has other guardians, it is sent when all of them agree, or after 24 hours without a veto. A minor invites only the first one.',
    access: 'signedIn',
    requires: ['verifiedEmail'],
    body: z.object({ affiliateId: z.int().positive(), email: z.string().trim().max(254).pipe(z.email()) }),
    output: Invite,
  },
  'DELETE Invites/{id}': {
    summary: 'Withdraws an invitation.',
    access: 'signedIn',
    params: z.object({ id: z.uuid() }),
    output: z.null(),
  },
  'POST Invites/{id}/restore': {
    summary:
      'Undoes a withdrawal within ten minutes, for the person who made it. If it was not sent yet, the 24 hours start over.',
    access: 'signedIn',
    requires: ['verifiedEmail'],
    params: z.object({ id: z.uuid() }),
    output: Invite,
  },
  'GET Invites/token/{token}': {
    summary: 'Returns an invitation to a visitor with its link.',
    access: 'anyone',
    params: TokenParams,
    output: z.object({
      childName: z.string(),
      invitedBy: z.string(),
      email: z.string(),
      isForSignature: z.boolean(),
    }),
  },
  'POST Invites/accept': {
    summary: 'Accepts an invitation with the account whose verified address was invited. Returns the next page.',
    access: guardianRoles,
    requires: ['verifiedEmail'],
    body: TokenParams,
    output: z.object({ affiliateId: z.int(), path: z.string() }),
  },
  'DELETE Children/{affiliateId}/guardians/{guardianId}': {
    summary:
      'Steps down as a guardian. It can be undone for ten minutes. The only guardian has to confirm it, and cannot step down while forms need a signature. Use removal-request for another guardian.',
    access: 'signedIn',
    requires: ['verifiedEmail'],
    params: GuardianParams,
    query: z.object({ isConfirmed: z.enum(['true', 'false']).default('false') }),
    output: z.object({ undo: z.string() }),
  },
  'POST Guardians/restore': {
    summary: 'Undoes stepping down as a guardian, for the person who did it.',
    access: guardianRoles,
    requires: ['verifiedEmail'],
    body: TokenParams,
    output: z.null(),
  },
  'POST Children/{affiliateId}/sign-in-link': {
    summary: 'Creates a link that signs a child in on its own device, once and within 15 minutes.',
    access: 'signedIn',
    params: ChildParams,
    output: z.object({ url: z.string(), expiresDate: z.string() }),
  },
  'POST Join': {
    summary: 'Signs a child in on this browser with a sign-in link.',
    access: 'anyone',
    body: TokenParams,
    output: z.object({ firstName: z.string() }),
  },
  'POST People/{affiliateId}/handover-link': {
    summary: 'For staff: resends the handover link of an adult without an email address to their former guardians.',
    access: ['staff'],
    params: ChildParams,
    output: z.object({
      /** The number of former guardians it was sent to; 0 if none has an email address. */
      sentTo: z.int(),
    }),
  },
  'GET Handover/{token}': {
    summary: 'Returns the first name of the account’s owner to a visitor with the handover link.',
    access: 'anyone',
    params: TokenParams,
    output: z.object({ firstName: z.string() }),
  },
  'POST Handover/{token}': {
    summary: 'Takes over the account of a person who has come of age, with their own email address and password.',
    access: 'anyone',
    // The handler opens its own transaction after the password is hashed.
    kind: 'read',
    params: TokenParams,
    body: z.object({ email: z.string().trim().max(254).pipe(z.email()), password: z.string().max(1_024) }),
    output: z.null(),
  },
});
