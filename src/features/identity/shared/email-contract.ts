import * as z from 'zod';
import { defineEndpoints } from '#platform/shared/contract.ts';
import { longText } from '#platform/shared/text-schemas.ts';
import { emailCodeDigits } from './rules.ts';

const EnteredPassword = z.string().min(1, 'identity.password.invalid').max(1_024, 'identity.password.too_long');
/** A link's token is random; anything else is not worth a look into the database. */
const LinkToken = z.string().regex(/^[\w-]{20,128}$/);
const Email = z.string().trim().max(254, 'identity.email.invalid').pipe(z.email('identity.email.invalid'));
const TokenParams = z.object({ token: LinkToken });

/** How somebody proves that an address is theirs. The code and the link come in one mail at sign-up. */
export const emailCalls = defineEndpoints('account', {
  'POST email-verification/send': {
    summary:
      'Sends a code to the address of the signed-in person; a code that still works is sent again only on request.',
    access: 'signedIn',
    kind: 'read',
    body: z.object({ isAgain: z.boolean().default(false) }),
    output: z.object({ email: z.string(), isVerified: z.boolean() }),
  },
  'POST email-verification/code': {
    summary: 'Proves the address with the code. This session stays; every other session, passkey and factor ends.',
    access: 'signedIn',
    // Opens its transaction itself: a wrong code is counted although the call fails.
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
    summary: 'What a link that proves an address is for. Changes nothing.',
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
      'Proves the address with the link: by the session of this account, which stays, or by its password, after which everything else ends.',
    access: 'anyone',
    // Opens its transaction itself, once the password is hashed.
    kind: 'read',
    body: TokenParams.extend({ password: EnteredPassword.optional() }),
    output: z.null(),
    bodyLimitBytes: 8_192,
  },
  'POST email-verification/not-me': {
    summary: 'Deletes an account that was made with an address by somebody else, while it is unverified and empty.',
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

/** Staff correct an address. It takes effect once the new one is proven, and the old one can take it back for a week. */
export const emailCorrectionCalls = defineEndpoints('account', {
  'GET user/{affiliateId}/email-correction': {
    summary: 'The correction of an address that the new address has not confirmed yet.',
    access: ['staff'],
    params: AffiliateParams,
    output: z.object({ email: z.string().nullable(), pending: EmailCorrection.nullable() }),
  },
  'POST user/{affiliateId}/email-correction': {
    summary: 'Corrects an address. Both addresses are told; the new one takes effect once it is confirmed.',
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
    summary: 'What a link about a corrected address does. Changes nothing.',
    access: 'anyone',
    kind: 'read',
    body: TokenParams,
    output: z.object({
      action: z.enum(['confirm', 'revert']),
      oldEmail: z.string(),
      newEmail: z.string(),
      isSignedIn: z.boolean(),
      /** The account already uses the new address: taking it back ends every session. */
      isConfirmed: z.boolean(),
    }),
  },
  'POST email-correction/confirm': {
    summary: 'Confirms the new address, by a session of the account or by its password.',
    access: 'anyone',
    // Opens its transaction itself, once the password is hashed.
    kind: 'read',
    body: TokenParams.extend({ password: EnteredPassword.optional() }),
    output: z.null(),
    bodyLimitBytes: 8_192,
  },
  'POST email-correction/revert': {
    summary: 'Keeps or restores the old address, by the link that was sent to it. Every session ends.',
    access: 'anyone',
    body: TokenParams,
    output: z.null(),
  },
});
