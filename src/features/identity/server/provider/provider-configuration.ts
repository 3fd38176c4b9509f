import type { Configuration, Grant, JWKS, KoaContextWithOIDC } from 'oidc-provider';
import type { Services } from '#platform/server/http/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { Env } from '#platform/server/config/env.ts';
import { hasSecureCookies } from '#platform/server/http/cookies.ts';
import { getCookieName } from '#platform/shared/cookie-name.ts';
import { deriveKey } from '#platform/server/crypto/secrets.ts';
import { staffSessionLimits } from '#platform/shared/access.ts';
import { findLocale, locales } from '#platform/shared/locale.ts';
import { pages, SignUpType } from '#features/identity/shared/contract.ts';
import { findAccount, type Account } from '#features/identity/server/accounts/accounts.ts';
import { createAdapter } from './oidc-adapter.ts';
import { extendSession } from './queries.ts';
import { toClientMetadata, type Client } from './clients.ts';
import { createCookieKeys } from './cookie-keys.ts';
import { getCookieNames } from './mount-path.ts';
import { interactionPolicy } from './oidc-provider.ts';
import { loadFactorState } from '#features/identity/server/second-factor/factors.ts';
import { redirectAfterSignOut, signOutByHint } from './sign-out.ts';
import { signingAlgorithm } from './signing-keys.ts';

/** Scripts of the portal write it too. */
const localeCookie = {
  path: '/',
  maxAge: 365 * 24 * 60 * 60 * 1_000,
  sameSite: 'lax',
  httpOnly: false,
  signed: false,
  overwrite: true,
} as const;
const idleLeadS = 30;
/** An active application refreshes its token only now and then. */
const idleSlackS = 900;

/**
 * The application's language becomes the language of the browser, so the server renders the page in it. Whatever language
 * the person chooses there replaces it.
 */
function saveRequestedLocale({ cookies }: KoaContextWithOIDC, requested: unknown, isSecure: boolean): void {
  const locale = typeof requested === 'string' ? findLocale(requested.split(' ')) : undefined;
  if (locale === undefined) return;
  cookies.set(getCookieName('locale', isSecure), locale, { ...localeCookie, secure: isSecure });
}

export function createProviderConfiguration(
  { env, database }: Services,
  clients: readonly Client[],
  jwks: JWKS,
): Configuration {
  const sessionS = env.SESSION_MAX_HOURS * 3_600;
  const idleS = Math.min(env.SESSION_IDLE_MIN * 60 + idleSlackS, sessionS);
  const cookie = { httpOnly: true, sameSite: 'lax', signed: true, secure: hasSecureCookies(env) } as const;
  const policy = interactionPolicy.base();
  // Every client is the association's own, so no consent is needed.
  policy.remove('consent');
  policy.get('login')?.checks.add(
    new interactionPolicy.Check('session_age', 'session is too old', async ({ oidc }) => {
      const { session, result } = oidc;
      if (session?.accountId === undefined || result?.['login'] !== undefined) return false;
      return session.past(sessionS) || (await isStaffSessionExpired(database.db, session, { idleS, env }));
    }),
  );
  return {
    adapter: createAdapter(database.db),
    clients: clients.map(toClientMetadata),
    clientDefaults: { id_token_signed_response_alg: signingAlgorithm },
    jwks,
    claims: {
      openid: ['sub', 'amr'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name', 'middle_name', 'birthdate', 'gender', 'locale', 'affiliate_type'],
    },
    scopes: ['openid'],
    // The portal reads the profile from the ID token, without a second round trip.
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    // Signing out ends the tokens of every application on this browser.
    expiresWithSession: async () => true,
    loadExistingGrant: (ctx) => grantOwnScopes(ctx, database.db, sessionS),
    findAccount: async (_ctx, sub, token) => {
      // A person who works in an application isn't idle, even if this browser hasn't opened the account service.
      if (token?.kind === 'RefreshToken' && token.sessionUid)
        await extendSession(database.db, { uid: token.sessionUid, lifetimeS: idleS });
      const account = await findAccount(database.db, sub);
      return account === null ? undefined : { accountId: sub, claims: async () => toClaims(account) };
    },
    extraParams: {
      screen: (ctx, value) => dropUnknownParam(ctx, 'screen', value === 'sign-in' || value === 'sign-up'),
      type: (ctx, value) => dropUnknownParam(ctx, 'type', SignUpType.safeParse(value).success),
    },
    interactions: {
      policy,
      url: async (ctx, { uid, params }) => {
        saveRequestedLocale(ctx, params['ui_locales'], cookie.secure);
        return pages.interaction.replace(':uid', uid);
      },
    },
    cookies: {
      keys: createCookieKeys(env.SECRET_KEYS.map((secret) => deriveKey(secret, 'sso-cookie').toString('base64url'))),
      names: getCookieNames(env),
      long: { ...cookie, path: '/' },
      short: cookie,
    },
    discovery: { ui_locales_supported: [...locales], service_documentation: undefined },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      revocation: { enabled: true, allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx) => signOutByHint(ctx, env, database.db),
        postLogoutSuccessSource: (ctx) => redirectAfterSignOut(ctx, env),
      },
    },
    ttl: {
      AccessToken: 300,
      AuthorizationCode: 60,
      IdToken: 3_600,
      Interaction: 3_600,
      Grant: sessionS,
      RefreshToken: sessionS,
      Session: idleS,
    },
    clientBasedCORS: () => false,
    async renderError(ctx, out) {
      ctx.status = 303;
      ctx.redirect(`${pages.problem}?error=${encodeURIComponent(out.error)}`);
    },
  };
}

/** One grant for each application and browser; it ends a fixed time after the sign-in. */
async function grantOwnScopes(ctx: KoaContextWithOIDC, db: Db, lifetimeS: number): Promise<Grant> {
  const { client, session, account, provider } = ctx.oidc;
  if (client === undefined || session === undefined || account === undefined)
    throw new Error('grant requested without client, session or account');
  const grantId = session.grantIdFor(client.clientId);
  const known = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  const grant = known ?? new provider.Grant({ accountId: account.accountId, clientId: client.clientId });
  grant.addOIDCScope('openid email profile');
  const { isStaff } = await loadFactorState(db, account.accountId);
  const ownLifetimeS = isStaff ? Math.min(lifetimeS, staffSessionLimits.maxHours * 3_600) : lifetimeS;
  grant.exp = (session.loginTs ?? Math.floor(Date.now() / 1000)) + ownLifetimeS;
  await grant.save();
  return grant;
}

/** Staff sign in again after a short idle time, and if the session began without a second factor. */
async function isStaffSessionExpired(
  db: Db,
  session: NonNullable<KoaContextWithOIDC['oidc']['session']>,
  { idleS, env }: { idleS: number; env: Env },
): Promise<boolean> {
  const { isStaff } = await loadFactorState(db, session.accountId ?? '');
  if (!isStaff) return false;
  // Slightly shorter than the portal's limit: a page that timed out there must not be signed in again from here.
  const idleLimitS = Math.min(env.SESSION_IDLE_MIN, staffSessionLimits.idleMin) * 60 - idleLeadS;
  // Every use sets the expiry to `idleS` from then.
  const lastUsedS = (session.exp ?? 0) - idleS;
  const hasTwoFactors = session.amr?.includes('mfa') ?? false;
  return (
    !hasTwoFactors || session.past(staffSessionLimits.maxHours * 3_600) || Date.now() / 1_000 - lastUsedS > idleLimitS
  );
}

function dropUnknownParam(ctx: KoaContextWithOIDC, name: 'screen' | 'type', isKnown: boolean): void {
  if (!isKnown && ctx.oidc.params !== undefined) ctx.oidc.params[name] = undefined;
}

function toClaims(account: Account) {
  return {
    sub: account.sub,
    ...(account.email === null ? {} : { email: account.email, email_verified: account.isEmailVerified }),
    given_name: account.givenName,
    family_name: account.familyName,
    ...(account.middleName === '' ? {} : { middle_name: account.middleName }),
    ...(account.birthdate === null ? {} : { birthdate: account.birthdate }),
    ...(account.gender === null ? {} : { gender: account.gender }),
    locale: account.locale,
    affiliate_type: account.affiliateTypeId,
  };
}
