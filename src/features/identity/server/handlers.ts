import type { Provider } from 'oidc-provider';
import { demandOwnOrigin } from '../../../platform/server/access.ts';
import type { Handlers } from '../../../platform/server/calls.ts';
import type { Context } from '../../../platform/server/context.ts';
import type { Db } from '../../../platform/server/db.ts';
import { enqueue } from '../../../platform/server/jobs.ts';
import { peekLink, useLink, createLink, type LinkData } from '../../../platform/server/links.ts';
import { hashToken } from '../../../platform/server/secrets.ts';
import type { Principal } from '../../../platform/server/token.ts';
import { pickLocale } from '../../../platform/shared/locale.ts';
import { writeName } from '../../../platform/shared/name.ts';
import { fail, pages, SignUpType, type identityCalls } from '../shared/contract.ts';
import { createAccount, findCredentials, findCredentialsByEmail, checkPassword, type Credentials } from './accounts.ts';
import { demoPeople } from './demo.ts';
import { proveEmail } from './email-verification/proof.ts';
import { sendVerification } from './email-verification/send.ts';
import { findInteraction, finishSignIn } from './interaction.ts';
import { findKnownDevice, rememberDevice } from './known-device.ts';
import { passkeySignIn } from './passkey-sign-in.ts';
import { passwordResets, prepareChange, resetPassword, tellOfReset } from './password-change.ts';
import { demoCodeOf } from './second-factor/demo.ts';
import { countFailedTry, recordFailedSignIn, recordForAccount } from './second-factor/events.ts';
import { requireSecondFactor, secondFactorSignIn } from './second-factor/sign-in.ts';
import { signOutByPage } from './sign-out.ts';
import { mayMailReset, slowAddress, slowSignIn } from './throttle.ts';

const resetPurpose = 'identity.reset';
const resetLifetimeS = 3_600;

export function identityHandlers(provider: Provider, brandName: string): Handlers<typeof identityCalls> {
  return {
    ...passkeySignIn(provider),
    ...secondFactorSignIn(provider),

    async 'GET interaction/{uid}/details'(ctx, { params }) {
      const { params: asked } = await findInteraction(provider, ctx, params.uid);
      const client = await provider.Client.find(String(asked['client_id']));
      const wanted = typeof asked['ui_locales'] === 'string' ? asked['ui_locales'].split(' ') : [];
      const hint = asked['login_hint'];
      return {
        screen: asked['screen'] === 'sign-up' ? 'sign-up' : 'sign-in',
        type: SignUpType.catch('diver').parse(asked['type']),
        locale: wanted.length > 0 ? pickLocale([...wanted, ctx.locale]) : ctx.locale,
        clientName: client?.clientName ?? brandName,
        email: typeof hint === 'string' && hint.length <= 254 ? hint : null,
        demoPeople: ctx.services.env.DEMO ? await describeDemoPeople(ctx) : [],
      };
    },

    async 'POST interaction/{uid}/sign-in'(ctx, { params, body }) {
      const { env, database } = ctx.services;
      demandOwnOrigin(ctx.request, env.BASE_URL);
      const interaction = await findInteraction(provider, ctx, params.uid);
      const credentials = await findCredentialsByEmail(ctx.db, body.email);
      const device = credentials && findKnownDevice(env, ctx.request, credentials, ctx.now);
      const forgive = await slowSignIn(database.db, body.email, ctx.request.ip, device).catch(
        countFailedTry(ctx, 'sign_in.failed', credentials?.account.sub ?? null),
      );
      const isRight = await checkPassword(ctx.db, credentials, body.password);
      if (!isRight || credentials === null) {
        await recordFailedSignIn(ctx, ctx.db, { sub: credentials?.account.sub ?? null, email: body.email });
        throw fail('identity.wrong_credentials', { path: 'password' });
      }
      await forgive();
      const owed = await requireSecondFactor(ctx, params.uid, credentials);
      if (owed !== null) return owed;
      return finishSignIn(provider, ctx, interaction, credentials.account.sub, ['pwd']);
    },

    /**
     * An e-mail that has an account is told as such: whoever forgot that they have one would be lost otherwise, and
     * the answer is worth little to others because an address may ask only a few times an hour.
     */
    async 'POST interaction/{uid}/sign-up'(ctx, { params, body }) {
      const { env, database } = ctx.services;
      demandOwnOrigin(ctx.request, env.BASE_URL);
      const interaction = await findInteraction(provider, ctx, params.uid);
      await slowAddress(database.db, 'signUp', ctx.request.ip);
      const account = await createAccount(ctx.db, env, {
        email: body.email,
        password: body.password,
        givenName: body.givenName,
        familyName: body.familyName,
        birthdate: body.birthdate ?? null,
        // The page has taken up the language that was asked for; what it is in now is the person's own choice.
        locale: ctx.locale,
      });
      await sendVerification(ctx.db, ctx.services, account);
      return finishSignIn(provider, ctx, interaction, account.sub, ['pwd']);
    },

    async 'POST forgot'(ctx, { body }) {
      const { env, database, mail } = ctx.services;
      demandOwnOrigin(ctx.request, env.BASE_URL);
      await slowAddress(database.db, 'forgotByAddress', ctx.request.ip);
      const isAllowed = await mayMailReset(database.db, body.email);
      const credentials = await findCredentialsByEmail(ctx.db, body.email);
      if (!isAllowed || credentials === null || credentials.account.email === null) return null;
      const { sub, email, locale, givenName } = credentials.account;
      const data = { sub, password: fingerprint(credentials) };
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
      await slowAddress(ctx.services.database.db, 'reset', ctx.request.ip);
      const data = await peekLink(ctx.db, body.token, resetPurpose);
      return { isUsable: (await findLinked(ctx.db, data)) !== null };
    },

    async 'POST reset'(ctx, { body }) {
      const { env, database } = ctx.services;
      demandOwnOrigin(ctx.request, env.BASE_URL);
      await slowAddress(database.db, 'reset', ctx.request.ip);
      const linked = await findLinked(ctx.db, await peekLink(ctx.db, body.token, resetPurpose));
      if (linked === null) throw fail('identity.link_expired');
      const change = await prepareChange(env, linked, body.password);
      const changed = await database.inTransaction(ctx.correlationId, async (db) => {
        if ((await useLink(db, body.token, resetPurpose)) === null) throw fail('identity.link_expired');
        const reset = await resetPassword(db, change);
        // Before the mail is written, which names the passkeys that are left.
        await proveEmail(ctx, db, linked.account.sub, null);
        await tellOfReset(db, ctx.services, reset.account);
        await enqueue(db, passwordResets, { sub: linked.account.sub });
        await recordForAccount(ctx, db, linked.account.sub, 'password.reset');
        return reset;
      });
      rememberDevice(env, ctx.reply, changed, ctx.now);
      return null;
    },

    async 'POST sign-out'(ctx) {
      const { env } = ctx.services;
      demandOwnOrigin(ctx.request, env.BASE_URL);
      return { redirectTo: await signOutByPage(provider, env, ctx.db, ctx.request, ctx.reply) };
    },
  };
}

async function describeDemoPeople({ db, services, locale, now }: Context<Principal | null>) {
  return Promise.all(
    demoPeople.map(async ({ sub, email, role, ...name }) => ({
      email,
      name: writeName(name, locale),
      role,
      code: await demoCodeOf(db, services.env.SECRET_KEYS, sub, now),
    })),
  );
}

/** A link dies with the password it was asked for, so that a change makes all that are still on their way worthless. */
async function findLinked(db: Db, data: LinkData | null): Promise<Credentials | null> {
  const credentials = data === null ? null : await findCredentials(db, String(data['sub']));
  return credentials !== null && data?.['password'] === fingerprint(credentials) ? credentials : null;
}

function fingerprint({ passwordHash }: Credentials): string {
  return hashToken(passwordHash ?? '').slice(0, 16);
}
