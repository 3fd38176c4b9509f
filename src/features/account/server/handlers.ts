import * as oidc from 'openid-client';
import { demandOwnOrigin } from '../../../platform/server/access.ts';
import type { Handlers } from '../../../platform/server/calls.ts';
import type { Context } from '../../../platform/server/context.ts';
import type { Env } from '../../../platform/server/env.ts';
import { enqueue } from '../../../platform/server/jobs.ts';
import { recordSecurityEvent } from '../../../platform/server/security-events.ts';
import type { Principal } from '../../../platform/server/token.ts';
import { graphqlPart, type GraphqlPart } from '../../../platform/server/graphql.ts';
import { fail as failCall } from '../../../platform/shared/errors.ts';
import { directionOf, locales, nativeName } from '../../../platform/shared/locale.ts';
import { updateAccountLocale } from '../../identity/server/public.ts';
import { type accountCalls, type EndedSession, fail, type globalCalls, sessionApi } from '../shared/contract.ts';
import { demandOwnName, demandSubject } from './acting.ts';
import {
  clearSessionCookie,
  type DescribedRow,
  describeSession,
  endedChannel,
  endSession,
  idTokenOf,
  sessionOf,
  startSession,
} from './session.ts';
import { checkIssuer, issuerCheckMin } from './issuer-check.ts';
import type { Issuer } from './issuer.ts';
import { publishSettings } from './settings.ts';
import * as sql from './sql.ts';

/** A session made from a link's token is for a look at something, not for a month. */
const linkedSessionMs = 60 * 60_000;

export function sessionHandlers(issuer: Issuer): GraphqlPart {
  return graphqlPart(sessionApi, {
    async querySession({ services, db, request }) {
      demandOwnOrigin(request, services.env.BASE_URL);
      const row = await sessionOf(services.env, db, request);
      return row ? describeSession(services, row) : null;
    },

    async createSession(ctx, { token }) {
      const { services, db, request } = ctx;
      demandOwnOrigin(request, services.env.BASE_URL);
      if (token) return describeSession(services, await exchangeToken(ctx, token));
      const row = await sessionOf(services.env, db, request);
      if (!row) return null;
      const [isDue] = await sql.claimIssuerCheck(db, row.affiliate_id, row.id, issuerCheckMin);
      if (isDue) await enqueue(db, checkIssuer, { affiliateId: row.affiliate_id, id: row.id });
      return describeSession(services, row);
    },

    async deleteSession({ services, db, request, reply, log }) {
      demandOwnOrigin(request, services.env.BASE_URL);
      const row = await sessionOf(services.env, db, request);
      clearSessionCookie(services.env, request, reply);
      if (!row) return null;
      await endSession(services, db, row);
      await recordSecurityEvent(db, request, { kind: 'sign_out', affiliateId: row.affiliate_id, sessionId: row.id });
      // Signing out here must never fail because the account service cannot be asked where to go.
      const redirectUri = await signOutAddress(issuer, services.env, row).catch((error: unknown) => {
        log.warn({ err: error }, 'the account service did not say how to sign out');
        return null;
      });
      return { sub: row.sub, email: row.email, logout: true, redirect_uri: redirectUri };
    },

    onDeleteSession: ({ user, services }) => services.pubsub.subscribe<EndedSession>(endedChannel(user.sessionId)),
  });
}

/**
 * A bearer token that came by a link, taken once. It makes a session that is no longer than the one it comes from, from
 * which no other can be made, and never in the place of somebody else's who is signed in on this browser.
 */
async function exchangeToken(ctx: Context<Principal | null>, token: string): Promise<DescribedRow> {
  const { services, db, request, reply } = ctx;
  const bearer = await services.tokens.verify(token);
  const current = await sessionOf(services.env, db, request);
  if (current && current.affiliate_id !== bearer.affiliateId) throw fail('account.other_session');
  const [origin] = await sql.findLivingSession(db, bearer.affiliateId, bearer.sessionId);
  if (!origin || origin.origin === 'link') throw fail('account.token_taken');
  if (!(await sql.takeToken(db, bearer.id, new Date(bearer.expiresAtMs)))) throw fail('account.token_taken');
  if (current) return current;
  const { refresh_token: _refresh, expires_at: endsAt, origin: _origin, ...person } = origin;
  const lifetimeMs = Math.min(linkedSessionMs, endsAt.getTime() - ctx.now.getTime());
  const id = await startSession(services, db, request, reply, {
    affiliateId: person.affiliate_id,
    origin: 'link',
    lifetimeMs,
  });
  return { ...person, id };
}

async function signOutAddress(issuer: Issuer, env: Env, row: sql.SessionRow): Promise<string | null> {
  const idToken = idTokenOf(env, row);
  if (idToken === undefined) return null;
  const configuration = await issuer();
  if (configuration.serverMetadata().end_session_endpoint === undefined) return null;
  return oidc.buildEndSessionUrl(configuration, {
    id_token_hint: idToken,
    post_logout_redirect_uri: `${env.BASE_URL}/login/sign-in`,
  }).href;
}

const batchLimit = 200;

export const globalHandlers: Handlers<typeof globalCalls> = {
  'GET SupportedLanguages': async () =>
    locales.map((locale) => ({ ietfLanguageTag: locale, name: nativeName(locale), direction: directionOf(locale) })),

  'GET translations/translate': async (ctx, { query: { key, culture } }) => ({
    key,
    culture,
    value: ctx.services.messages.translate(culture, key),
  }),

  'GET translations/translate/batch': async (ctx, { query: { culture, ...rest } }) => {
    const unknown = Object.keys(rest).find((name) => !/^keys\[\d{1,3}\]$/.test(name));
    if (unknown !== undefined) throw failCall('request.invalid', { message: 'unknown parameter', path: unknown });
    const indexOf = (name: string) => Number(name.slice('keys['.length, -1));
    const keys = Object.entries(rest)
      .toSorted(([a], [b]) => indexOf(a) - indexOf(b))
      .flatMap(([, value]) => value)
      .map(String);
    if (keys.length > batchLimit)
      throw failCall('request.invalid', { message: `at most ${batchLimit} keys`, path: 'keys' });
    return keys.map((key) => ({ key, culture, value: ctx.services.messages.translate(culture, key) }));
  },
};

export const accountHandlers: Handlers<typeof accountCalls> = {
  'PUT user/update/language/{email}': async (ctx, { params, body }) => {
    const subject = await demandSubject(ctx, ctx.user.affiliateId);
    for (const name of [params.email, body.userName]) demandOwnName(subject, name);
    await sql.updateLanguage(ctx.db, subject.affiliateId, body.languageCode);
    await updateAccountLocale(ctx.db, subject.sub, body.languageCode);
    await publishSettings(ctx, ctx.user.affiliateId);
    return null;
  },
};
