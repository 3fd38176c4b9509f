import * as z from 'zod';
import { defineCalls } from '../../../platform/shared/contract.ts';
import { defineErrors } from '../../../platform/shared/errors.ts';
import { genders } from '../../identity/shared/rules.ts';

export const fail = defineErrors({
  /** A guardian is an adult. */
  'family.guardian_minor': 403,
  'family.birthdate_missing': 422,
  /** Whoever is added here is under 18. */
  'family.not_a_minor': 422,
  'family.own_invite': 409,
  'family.already_guardian': 409,
  'family.too_many': 409,
  /** A child without an e-mail address of its own would be nobody's. */
  'family.last_guardian': 409,
  'family.link_over': 410,
});

export const Invite = z.object({ id: z.uuid(), email: z.string(), createdDate: z.string(), expiresDate: z.string() });
export type Invite = z.output<typeof Invite>;

export const Guardian = z.object({ affiliateId: z.int(), name: z.string(), isYou: z.boolean() });
export type Guardian = z.output<typeof Guardian>;

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
});
export type FamilyChild = z.output<typeof FamilyChild>;

export const Family = z.object({
  isMinor: z.boolean(),
  /** Of who asks, where they are a minor. */
  guardians: z.array(Guardian),
  invites: z.array(Invite),
  children: z.array(FamilyChild),
});
export type Family = z.output<typeof Family>;

const ByToken = z.object({ token: z.string().regex(/^[\w-]{1,128}$/) });
const ByChild = z.object({ affiliateId: z.coerce.number().int().positive() });
const Name = (message: string) => z.string().trim().min(1, message).max(100, 'account.name.too_long');

export const familyCalls = defineCalls('family', {
  'GET Family': {
    summary: 'One’s guardians, and the children one is guardian of, with who else is.',
    access: 'signedIn',
    output: Family,
  },
  'POST Children': {
    summary: 'An account for a child without an e-mail address of its own; who makes it is its guardian.',
    access: 'signedIn',
    requires: ['verifiedEmail'],
    body: z.object({
      /** The same key is the same child. */
      key: z.uuid(),
      firstName: Name('account.first_name.missing'),
      middleName: z.string().trim().max(100).default(''),
      lastName: Name('account.last_name.missing'),
      birthdate: z.iso.date(),
      gender: z.enum(genders).nullable().default(null),
    }),
    output: z.object({ affiliateId: z.int() }),
  },
  'POST Invites': {
    summary: 'Asks somebody by e-mail to be a guardian, by a single-use link; of oneself, if one is a minor.',
    access: 'signedIn',
    requires: ['verifiedEmail'],
    body: z.object({ affiliateId: z.int().positive(), email: z.string().trim().max(254).pipe(z.email()) }),
    output: Invite,
  },
  'DELETE Invites/{id}': {
    summary: 'Takes an invitation back.',
    access: 'signedIn',
    params: z.object({ id: z.uuid() }),
    output: z.null(),
  },
  'POST Invites/{id}/restore': {
    summary: 'Undoes that: the link that was sent opens again.',
    access: 'signedIn',
    requires: ['verifiedEmail'],
    params: z.object({ id: z.uuid() }),
    output: Invite,
  },
  'GET Invites/token/{token}': {
    summary: 'What an invitation is about, for who has its link.',
    access: 'anyone',
    params: ByToken,
    output: z.object({
      childName: z.string(),
      invitedBy: z.string(),
      email: z.string(),
      isForSignature: z.boolean(),
    }),
  },
  'POST Invites/accept': {
    summary: 'Accepts an invitation: who is signed in becomes a guardian. Says where to go on.',
    access: 'signedIn',
    requires: ['verifiedEmail'],
    body: ByToken,
    output: z.object({ affiliateId: z.int(), path: z.string() }),
  },
  'DELETE Children/{affiliateId}/guardians/{guardianId}': {
    summary:
      'Ends that somebody is guardian, at once: oneself, or another guardian of the same child. For ten minutes who did it can take it back.',
    access: 'signedIn',
    params: z.object({ ...ByChild.shape, guardianId: z.coerce.number().int().positive() }),
    output: z.object({ undo: z.string() }),
  },
  'POST Guardians/restore': {
    summary: 'Undoes that, for who did it.',
    access: 'signedIn',
    body: ByToken,
    output: z.null(),
  },
  'POST Children/{affiliateId}/sign-in-link': {
    summary: 'A link that signs a child in on its own device, once and within 15 minutes.',
    access: 'signedIn',
    params: ByChild,
    output: z.object({ url: z.string(), expiresDate: z.string() }),
  },
  'POST Join': {
    summary: 'Uses such a link: this browser is the child’s.',
    access: 'anyone',
    body: ByToken,
    output: z.object({ firstName: z.string() }),
  },
  'POST People/{affiliateId}/handover-link': {
    summary:
      'For staff: sends the link by which somebody who is of age, and has no address yet, takes over their account once more to who were their guardians.',
    access: ['staff'],
    params: ByChild,
    output: z.object({
      /** To how many it went; 0 where nobody of them can be written to any more. */
      sentTo: z.int(),
    }),
  },
  'GET Handover/{token}': {
    summary: 'Whose account is handed over, for who has the link.',
    access: 'anyone',
    params: ByToken,
    output: z.object({ firstName: z.string() }),
  },
  'POST Handover/{token}': {
    summary:
      'Somebody who has come of age takes over their account with an e-mail address and a password of their own.',
    access: 'anyone',
    // Opens its transaction itself, once the password is hashed.
    kind: 'read',
    params: ByToken,
    body: z.object({ email: z.string().trim().max(254).pipe(z.email()), password: z.string().max(1_024) }),
    output: z.null(),
  },
});
