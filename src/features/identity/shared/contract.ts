import * as z from 'zod';
import { defineEndpoints } from '#platform/shared/contract.ts';
import { defineErrors } from '#platform/shared/errors.ts';
import { OpenJson, personName } from '#platform/shared/text-schemas.ts';
import { genders, isBirthdate, passwordMaxLength, findPasswordProblem } from './rules.ts';

/**
 * Pages of the account service, served by the same single-page application as the portal. Their endpoints live below
 * the same paths, because the cookie that authorizes an interaction is named after the uid in `/sso/interaction/<uid>`.
 */
export const pages = {
  interaction: '/sso/interaction/:uid',
  forgot: '/sso/forgot',
  reset: '/sso/reset/:token',
  /** Verifies an address with the link of the mail; the code of the same mail is typed in the portal. */
  verify: '/sso/verify/:token',
  /** Confirms or reverts an address that staff correct. */
  email: '/sso/email/:token',
  /** Asks whether to sign out; shown only if the client didn't prove the session with an ID token. */
  signOut: '/sso/sign-out',
  /** `?error=` is an OAuth error code such as `invalid_request` or `session_not_found`. */
  problem: '/sso/problem',
} as const;

export const fail = defineErrors({
  'identity.wrong_credentials': 401,
  'identity.passkey_refused': 401,
  'identity.wrong_code': 401,
  /** A correct code that was used before. */
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

/** The role of a demo person; the sign-in page shows the messages `identity.demo.<role>` and `identity.demo.<role>.shows`. */
export const DemoRole = z.enum(['diver', 'student', 'minor', 'guardian', 'instructor', 'candidate', 'store', 'staff']);
export type DemoRole = z.output<typeof DemoRole>;

const Email = z.string().trim().max(254, 'identity.email.invalid').pipe(z.email('identity.email.invalid'));

/** An existing password, which may be older than the current policy. */
const EnteredPassword = z.string().min(1, 'identity.password.invalid').max(1_024, 'identity.password.too_long');

const NewPassword = z
  .string()
  .max(passwordMaxLength * 4, { error: 'identity.password.too_long', abort: true })
  .superRefine((password, refinement) => {
    const problem = findPasswordProblem(password);
    if (problem !== null) refinement.addIssue({ code: 'custom', message: problem });
  });

const Name = (message: string) => personName(100, 'identity.name.too_long').min(1, message);
const InteractionParams = z.object({ uid: z.string().min(1).max(64) });
const RedirectTo = z.object({ redirectTo: z.string() });
/** The password was correct, and another step is needed before the session exists. */
const SecondFactorRequired = z.object({
  /** `enroll-factor`: staff without a second factor set one up first. */
  next: z.enum(['second-factor', 'enroll-factor']),
  methods: z.array(z.enum(['totp', 'passkey'])),
});
export type RequiredFactor = z.output<typeof SecondFactorRequired>;
/** A six-digit code of the app, or a recovery code. */
const Code = z.string().trim().min(1, 'identity.code.missing').max(64, 'identity.code.missing');
/** Rejects malformed tokens before the database is queried. */
const LinkToken = z.string().regex(/^[\w-]{1,128}$/);
/** Input and output of the browser's WebAuthn functions. */
const Ceremony = OpenJson;

export const Interaction = z.object({
  screen: z.enum(['sign-in', 'sign-up']),
  /** The visitor's choice: it selects texts and the landing page, and never a role. */
  type: SignUpType,
  clientName: z.string(),
  /** The client's hint, which fills in the form. */
  email: z.string().nullable(),
  /** Empty outside the demo. */
  demoPeople: z.array(
    z.object({
      email: z.string(),
      name: z.string(),
      role: DemoRole,
      /** The current code of a person with a second factor, and when to fetch the next one. */
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

export const identityEndpoints = defineEndpoints('/sso', {
  'GET interaction/{uid}/details': {
    summary: 'Returns the content of a sign-in or sign-up page. Authorized by the interaction cookie.',
    access: 'anyone',
    params: InteractionParams,
    output: Interaction,
  },
  'POST interaction/{uid}/sign-in': {
    summary: 'Signs in with email and password. Returns where to go next, or that a second factor is required.',
    access: 'anyone',
    // No transaction is open while a password is hashed.
    kind: 'read',
    params: InteractionParams,
    body: SignIn,
    output: z.union([RedirectTo, SecondFactorRequired]),
  },
  'POST interaction/{uid}/second-factor': {
    summary:
      'Finishes a sign-in with an authenticator app code or a recovery code. If the app was just set up, returns the recovery codes as well.',
    access: 'anyone',
    // A failed attempt is counted, so it must not be rolled back.
    kind: 'read',
    params: InteractionParams,
    body: z.object({ code: Code }),
    output: RedirectTo.extend({ recoveryCodes: z.array(z.string()).optional() }),
    returnsSecret: true,
  },
  'POST interaction/{uid}/second-factor/enroll': {
    summary: 'Starts the setup of an authenticator app for staff without a second factor, after the correct password.',
    access: 'anyone',
    kind: 'read',
    params: InteractionParams,
    output: z.object({ secret: z.string(), uri: z.string() }),
    returnsSecret: true,
  },
  'POST interaction/{uid}/sign-up': {
    summary: 'Creates an account, signs it in, and returns where to go next.',
    access: 'anyone',
    params: InteractionParams,
    body: SignUp,
    output: RedirectTo,
  },
  'POST interaction/{uid}/passkey/options': {
    summary: 'Returns options for a passkey sign-in. The ticket is for one response.',
    access: 'anyone',
    params: InteractionParams,
    output: z.object({ ticket: z.string(), options: Ceremony }),
  },
  'POST interaction/{uid}/passkey': {
    summary: 'Signs in with the response of a passkey and returns where to go next.',
    access: 'anyone',
    params: InteractionParams,
    body: z.object({ ticket: LinkToken, response: Ceremony }),
    output: RedirectTo,
    bodyLimitBytes: 65_536,
  },
  'POST forgot': {
    summary: 'Sends a link to set a new password, if the account exists. The response is always the same.',
    access: 'anyone',
    body: z.object({ email: Email }),
    output: z.null(),
  },
  'POST reset/check': {
    summary: 'Returns whether a link to set a new password can still be used.',
    access: 'anyone',
    kind: 'read',
    body: z.object({ token: LinkToken }),
    output: z.object({ isUsable: z.boolean() }),
  },
  'POST reset': {
    summary: 'Sets a new password with a single-use link and ends every session of the account.',
    access: 'anyone',
    // The handler opens its own transaction after the password is hashed.
    kind: 'read',
    body: z.object({ token: LinkToken, password: NewPassword }),
    output: z.null(),
  },
  'POST sign-out': {
    summary: 'Ends the session with the account service and returns where to go next.',
    access: 'anyone',
    output: RedirectTo,
  },
});

/** Hands a signed-in person over to another application of the association. */
export const exchangeEndpoints = defineEndpoints('account', {
  'POST sso/exchange': {
    summary: 'Returns the URL that signs the person in to another registered application.',
    access: 'signedIn',
    bodyLimitBytes: 32 * 1024,
    kind: 'read',
    body: z.object({
      clientId: z.string().min(1).max(200),
      redirectUri: z.string().min(1).max(2_000),
      extraData: z.string().max(4_000).nullish(),
    }),
    output: z.object({ redirectUri: z.string() }),
    returnsSecret: true,
  },
});
