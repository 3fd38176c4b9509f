import * as z from 'zod';
import { defineEndpoints } from '#platform/shared/contract.ts';
import { longText } from '#platform/shared/text-schemas.ts';
import { AffiliateId } from './profile-contract.ts';

const AffiliateParams = z.object({ affiliateId: AffiliateId });
/** What the browser's own WebAuthn calls take and give; its shape is theirs. */
const Ceremony = z.record(z.string(), z.unknown());
const Ticket = z.string().max(200);
const Code = z.string().trim().min(1, 'account.factor.code.missing').max(20, 'account.factor.code.missing');
const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

const Proof = z
  .object({
    password: z.string().min(1, 'identity.password.invalid').max(1_024, 'identity.password.too_long').optional(),
    code: Code.optional(),
    passkey: z.object({ ticket: Ticket, response: Ceremony }).optional(),
  })
  .refine(
    ({ password, code, passkey }) =>
      (passkey === undefined) !== (password === undefined) && (code === undefined || password !== undefined),
    {
      message: 'give a password, or a password and a code, or a passkey',
    },
  );

export const ConfirmOptions = z.object({
  /**
   * `totp`: the session came from a link, so a code is asked for together with the password. `elsewhere`: another issuer
   * keeps the passwords, so the person signs in there again.
   */
  methods: z.array(z.enum(['password', 'totp', 'passkey', 'elsewhere'])),
  passkey: z.object({ ticket: z.string(), options: Ceremony }).nullable(),
});
export type ConfirmOptions = z.output<typeof ConfirmOptions>;

export const ActivityEntry = z.object({
  id: z.int(),
  kind: z.string(),
  date: z.string(),
  /** Of calls that were refused: how many within the hour. */
  count: z.int(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  /** Shortened to its network. */
  ip: z.string(),
  isThisSession: z.boolean(),
});
export type ActivityEntry = z.output<typeof ActivityEntry>;
export const activityPageSize = 20;

/** Proof beyond the password, and what happened around signing in. */
export const factorCalls = defineEndpoints('account', {
  'POST confirm-identity/options': {
    summary: 'How the signed-in person can confirm who they are.',
    access: 'signedIn',
    output: ConfirmOptions,
  },
  'POST confirm-identity': {
    summary:
      'Confirms the session with a password or a passkey; the next token carries it. A session from a link also needs the authenticator code with the password, where the person has an app.',
    access: 'signedIn',
    // No transaction is held while a password is hashed.
    kind: 'read',
    body: Proof,
    output: z.null(),
    bodyLimitBytes: 65_536,
  },
  'POST user/{affiliateId}/factor/options': {
    summary: 'Starts to set up an authenticator app. Only for oneself.',
    access: 'signedIn',
    requires: ['recentConfirmation'],
    params: AffiliateParams,
    output: z.object({ ticket: z.string(), secret: z.string(), uri: z.string() }),
  },
  'POST user/{affiliateId}/factor': {
    summary: 'Turns the app on with its first code and answers the recovery codes, once.',
    access: 'signedIn',
    requires: ['recentConfirmation'],
    params: AffiliateParams,
    body: z.object({ ticket: Ticket, code: Code }),
    output: RecoveryCodes,
  },
  'POST user/{affiliateId}/factor/recovery-codes': {
    summary: 'New recovery codes in place of the former ones.',
    access: 'signedIn',
    requires: ['recentConfirmation'],
    params: AffiliateParams,
    output: RecoveryCodes,
  },
  'DELETE user/{affiliateId}/factor': {
    summary: 'Turns the authenticator app off. Staff keep at least one second factor.',
    access: 'signedIn',
    requires: ['recentConfirmation'],
    params: AffiliateParams,
    output: z.null(),
  },
  'POST user/{affiliateId}/factor/reset': {
    summary: 'For staff, with a reason: removes every second factor of somebody else, who then sets up a new one.',
    access: ['staff'],
    requires: ['recentConfirmation'],
    params: AffiliateParams,
    body: z.object({ reason: longText(500).min(3, 'account.factor.reason.missing') }),
    output: z.null(),
  },
  'GET user/{affiliateId}/activity': {
    summary: 'Sign-ins, failed tries, refused calls and changes of factors of the last 12 months, newest first.',
    access: 'signedIn',
    params: AffiliateParams,
    query: z.object({ before: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional() }),
    output: z.object({ items: z.array(ActivityEntry), hasMore: z.boolean() }),
  },
});
