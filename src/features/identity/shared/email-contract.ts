import * as z from 'zod';
import { defineEndpoints } from '#platform/shared/contract.ts';
import { longText } from '#platform/shared/text-schemas.ts';
import { emailCodeDigits } from './rules.ts';

const EnteredPassword = z.string().min(1, 'identity.password.invalid').max(1_024, 'identity.password.too_long');
/** Rejects malformed tokens before the database is queried. */
const LinkToken = z.string().regex(/^[\w-]{20,128}$/);
const Email = z.string().trim().max(254, 'identity.email.invalid').pipe(z.email('identity.email.invalid'));
const TokenParams = z.object({ token: LinkToken });

/** Verification of an email address. The code and the link are sent in one mail at sign-up. */
export const emailEndpoints = defineEndpoints('account', {
  'POST email-verification/send': {
    summary:
      'Sends a code to the address of the signed-in person. While a code is active, a new one is sent only on request.',
    access: 'signedIn',
    kind: 'read',
    body: z.object({ isAgain: z.boolean().default(false) }),
    output: z.object({ email: z.string(), isVerified: z.boolean() }),
  },
  'POST email-verification/code': {
    summary: 'Verifies the address with the code. This session stays; every other session, passkey and factor ends.',
    access: 'signedIn',
    // The handler opens its own transaction, because a wrong code is counted even though the request fails.
    kind: 'read',
    body: z.object({
      code: z
        .string()
        .trim()
        .regex(new RegExp(`^\\d{${emailCodeDigits}}$`), 'identity.email_code.invalid'),
    }),
    output: z.null(),
  },
  'POST email-verification/check': {
    summary: 'Returns the address of a verification link. Changes nothing.',
    access: 'anyone',
    kind: 'read',
    body: TokenParams,
    output: z.object({
      email: z.string(),
      /** Whether the caller is signed in to this account. */
      isSignedIn: z.boolean(),
    }),
  },
  'POST email-verification/link': {
    summary:
      'Verifies the address with the link, and a session of the account, which stays, or its password, which ends every session.',
    access: 'anyone',
    // The handler opens its own transaction after the password is hashed.
    kind: 'read',
    body: TokenParams.extend({ password: EnteredPassword.optional() }),
    output: z.null(),
  },
  'POST email-verification/not-me': {
    summary: 'Deletes an unverified, empty account that another person created with the address.',
    access: 'anyone',
    body: TokenParams,
    output: z.null(),
  },
});

export const EmailCorrection = z.object({
  id: z.string(),
  newEmail: z.string(),
  reason: z.string(),
  requestedDate: z.string(),
});
export type EmailCorrection = z.output<typeof EmailCorrection>;

const AffiliateParams = z.object({ affiliateId: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) });

/**
 * Correction of an address by staff. It takes effect once the new address is confirmed, and the old one can revert it
 * for a week.
 */
export const emailCorrectionEndpoints = defineEndpoints('account', {
  'GET user/{affiliateId}/email-correction': {
    summary: 'Returns the pending correction of an address.',
    access: ['staff'],
    params: AffiliateParams,
    output: z.object({ email: z.string().nullable(), pending: EmailCorrection.nullable() }),
  },
  'POST user/{affiliateId}/email-correction': {
    summary: 'Corrects an address. Both addresses are notified; the new one takes effect once it is confirmed.',
    access: ['staff'],
    requires: ['recentConfirmation'],
    params: AffiliateParams,
    body: z.object({ email: Email, reason: longText(500).min(1, 'account.email_correction.reason_missing') }),
    output: EmailCorrection,
  },
  'DELETE user/{affiliateId}/email-correction': {
    summary: 'Cancels a correction that is not confirmed yet.',
    access: ['staff'],
    params: AffiliateParams,
    output: z.null(),
  },
  'POST email-correction/check': {
    summary: 'Returns what a link about a corrected address does. Changes nothing.',
    access: 'anyone',
    kind: 'read',
    body: TokenParams,
    output: z.object({
      action: z.enum(['confirm', 'revert']),
      oldEmail: z.string(),
      newEmail: z.string(),
      isSignedIn: z.boolean(),
      /** The account already uses the new address, so reverting ends every session. */
      isConfirmed: z.boolean(),
    }),
  },
  'POST email-correction/confirm': {
    summary: 'Confirms the new address with a session of the account or its password.',
    access: 'anyone',
    // The handler opens its own transaction after the password is hashed.
    kind: 'read',
    body: TokenParams.extend({ password: EnteredPassword.optional() }),
    output: z.null(),
  },
  'POST email-correction/revert': {
    summary: 'Keeps or restores the old address with the link that was sent to it. Ends every session.',
    access: 'anyone',
    body: TokenParams,
    output: z.null(),
  },
});
