import { assertSameOrigin, isBackgroundRequest } from '#platform/server/auth/access.ts';
import type { Handlers } from '#platform/server/http/endpoints.ts';
import { clearBrowserCache } from '#platform/server/http/clear-site-data.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import { sessionTabsChannel } from '#platform/server/auth/session-ended.ts';
import { recordSecurityEvent } from '#platform/server/auth/security-events.ts';
import { defineResolvers, type GraphqlResolvers } from '#platform/server/graphql/graphql.ts';
import { isStaff } from '#domain/roles.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import { getTextDirection, locales, getLanguageLabel } from '#platform/shared/locale.ts';
import { updateAccountLocale } from '#features/identity/server/public.ts';
import {
  type accountEndpoints,
  type EndedSession,
  type globalEndpoints,
  sessionApi,
} from '#features/account/shared/contract.ts';
import { assertIdentifiesSubject, requireSubject } from './people/subject.ts';
import {
  clearSessionCookie,
  findSessionByCookie,
  describeSession,
  endSignIn,
  findCurrentSession,
} from './sessions/session.ts';
import { checkIssuer, issuerCheckMin } from './sign-in/check-issuer.ts';
import type { Issuer } from './sign-in/issuer.ts';
import { publishSettings } from './profile/settings.ts';
import { buildSignOutUrl, markSignedOut } from './sign-in/sign-out-url.ts';
import { exchangeToken, findTokenOwner } from './sessions/token-session.ts';
import * as people from './people/queries.ts';
import * as queries from './sessions/queries.ts';

export function sessionResolvers(issuer: Issuer): GraphqlResolvers {
  return defineResolvers(sessionApi, {
    async querySession({ services, db, request }) {
      assertSameOrigin(request, services.env.BASE_URL);
      const row = await findCurrentSession(services.env, db, request);
      return row ? describeSession(services, row) : null;
    },

    async queryTokenOwner(ctx, { token }) {
      assertSameOrigin(ctx.request, ctx.services.env.BASE_URL);
      return findTokenOwner(ctx, token);
    },

    async createSession(ctx, { token, replace }) {
      const { services, db, request } = ctx;
      assertSameOrigin(request, services.env.BASE_URL);
      if (token) return describeSession(services, await exchangeToken(ctx, token, replace ?? false));
      const row = await findCurrentSession(services.env, db, request);
      if (!row) return null;
      // Checking with the account service extends its session, which an idle staff page must not do.
      const isIdle = isBackgroundRequest(request) && isStaff(row.affiliate_type_id);
      const session = { affiliateId: row.affiliate_id, id: row.id };
      const due = isIdle
        ? undefined
        : await queries.claimIssuerCheck.first(db, { ...session, everyMin: issuerCheckMin });
      if (due) await enqueue(db, checkIssuer, session);
      return describeSession(services, row);
    },

    async deleteSession({ services, db, request, reply, log }) {
      assertSameOrigin(request, services.env.BASE_URL);
      // Another tab may have replaced the session a moment ago, so signing out ends every session of the same
      // sign-in.
      const row = await findSessionByCookie(services.env, db, request);
      clearSessionCookie(services.env, request, reply);
      clearBrowserCache(reply);
      if (!row) return null;
      await endSignIn(services, db, row);
      markSignedOut(services.env, request, reply);
      await recordSecurityEvent(db, request, { kind: 'sign_out', affiliateId: row.affiliate_id, sessionId: row.id });
      // Signing out must not fail because the account service is unavailable.
      const redirectUri =
        row.origin === 'sign-in'
          ? await buildSignOutUrl(issuer, services.env, row.sub).catch((error: unknown) => {
              log.warn({ err: error }, 'sign-out address request to the account service failed');
              return null;
            })
          : null;
      return { sub: row.sub, email: row.email, logout: true, redirect_uri: redirectUri };
    },

    onDeleteSession: ({ user, services }) =>
      services.pubsub.subscribe<EndedSession>(sessionTabsChannel(user.sessionId)),
  });
}

const batchLimit = 200;

export const globalHandlers: Handlers<typeof globalEndpoints> = {
  'GET SupportedLanguages': async () =>
    locales.map((locale) => ({
      ietfLanguageTag: locale,
      name: getLanguageLabel(locale),
      direction: getTextDirection(locale),
    })),

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
      throw failCall('request.invalid', { message: `must contain at most ${batchLimit} keys`, path: 'keys' });
    return keys.map((key) => ({ key, culture, value: ctx.services.messages.translate(culture, key) }));
  },
};

export const accountHandlers: Handlers<typeof accountEndpoints> = {
  'PUT user/update/language/{email}': async (ctx, { params, body }) => {
    const subject = await requireSubject(ctx, ctx.user.affiliateId);
    for (const name of [params.email, body.userName]) assertIdentifiesSubject(subject, name);
    await people.updateLanguage(ctx.db, { affiliateId: subject.affiliateId, language: body.languageCode });
    await updateAccountLocale(ctx.db, subject.sub, body.languageCode);
    await publishSettings(ctx, ctx.user.affiliateId);
    return null;
  },
};
