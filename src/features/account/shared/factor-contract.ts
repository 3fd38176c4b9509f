import * as z from 'zod';
import { defineEndpoints } from '#platform/shared/contract.ts';
import { OpenJson, longText } from '#platform/shared/text-schemas.ts';
import { AffiliateId } from './profile-contract.ts';

const AffiliateParams = z.object({ affiliateId: AffiliateId });
/** Input and output of the browser's WebAuthn functions. */
const Ceremony = OpenJson;
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
      message: 'must contain a password, a password and a code, or a passkey',
    },
  );

export const ConfirmOptions = z.object({
  /**
   * `totp`: the session came from a link, so a code is needed with the password. `elsewhere`: an external issuer
   * manages the passwords, so the person signs in there again.
   */
  methods: z.array(z.enum(['password', 'totp', 'passkey', 'elsewhere'])),
  passkey: z.object({ ticket: z.string(), options: Ceremony }).nullable(),
});
export type ConfirmOptions = z.output<typeof ConfirmOptions>;

export const ActivityEntry = z.object({
  id: z.int(),
  kind: z.string(),
  date: z.string(),
  /** The number of rejected requests within the hour. */
  count: z.int(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  /** Truncated to its network. */
  ip: z.string(),
  isThisSession: z.boolean(),
});
export type ActivityEntry = z.output<typeof ActivityEntry>;
export const activityPageSize = 20;

/** Second factors, identity confirmation and the security activity. */
export const factorEndpoints = defineEndpoints('account', {
  'POST confirm-identity/options': {
    summary: 'Returns how the signed-in person can confirm their identity.',
    access: 'signedIn',
    output: ConfirmOptions,
  },
  'POST confirm-identity': {
    summary:
      'Confirms the session with a password or a passkey; the next token carries it. A session from a link also needs the authenticator code with the password, where the person has an app.',
    access: 'signedIn',
    // No transaction is open while a password is hashed.
    kind: 'read',
    body: Proof,
    output: z.null(),
    bodyLimitBytes: 65_536,
  },
  'POST user/{affiliateId}/factor/options': {
    summary: 'Starts the setup of an authenticator app for the caller.',
    access: 'signedIn',
    requires: ['recentConfirmation'],
    params: AffiliateParams,
    output: z.object({ ticket: z.string(), secret: z.string(), uri: z.string() }),
    returnsSecret: true,
  },
  'POST user/{affiliateId}/factor': {
    summary: 'Turns on the app with its first code and returns the recovery codes once.',
    access: 'signedIn',
    requires: ['recentConfirmation'],
    params: AffiliateParams,
    body: z.object({ ticket: Ticket, code: Code }),
    output: RecoveryCodes,
    returnsSecret: true,
  },
  'POST user/{affiliateId}/factor/recovery-codes': {
    summary: 'Replaces the recovery codes.',
    access: 'signedIn',
    requires: ['recentConfirmation'],
    params: AffiliateParams,
    output: RecoveryCodes,
    returnsSecret: true,
  },
  'DELETE user/{affiliateId}/factor': {
    summary: 'Turns off the authenticator app. Staff must keep at least one second factor.',
    access: 'signedIn',
    requires: ['recentConfirmation'],
    params: AffiliateParams,
    output: z.null(),
  },
  'POST user/{affiliateId}/factor/reset': {
    summary: 'For staff, with a reason: removes every second factor of another person, who then sets up a new one.',
    access: ['staff'],
    requires: ['recentConfirmation'],
    params: AffiliateParams,
    body: z.object({ reason: longText(500).min(3, 'account.factor.reason.missing') }),
    output: z.null(),
  },
  'GET user/{affiliateId}/activity': {
    summary:
      'Lists sign-ins, failed attempts, rejected requests and second-factor changes in the last 12 months, newest first.',
    access: 'signedIn',
    params: AffiliateParams,
    query: z.object({ before: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional() }),
    output: z.object({ items: z.array(ActivityEntry), hasMore: z.boolean() }),
  },
});
