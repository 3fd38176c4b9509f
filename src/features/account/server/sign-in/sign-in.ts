import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as oidc from 'openid-client';
import * as z from 'zod';
import type { Services } from '#platform/server/http/context.ts';
import { getCookie, getServerCookie } from '#platform/server/http/cookies.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { Env } from '#platform/server/config/env.ts';
import { EncryptionContext } from '#platform/server/crypto/encryption-context.ts';
import { decrypt, encrypt } from '#platform/server/crypto/secrets.ts';
import { recordSecurityEvent } from '#platform/server/auth/security-events.ts';
import { isStaff } from '#domain/roles.ts';
import { pickLocale } from '#platform/shared/locale.ts';
import { safeReturnPath } from '#platform/shared/return-path.ts';
import { findSessionUid, isSessionOpen, listUsedFactors } from '#features/identity/server/public.ts';
import { genders } from '#features/identity/shared/rules.ts';
import { promptForEmailCode } from '#features/account/server/email-verification/prompt-for-email-code.ts';
import { startSession } from '#features/account/server/sessions/session.ts';
import { clearSignedOut, readSignedOutAtMs } from './sign-out-url.ts';
import * as people from '#features/account/server/people/queries.ts';
import * as queries from '#features/account/server/sessions/queries.ts';

const Attempt = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  returnTo: z.string(),
  isSecondTry: z.boolean(),
  startedAtMs: z.number().default(0),
});
type Attempt = z.output<typeof Attempt>;

const Claims = z.object({
  sub: z.string(),
  email: z.string().optional(),
  email_verified: z.boolean().optional().catch(undefined),
  given_name: z.string().default(''),
  middle_name: z.string().default(''),
  family_name: z.string().default(''),
  birthdate: z.iso
    .date()
    .refine((date) => date >= '1900-01-01')
    .optional()
    .catch(undefined),
  gender: z.enum(genders).optional().catch(undefined),
  locale: z.string().optional(),
  auth_time: z.int().positive().optional().catch(undefined),
  amr: z.array(z.string().max(20)).max(10).optional().catch(undefined),
});

type SignInClaims = z.output<typeof Claims>;

const cookieName = 'sign-in';
const attemptMin = 30;

/** Registers the sign-in routes: authorization code with PKCE, with the tokens stored on the server. */
export function registerSignIn(
  app: FastifyInstance,
  services: Services,
  issuer: () => Promise<oidc.Configuration>,
): void {
  const { env } = services;
  const callback = `${env.BASE_URL}/auth/callback`;

  app.get('/auth/start', async (request, reply) => {
    const query = request.query as Record<string, string | undefined>;
    const attempt: Attempt = {
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      verifier: oidc.randomPKCECodeVerifier(),
      returnTo: safeReturnPath(query['returnTo']),
      isSecondTry: query['again'] !== undefined,
      startedAtMs: Date.now(),
    };
    const parameters: Record<string, string> = {
      redirect_uri: callback,
      // An external issuer issues a refresh token only for offline_access; ours always does.
      scope: env.OIDC_ISSUER === undefined ? 'openid email profile' : 'openid email profile offline_access',
      code_challenge: await oidc.calculatePKCECodeChallenge(attempt.verifier),
      code_challenge_method: 'S256',
      state: attempt.state,
      nonce: attempt.nonce,
    };
    if (query['screen'] === 'sign-up') Object.assign(parameters, { screen: 'sign-up', prompt: 'login' });
    if (query['prompt'] === 'login' || readSignedOutAtMs(env, request) !== null) parameters['prompt'] = 'login';
    // Makes an external issuer send auth_time; ours always does.
    if (env.OIDC_ISSUER !== undefined) parameters['max_age'] = String(env.SESSION_MAX_HOURS * 3_600);
    if (query['type']) parameters['type'] = query['type'];
    if (query['lang']) parameters['ui_locales'] = query['lang'];
    // Fills in the address that a link was sent to.
    if (query['email']) parameters['login_hint'] = query['email'];
    const { name, attributes } = getServerCookie(env, request, cookieName);
    const value = encrypt(env.SECRET_KEYS, EncryptionContext.ofToken(cookieName), JSON.stringify(attempt));
    reply.setCookie(name, value, { ...attributes, maxAge: attemptMin * 60 });
    reply.header('cache-control', 'no-store');
    try {
      return reply.redirect(oidc.buildAuthorizationUrl(await issuer(), parameters).href);
    } catch (error) {
      request.log.error({ err: error }, 'account service is unreachable');
      return redirectToProblemPage(env, request, reply, 'temporarily_unavailable');
    }
  });

  app.get('/auth/callback', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const attempt = readAttempt(services, request);
    const query = request.query as Record<string, string | undefined>;
    // The attempt expired, or two tabs signed in at the same time. The account service remembers the person, so
    // restarting is cheap.
    if (attempt === null || attempt.state !== query['state']) return restartSignIn(env, request, reply, attempt);
    // Another tab has signed out since this sign-in began.
    if (attempt.startedAtMs < (readSignedOutAtMs(env, request) ?? 0))
      return restartSignIn(env, request, reply, attempt);
    let tokens;
    try {
      tokens = await oidc.authorizationCodeGrant(await issuer(), new URL(request.url, env.BASE_URL), {
        pkceCodeVerifier: attempt.verifier,
        expectedState: attempt.state,
        expectedNonce: attempt.nonce,
        idTokenExpected: true,
      });
    } catch (error) {
      request.log.warn({ err: error }, 'sign-in callback failed');
      return query['error'] === 'access_denied'
        ? reply.redirect('/login/sign-in')
        : restartSignIn(env, request, reply, attempt);
    }
    const { data: claims, error } = Claims.safeParse(tokens.claims());
    if (error) {
      request.log.error({ err: error }, 'invalid claims from the account service');
      return redirectToProblemPage(env, request, reply, 'server_error');
    }
    const outcome = await services.database.inTransaction(request.id, async (db) => {
      const issuerSessionId = await findIssuerSession(env, db, tokens);
      if (!(await lockOpenIssuerSession(env, db, issuerSessionId))) return 'restart';
      const person = await findOrCreatePerson(db, claims);
      const hasSecondFactor = claims.amr?.includes('mfa') ?? false;
      // Our own account service enforces it for staff; an external one has to report it.
      if (isStaff(person.affiliate_type_id) && !hasSecondFactor) {
        services.securityEvents.countFailure(request, {
          kind: 'sign_in.second_factor_failed',
          affiliateId: person.affiliate_id,
        });
        return 'refused';
      }
      await syncEmailVerification(db, claims);
      const sessionId = await startSession(services, db, request, reply, {
        affiliateId: person.affiliate_id,
        origin: 'sign-in',
        refreshToken: tokens.refresh_token,
        issuerSessionId,
        confirmedAt: toConfirmedAt(claims.auth_time),
        credentialIds: await findUsedFactors(env, db, claims),
        isStaff: isStaff(person.affiliate_type_id),
        hasSecondFactor,
      });
      await recordSecurityEvent(db, request, {
        kind: 'sign_in.succeeded',
        affiliateId: person.affiliate_id,
        sessionId,
        data: { methods: claims.amr ?? [] },
      });
      await promptForEmailCode(env, db, reply, person.affiliate_id);
      return 'signed-in';
    });
    if (outcome === 'refused') return redirectToProblemPage(env, request, reply, 'second_factor_required');
    if (outcome === 'restart') return restartSignIn(env, request, reply, attempt);
    clearSignedOut(env, request, reply);
    return clearAttempt(env, request, reply).redirect(attempt.returnTo);
  });
}

/**
 * When the person last proved their identity to the account service. An old sign-in that it remembers confirms nothing.
 */
function toConfirmedAt(authTimeS: number | undefined): Date | null {
  return authTimeS === undefined ? null : new Date(Math.min(authTimeS * 1_000, Date.now()));
}

/** An external issuer manages its factors itself. */
async function findUsedFactors(env: Env, db: Db, { sub, amr = [], auth_time: authTimeS }: SignInClaims) {
  return env.OIDC_ISSUER === undefined ? listUsedFactors(db, sub, { methods: amr, authTimeS }) : [];
}

/** Our service finds the session by the refresh token; an external issuer may name it in the ID token. */
async function findIssuerSession(
  env: Env,
  db: Db,
  tokens: Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>,
): Promise<string | null> {
  if (env.OIDC_ISSUER === undefined)
    return tokens.refresh_token === undefined ? null : findSessionUid(db, tokens.refresh_token);
  const sid = tokens.claims()?.['sid'];
  return typeof sid === 'string' ? sid.slice(0, 200) : null;
}

/**
 * Returns whether the account service's session is open, and locks it until the transaction ends: another tab that
 * signs out at the same time either ends the session made here or prevents it. Our own service always has a session for
 * a new refresh token, unless a sign-out has just deleted both.
 */
async function lockOpenIssuerSession(env: Env, db: Db, issuerSessionId: string | null): Promise<boolean> {
  if (issuerSessionId === null) return env.OIDC_ISSUER !== undefined;
  await queries.lockIssuerSession(db, { issuerSessionId });
  return env.OIDC_ISSUER !== undefined || isSessionOpen(db, issuerSessionId);
}

/** Restarts automatically once, which resolves most errors; after a second failure the person decides. */
function restartSignIn(env: Env, request: FastifyRequest, reply: FastifyReply, attempt: Attempt | null): FastifyReply {
  if (attempt?.isSecondTry) return redirectToProblemPage(env, request, reply, 'server_error');
  const returnTo = attempt === null ? '' : `&returnTo=${encodeURIComponent(attempt.returnTo)}`;
  return reply.redirect(`/auth/start?again=1${returnTo}`);
}

function redirectToProblemPage(env: Env, request: FastifyRequest, reply: FastifyReply, error: string): FastifyReply {
  return clearAttempt(env, request, reply).redirect(`/sso/problem?error=${error}`);
}

function clearAttempt(env: Env, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { name, attributes } = getServerCookie(env, request, cookieName);
  return reply.clearCookie(name, attributes);
}

function readAttempt({ env }: Services, request: FastifyRequest): Attempt | null {
  try {
    const value = getCookie(request, getServerCookie(env, request, cookieName).name) ?? '';
    return Attempt.parse(JSON.parse(decrypt(env.SECRET_KEYS, EncryptionContext.ofToken(cookieName), value)));
  } catch {
    return null;
  }
}

/**
 * Stores the issuer's statement about an address. A missing claim changes nothing, and neither does a statement about
 * another address.
 */
async function syncEmailVerification(db: Db, { sub, email, email_verified: isVerified }: SignInClaims): Promise<void> {
  if (email === undefined || isVerified === undefined) return;
  await people.updateEmailVerification(db, { sub, email, isVerified });
}

/** A new person starts as a diver, whatever the account service says: the association assigns roles. */
async function findOrCreatePerson(db: Db, claims: SignInClaims): Promise<people.PersonRow> {
  const known = await people.findPersonBySub.first(db, { sub: claims.sub });
  return (
    known ??
    people.createPerson(db, {
      sub: claims.sub,
      email: claims.email ?? null,
      givenName: claims.given_name,
      middleName: claims.middle_name,
      familyName: claims.family_name,
      birthdate: claims.birthdate ?? null,
      gender: claims.gender ?? null,
      language: pickLocale([claims.locale]),
    })
  );
}
