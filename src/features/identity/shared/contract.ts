import * as z from 'zod';
import { defineEndpoints } from '#platform/shared/contract.ts';
import { defineErrors } from '#platform/shared/errors.ts';
import { locales } from '#platform/shared/locale.ts';
import { shortText } from '#platform/shared/text-schemas.ts';
import { genders, isBirthdate, passwordMaxLength, findPasswordProblem } from './rules.ts';

/**
 * The pages of the account service, served by the same single-page application as the portal. Their calls live below
 * the same paths, because the cookie that authorises an interaction is bound to `/sso/interaction/<uid>`.
 */
export const pages = {
  interaction: '/sso/interaction/:uid',
  forgot: '/sso/forgot',
  reset: '/sso/reset/:token',
  /** Proves an address by the link of the mail; the code of the same mail is typed in the portal. */
  verify: '/sso/verify/:token',
  /** Confirms or takes back an address that staff correct. */
  email: '/sso/email/:token',
  /** Asks whether to sign out; only reached when a sign-out was not asked for by a client that proves itself. */
  signOut: '/sso/sign-out',
  /** What went wrong is in `?error=`, an OAuth error code such as `invalid_request` or `session_not_found`. */
  problem: '/sso/problem',
} as const;

export const fail = defineErrors({
  'identity.wrong_credentials': 401,
  'identity.passkey_refused': 401,
  'identity.wrong_code': 401,
  /** The right code, for the second time. */
  'identity.code_used': 401,
  'identity.factor_exists': 409,
  'identity.incorrect_password': 403,
  'identity.interaction_expired': 410,
  'identity.link_expired': 410,
  'identity.email_taken': 409,
  'identity.email_code_wrong': 422,
  'identity.email_code_expired': 410,
  'identity.password_common': 422,
  'identity.password_personal': 422,
  'identity.too_many_tries': 429,
  'identity.unknown_client': 404,
  'identity.redirect_not_allowed': 403,
});

export const SignUpType = z.enum(['diver', 'parent', 'professional', 'store', 'dsd']);
export type SignUpType = z.output<typeof SignUpType>;

export const Gender = z.enum(genders);
export type Gender = z.output<typeof Gender>;

/** Who a demo person is, told on the sign-in page: the message `identity.demo.<role>`. */
export const DemoRole = z.enum(['diver', 'student', 'minor', 'guardian', 'instructor', 'candidate', 'store', 'staff']);
export type DemoRole = z.output<typeof DemoRole>;

const Email = z.string().trim().max(254, 'identity.email.invalid').pipe(z.email('identity.email.invalid'));

/** A password as typed by somebody who has one: any rule of today may be younger than it. */
const EnteredPassword = z.string().min(1, 'identity.password.invalid').max(1_024, 'identity.password.too_long');

const NewPassword = z
  .string()
  .max(passwordMaxLength * 4, 'identity.password.too_long')
  .superRefine((password, refinement) => {
    const problem = findPasswordProblem(password);
    if (problem !== null) refinement.addIssue({ code: 'custom', message: problem });
  });

const Name = (message: string) => shortText(100, 'identity.name.too_long').min(1, message);
const InteractionParams = z.object({ uid: z.string().min(1).max(64) });
const RedirectTo = z.object({ redirectTo: z.string() });
/** The password was right, and something else is asked for before the session exists. */
const SecondFactorRequired = z.object({
  /** `enroll-factor`: staff who have no second factor set one up before anything else. */
  next: z.enum(['second-factor', 'enroll-factor']),
  methods: z.array(z.enum(['totp', 'passkey'])),
});
export type RequiredFactor = z.output<typeof SecondFactorRequired>;
/** Six digits of the app, or a recovery code. */
const Code = z.string().trim().min(1, 'identity.code.missing').max(64, 'identity.code.missing');
/** A link's token is random; anything else is not worth a look into the database. */
const LinkToken = z.string().regex(/^[\w-]{1,128}$/);
/** What the browser's own WebAuthn calls take and give; its shape is theirs. */
const Ceremony = z.record(z.string(), z.unknown());

export const Interaction = z.object({
  screen: z.enum(['sign-in', 'sign-up']),
  /** What the person said to be: it steers texts and where one lands, and never a role. */
  type: SignUpType,
  locale: z.enum(locales),
  clientName: z.string(),
  /** The address the client thinks the person has, for the form. */
  email: z.string().nullable(),
  /** Empty outside the demo. */
  demoPeople: z.array(
    z.object({
      email: z.string(),
      name: z.string(),
      role: DemoRole,
      /** Of who signs in with a second factor: the code that works now, and when another is to be asked for. */
      code: z.object({ value: z.string(), expiresAt: z.string() }).nullable(),
    }),
  ),
});
export type Interaction = z.output<typeof Interaction>;

const SignIn = z.object({ email: Email, password: EnteredPassword });

const SignUp = z.object({
  givenName: Name('identity.given_name.missing'),
  familyName: Name('identity.family_name.missing'),
  email: Email,
  password: NewPassword,
  birthdate: z.iso
    .date('identity.birthdate.invalid')
    .refine((date) => isBirthdate(date, new Date().toISOString().slice(0, 10)), 'identity.birthdate.invalid')
    .optional(),
  acceptTerms: z.literal(true, 'identity.terms.missing'),
});

export const identityCalls = defineEndpoints('/sso', {
  'GET interaction/{uid}/details': {
    summary: 'What a sign-in or sign-up page shows. The interaction cookie is the authority.',
    access: 'anyone',
    params: InteractionParams,
    output: Interaction,
  },
  'POST interaction/{uid}/sign-in': {
    summary: 'Signs in with e-mail and password and says where to go next, or that a second factor is asked for.',
    access: 'anyone',
    // No transaction is held while a password is hashed.
    kind: 'read',
    params: InteractionParams,
    body: SignIn,
    output: z.union([RedirectTo, SecondFactorRequired]),
    bodyLimitBytes: 8_192,
  },
  'POST interaction/{uid}/second-factor': {
    summary:
      'Finishes a sign-in with a code of the authenticator app or a recovery code. Where the app was just set up, answers the recovery codes as well.',
    access: 'anyone',
    // A failed try is counted, so it is no part of a transaction that is rolled back.
    kind: 'read',
    params: InteractionParams,
    body: z.object({ code: Code }),
    output: RedirectTo.extend({ recoveryCodes: z.array(z.string()).optional() }),
    bodyLimitBytes: 8_192,
  },
  'POST interaction/{uid}/second-factor/enroll': {
    summary: 'Starts to set up an authenticator app for staff who have no second factor, after the right password.',
    access: 'anyone',
    kind: 'read',
    params: InteractionParams,
    output: z.object({ secret: z.string(), uri: z.string() }),
  },
  'POST interaction/{uid}/sign-up': {
    summary: 'Makes an account, signs it in, and says where to go next.',
    access: 'anyone',
    params: InteractionParams,
    body: SignUp,
    output: RedirectTo,
    bodyLimitBytes: 16_384,
  },
  'POST interaction/{uid}/passkey/options': {
    summary: 'What the browser is to ask a passkey. The ticket is for one answer.',
    access: 'anyone',
    params: InteractionParams,
    output: z.object({ ticket: z.string(), options: Ceremony }),
  },
  'POST interaction/{uid}/passkey': {
    summary: 'Signs in with the answer of a passkey and says where to go next.',
    access: 'anyone',
    params: InteractionParams,
    body: z.object({ ticket: LinkToken, response: Ceremony }),
    output: RedirectTo,
    bodyLimitBytes: 65_536,
  },
  'POST forgot': {
    summary: 'Sends a link to set a new password, if the account exists. The answer is always the same.',
    access: 'anyone',
    body: z.object({ email: Email }),
    output: z.null(),
    bodyLimitBytes: 8_192,
  },
  'POST reset/check': {
    summary: 'Whether a link to set a new password can still be used.',
    access: 'anyone',
    kind: 'read',
    body: z.object({ token: LinkToken }),
    output: z.object({ isUsable: z.boolean() }),
    bodyLimitBytes: 8_192,
  },
  'POST reset': {
    summary: 'Sets a new password by a single-use link and ends every session of the account.',
    access: 'anyone',
    // Opens its transaction itself, once the password is hashed.
    kind: 'read',
    body: z.object({ token: LinkToken, password: NewPassword }),
    output: z.null(),
    bodyLimitBytes: 8_192,
  },
  'POST sign-out': {
    summary: 'Ends the session with the account service and says where to go next.',
    access: 'anyone',
    output: RedirectTo,
  },
});

/** A signed-in person is handed over to another application of the association. */
export const exchangeCalls = defineEndpoints('account', {
  'POST sso/exchange': {
    summary: 'Where to send a signed-in person so that another registered application signs them in.',
    access: 'signedIn',
    kind: 'read',
    body: z.object({
      clientId: z.string().min(1).max(200),
      redirectUri: z.string().min(1).max(2_000),
      extraData: z.string().max(4_000).nullish(),
    }),
    output: z.object({ redirectUri: z.string() }),
  },
});
