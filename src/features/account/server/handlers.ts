import * as oidc from 'openid-client';
import { demandOwnOrigin } from '../../../platform/server/access.ts';
import type { Handlers } from '../../../platform/server/calls.ts';
import { graphqlPart, type GraphqlPart } from '../../../platform/server/graphql.ts';
import { fail as failCall } from '../../../platform/shared/errors.ts';
import { directionOf, locales, nativeName } from '../../../platform/shared/locale.ts';
import { type accountCalls, type EndedSession, fail, type globalCalls, sessionApi } from '../shared/contract.ts';
import {
  clearSessionCookie,
  currentSession,
  describeSession,
  endedChannel,
  endSession,
  idTokenOf,
  isStillSignedIn,
  startSession,
} from './session.ts';
import * as sql from './sql.ts';

/** A session made from a link's token is for a look at something, not for a month. */
const linkedSessionMs = 60 * 60_000;

export function sessionHandlers(issuer: () => Promise<oidc.Configuration>): GraphqlPart {
  return graphqlPart(sessionApi, {
    async querySession(ctx) {
      demandOwnOrigin(ctx.request, ctx.services.env.BASE_URL);
      const row = await currentSession(ctx);
      return row ? describeSession(ctx.services, row) : null;
    },

    async createSession(ctx, { token }) {
      const { services, db, request, reply } = ctx;
      demandOwnOrigin(request, services.env.BASE_URL);
      if (token) {
        const bearer = await services.tokens.verify(token);
        if (!(await sql.takeToken(db, bearer.id, new Date(bearer.expiresAtMs)))) throw fail('account.token_taken');
        const person = await sql.findPerson(db, bearer.affiliateId);
        if (!person) throw fail('account.token_taken');
        const id = await startSession(services, db, request, reply, {
          affiliateId: person.affiliate_id,
          lifetimeMs: linkedSessionMs,
        });
        return describeSession(services, { ...person, id });
      }
      const row = await currentSession(ctx);
      if (!row) return null;
      if (!(await isStillSignedIn(ctx, issuer, row))) {
        await endSession(services, db, row);
        clearSessionCookie(services.env, reply);
        return null;
      }
      await sql.touchSession(db, row.affiliate_id, row.id);
      return describeSession(services, row);
    },

    async deleteSession(ctx) {
      const { services, db, request, reply } = ctx;
      demandOwnOrigin(request, services.env.BASE_URL);
      const row = await currentSession(ctx);
      clearSessionCookie(services.env, reply);
      if (!row) return null;
      await endSession(services, db, row);
      const idToken = idTokenOf(services.env, row);
      const redirectUri = idToken === undefined ? null : await signOutAddress(issuer, services.env.BASE_URL, idToken);
      return { sub: row.sub, email: row.email, logout: true, redirect_uri: redirectUri };
    },

    onDeleteSession: ({ user, services }) => services.pubsub.subscribe<EndedSession>(endedChannel(user.sessionId)),
  });
}

async function signOutAddress(
  issuer: () => Promise<oidc.Configuration>,
  baseUrl: string,
  idToken: string,
): Promise<string | null> {
  const configuration = await issuer();
  if (configuration.serverMetadata().end_session_endpoint === undefined) return null;
  return oidc.buildEndSessionUrl(configuration, {
    id_token_hint: idToken,
    post_logout_redirect_uri: `${baseUrl}/login/sign-in`,
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
    const keys = Object.values(rest).flat().map(String);
    if (keys.length > batchLimit)
      throw failCall('request.invalid', { message: `at most ${batchLimit} keys`, path: 'keys' });
    return keys.map((key) => ({ key, culture, value: ctx.services.messages.translate(culture, key) }));
  },
};

export const accountHandlers: Handlers<typeof accountCalls> = {
  'PUT user/update/language/{email}': async (ctx, { params, body }) => {
    const isOwn = [params.email, body.userName].every((name) => name.toLowerCase() === params.email.toLowerCase());
    if (!isOwn || !(await sql.updateLanguage(ctx.db, ctx.user.affiliateId, params.email, body.languageCode)))
      throw failCall('not_found');
    return null;
  },
};
