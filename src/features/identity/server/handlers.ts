import type { Provider } from 'oidc-provider';
import { assertSameOrigin } from '#platform/server/auth/access.ts';
import type { Handlers } from '#platform/server/http/endpoints.ts';
import type { Context } from '#platform/server/http/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import { peekLink, redeemLink, createLink, type LinkData } from '#platform/server/auth/single-use-links.ts';
import type { Principal } from '#platform/server/auth/access-tokens.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import { formatPersonName } from '#platform/shared/person-name.ts';
import { fail, pages, SignUpType, type identityEndpoints } from '#features/identity/shared/contract.ts';
import { requiresBirthdate } from '#features/identity/shared/rules.ts';
import {
  createAccount,
  findCredentials,
  findCredentialsByEmail,
  checkPassword,
  type Credentials,
  fingerprintPassword,
} from './accounts/accounts.ts';
import { demoPeople } from './demo.ts';
import { completeEmailVerification } from './email-verification/complete-verification.ts';
import { sendVerification } from './email-verification/send-verification.ts';
import { findInteraction, finishSignIn } from './provider/interaction.ts';
import { findKnownDevice, rememberDevice } from './accounts/known-device.ts';
import { passkeySignInHandlers } from './passkeys/passkey-sign-in.ts';
import {
  passwordResetJob,
  preparePasswordChange,
  resetPassword,
  notifyPasswordReset,
} from './accounts/password-change.ts';
import { demoCodeOf } from './second-factor/demo.ts';
import { countFailedAttempt, recordFailedSignIn, recordAccountEvent } from './second-factor/security-events.ts';
import { requireSecondFactor, secondFactorSignInHandlers } from './second-factor/sign-in.ts';
import { signOutByPage } from './provider/sign-out.ts';
import { canSendResetMail, throttleNetwork, throttleSignIn } from './accounts/throttle.ts';

const resetPurpose = 'identity.reset';
const resetLifetimeS = 3_600;

const readSignUpType = (query: Record<string, unknown>) => SignUpType.catch('diver').parse(query['type']);

export function identityHandlers(provider: Provider, brandName: string): Handlers<typeof identityEndpoints> {
  return {
    ...passkeySignInHandlers(provider),
    ...secondFactorSignInHandlers(provider),

    async 'GET interaction/{uid}/details'(ctx, { params }) {
      const { params: query } = await findInteraction(provider, ctx, params.uid);
      const client = await provider.Client.find(String(query['client_id']));
      const hint = query['login_hint'];
      return {
        screen: query['screen'] === 'sign-up' ? 'sign-up' : 'sign-in',
        type: readSignUpType(query),
        clientName: client?.clientName ?? brandName,
        email: typeof hint === 'string' && hint.length <= 254 ? hint : null,
        demoPeople: ctx.services.env.DEMO ? await describeDemoPeople(ctx) : [],
      };
    },

    async 'POST interaction/{uid}/sign-in'(ctx, { params, body }) {
      const { env, database } = ctx.services;
      assertSameOrigin(ctx.request, env.BASE_URL);
      const interaction = await findInteraction(provider, ctx, params.uid);
      const credentials = await findCredentialsByEmail(ctx.db, body.email);
      const device = credentials && findKnownDevice(env, ctx.request, credentials, ctx.now);
      const forgive = await throttleSignIn(database.db, body.email, ctx.request.ip, device).catch(
        countFailedAttempt(ctx, 'sign_in.failed', credentials?.account.sub ?? null),
      );
      const isRight = await checkPassword(ctx.db, credentials, body.password);
      if (!isRight || credentials === null) {
        await recordFailedSignIn(ctx, ctx.db, { sub: credentials?.account.sub ?? null, email: body.email });
        throw fail('identity.wrong_credentials', { path: 'password' });
      }
      await forgive();
      const nextStep = await requireSecondFactor(ctx, params.uid, credentials);
      if (nextStep !== null) return nextStep;
      return finishSignIn(provider, ctx, interaction, credentials.account.sub, ['pwd']);
    },

    /**
     * A taken email address is reported as such: a person who forgot that they have an account would be lost otherwise.
     * An attacker learns little from it, because sign-ups from one network are limited.
     */
    async 'POST interaction/{uid}/sign-up'(ctx, { params, body }) {
      const { env, database } = ctx.services;
      assertSameOrigin(ctx.request, env.BASE_URL);
      const interaction = await findInteraction(provider, ctx, params.uid);
      if (body.birthdate === undefined && requiresBirthdate(readSignUpType(interaction.params)))
        throw failCall('request.invalid', { message: 'identity.birthdate.invalid', path: 'birthdate' });
      await throttleNetwork(database.db, 'signUp', ctx.request.ip);
      const account = await createAccount(ctx.db, env, {
        email: body.email,
        password: body.password,
        givenName: body.givenName,
        familyName: body.familyName,
        birthdate: body.birthdate ?? null,
        // The page started in the requested language; the current one is the person's own choice.
        locale: ctx.locale,
      });
      await sendVerification(ctx.db, ctx.services, account);
      return finishSignIn(provider, ctx, interaction, account.sub, ['pwd']);
    },

    async 'POST forgot'(ctx, { body }) {
      const { env, database, mail } = ctx.services;
      assertSameOrigin(ctx.request, env.BASE_URL);
      await throttleNetwork(database.db, 'forgotByAddress', ctx.request.ip);
      const isAllowed = await canSendResetMail(database.db, body.email);
      const credentials = await findCredentialsByEmail(ctx.db, body.email);
      if (!isAllowed || credentials === null || credentials.account.email === null) return null;
      const { sub, email, locale, givenName } = credentials.account;
      const data = { sub, password: fingerprintPassword(credentials) };
      const token = await createLink(ctx.db, { purpose: resetPurpose, data, lifetimeS: resetLifetimeS });
      const url = `${env.BASE_URL}${pages.reset.replace(':token', token)}`;
      await mail.sendMail(ctx.db, {
        to: email,
        locale,
        template: 'identity.mail.reset',
        values: { name: givenName, url },
      });
      return null;
    },

    async 'POST reset/check'(ctx, { body }) {
      await throttleNetwork(ctx.services.database.db, 'reset', ctx.request.ip);
      const data = await peekLink(ctx.db, body.token, resetPurpose);
      return { isUsable: (await findLinkedCredentials(ctx.db, data)) !== null };
    },

    async 'POST reset'(ctx, { body }) {
      const { env, database } = ctx.services;
      assertSameOrigin(ctx.request, env.BASE_URL);
      await throttleNetwork(database.db, 'reset', ctx.request.ip);
      const linked = await findLinkedCredentials(ctx.db, await peekLink(ctx.db, body.token, resetPurpose));
      if (linked === null) throw fail('identity.link_expired');
      const change = await preparePasswordChange(env, linked, body.password);
      const changed = await database.inTransaction(ctx.correlationId, async (db) => {
        if ((await redeemLink(db, body.token, resetPurpose)) === null) throw fail('identity.link_expired');
        const reset = await resetPassword(db, change);
        // Runs before the mail is written, because the mail lists the remaining passkeys.
        await completeEmailVerification(ctx, db, linked.account.sub, null);
        await notifyPasswordReset(db, ctx.services, reset.account);
        await enqueue(db, passwordResetJob, { sub: linked.account.sub });
        await recordAccountEvent(ctx, db, linked.account.sub, 'password.reset');
        return reset;
      });
      rememberDevice(env, ctx.request, ctx.reply, changed, ctx.now);
      return null;
    },

    async 'POST sign-out'(ctx) {
      const { env } = ctx.services;
      assertSameOrigin(ctx.request, env.BASE_URL);
      return { redirectTo: await signOutByPage(provider, env, ctx.db, ctx.request, ctx.reply) };
    },
  };
}

async function describeDemoPeople({ db, services, locale, now }: Context<Principal | null>) {
  return Promise.all(
    demoPeople.map(async ({ sub, email, role, ...name }) => ({
      email,
      name: formatPersonName(name, locale),
      role,
      code: await demoCodeOf(db, services.env.SECRET_KEYS, sub, now),
    })),
  );
}

/** A reset link is bound to the current password, so changing the password invalidates all links sent before. */
async function findLinkedCredentials(db: Db, data: LinkData | null): Promise<Credentials | null> {
  const credentials = data === null ? null : await findCredentials(db, String(data['sub']));
  return credentials !== null && data?.['password'] === fingerprintPassword(credentials) ? credentials : null;
}
