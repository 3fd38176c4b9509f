import type { Interaction as ProviderInteraction, Provider } from 'oidc-provider';
import { demandOwnOrigin } from '../../../platform/server/access.ts';
import type { Handlers } from '../../../platform/server/calls.ts';
import type { Context } from '../../../platform/server/context.ts';
import { peekLink, useLink, createLink } from '../../../platform/server/links.ts';
import { hashToken } from '../../../platform/server/secrets.ts';
import type { Principal } from '../../../platform/server/token.ts';
import { pickLocale } from '../../../platform/shared/locale.ts';
import { fail, pages, SignUpType, type identityCalls } from '../shared/contract.ts';
import {
  createAccount,
  findCredentials,
  findCredentialsByEmail,
  markEmailVerified,
  setPassword,
  checkPassword,
  type Credentials,
} from './accounts.ts';
import { forgetSession } from './adapter.ts';
import { demoPeople } from './demo.ts';
import { findKnownDevice, rememberDevice } from './known-device.ts';
import { errors } from './oidc-provider.ts';
import { signOutByPage } from './sign-out.ts';
import { mayMailReset, slowAddress, slowSignIn } from './throttle.ts';

type Ctx = Context<Principal | null>;

const resetPurpose = 'identity.reset';
const resetLifetimeS = 3_600;

export function identityHandlers(provider: Provider, brandName: string): Handlers<typeof identityCalls> {
  return {
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
        demoPeople: ctx.services.env.DEMO
          ? demoPeople.map(({ email, givenName, familyName, role }) => ({
              email,
              name: `${givenName} ${familyName}`.trim(),
              role,
            }))
          : [],
      };
    },

    async 'POST interaction/{uid}/sign-in'(ctx, { params, body }) {
      const { env, database } = ctx.services;
      demandOwnOrigin(ctx.request, env.BASE_URL);
      const interaction = await findInteraction(provider, ctx, params.uid);
      const credentials = await findCredentialsByEmail(ctx.db, body.email);
      const device = credentials && findKnownDevice(env, ctx.request, credentials, ctx.now);
      const forgive = await slowSignIn(database.db, body.email, ctx.request.ip, device);
      const isRight = await checkPassword(ctx.db, credentials, body.password);
      if (!isRight || credentials === null) throw fail('identity.wrong_credentials', { path: 'password' });
      await forgive();
      return finishSignIn(provider, ctx, interaction, credentials.account.sub);
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
      const account = await createAccount(ctx.db, {
        email: body.email,
        password: body.password,
        givenName: body.givenName,
        familyName: body.familyName,
        birthdate: body.birthdate ?? null,
        // The page has taken up the language that was asked for; what it is in now is the person's own choice.
        locale: ctx.locale,
      });
      return finishSignIn(provider, ctx, interaction, account.sub);
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
      return { isUsable: (await findLinked(ctx, data)) !== null };
    },

    async 'POST reset'(ctx, { body }) {
      const { env, database, pubsub } = ctx.services;
      demandOwnOrigin(ctx.request, env.BASE_URL);
      await slowAddress(database.db, 'reset', ctx.request.ip);
      const linked = await findLinked(ctx, await useLink(ctx.db, body.token, resetPurpose));
      if (linked === null) throw fail('identity.link_expired');
      const changed = await setPassword(ctx.db, pubsub, linked.account.sub, body.password);
      await markEmailVerified(ctx.db, linked.account.sub);
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

async function findInteraction(provider: Provider, { request, reply }: Ctx, uid: string): Promise<ProviderInteraction> {
  try {
    const interaction = await provider.interactionDetails(request.raw, reply.raw);
    if (interaction.uid === uid) return interaction;
  } catch (error) {
    if (!(error instanceof errors.SessionNotFound)) throw error;
  }
  throw fail('identity.interaction_expired');
}

async function finishSignIn(
  provider: Provider,
  ctx: Ctx,
  interaction: ProviderInteraction,
  sub: string,
): Promise<{ redirectTo: string }> {
  const { env, database } = ctx.services;
  const credentials = await findCredentials(ctx.db, sub);
  if (credentials === null) throw fail('identity.wrong_credentials');
  rememberDevice(env, ctx.reply, credentials, ctx.now);
  if (interaction.session !== undefined && interaction.session.accountId !== sub) {
    // Somebody else was signed in on this browser. Ended here, oidc-provider needs no page of its own to do it.
    await forgetSession(database.db, interaction.session.uid);
    delete interaction.session;
    await interaction.persist();
  }
  const result = { login: { accountId: sub, amr: ['pwd'] } };
  const redirectTo = await provider.interactionResult(ctx.request.raw, ctx.reply.raw, result, {
    mergeWithLastSubmission: false,
  });
  return { redirectTo };
}

/** A link dies with the password it was asked for, so that a change makes all that are still on their way worthless. */
async function findLinked(ctx: Ctx, data: Record<string, unknown> | null): Promise<Credentials | null> {
  const credentials = data === null ? null : await findCredentials(ctx.db, String(data['sub']));
  return credentials !== null && data?.['password'] === fingerprint(credentials) ? credentials : null;
}

function fingerprint({ passwordHash }: Credentials): string {
  return hashToken(passwordHash ?? '').slice(0, 16);
}
