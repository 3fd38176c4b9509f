import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { Provider } from 'oidc-provider';
import { assertSameOrigin } from '#platform/server/auth/access.ts';
import type { Handlers } from '#platform/server/http/endpoints.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { Env } from '#platform/server/config/env.ts';
import { createLink, redeemLink } from '#platform/server/auth/single-use-links.ts';
import { fail, type identityEndpoints } from '#features/identity/shared/contract.ts';
import { findInteraction, finishSignIn } from '#features/identity/server/provider/interaction.ts';
import type { Ceremony } from './passkeys.ts';
import * as queries from './queries.ts';
import { countFailedAttempt } from '#features/identity/server/second-factor/security-events.ts';
import { throttleNetwork } from '#features/identity/server/accounts/throttle.ts';

type PasskeyEndpoints = 'POST interaction/{uid}/passkey/options' | 'POST interaction/{uid}/passkey';

const purpose = 'identity.passkey.sign-in';
/** The lifetime of the page's interaction: a browser offers passkeys in the email field while the page is open. */
const lifetimeS = 3_600;
const promptMs = 300_000;
/** RFC 8176 methods: a hardware key and user verification, which are two factors. */
const methods = ['hwk', 'user', 'mfa'];

/** The person doesn't enter an address: the authenticator's signed response identifies the account. */
export function passkeySignInHandlers(provider: Provider): Pick<Handlers<typeof identityEndpoints>, PasskeyEndpoints> {
  return {
    async 'POST interaction/{uid}/passkey/options'(ctx, { params }) {
      const { env, database } = ctx.services;
      assertSameOrigin(ctx.request, env.BASE_URL);
      await findInteraction(provider, ctx, params.uid);
      await throttleNetwork(database.db, 'passkey', ctx.request.ip);
      const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
      const options = await generateAuthenticationOptions({
        rpID: new URL(env.BASE_URL).hostname,
        userVerification: 'required',
        timeout: promptMs,
      });
      const data = { uid: params.uid, challenge: options.challenge };
      return { ticket: await createLink(ctx.db, { purpose, data, lifetimeS }), options: { ...options } };
    },

    async 'POST interaction/{uid}/passkey'(ctx, { params, body }) {
      const { env, database } = ctx.services;
      assertSameOrigin(ctx.request, env.BASE_URL);
      const interaction = await findInteraction(provider, ctx, params.uid);
      await throttleNetwork(database.db, 'passkey', ctx.request.ip);
      // Outside the transaction, because a challenge must not be reused after a wrong response.
      const link = await redeemLink(database.db, body.ticket, purpose);
      const isOurs = link !== null && link['uid'] === params.uid;
      const used = isOurs ? await verifyPasskey(ctx.db, env, String(link['challenge']), body.response) : null;
      if (used === null) {
        const { id } = body.response;
        const key = typeof id === 'string' ? await queries.findPasskeyOwner.first(ctx.db, { id }) : undefined;
        return countFailedAttempt(ctx, 'sign_in.failed', key?.sub ?? null)(fail('identity.passkey_refused'));
      }
      // The portal finds the passkey by the time of its use.
      return finishSignIn(provider, ctx, interaction, used.sub, methods, used.usedAtS);
    },
  };
}

/** Returns the owner of the passkey that signed the challenge and the time of use, or null. */
export async function verifyPasskey(
  db: Db,
  env: Pick<Env, 'BASE_URL'>,
  challenge: string,
  ceremony: Ceremony,
): Promise<{ sub: string; usedAtS: number } | null> {
  const response = ceremony as unknown as AuthenticationResponseJSON;
  const stored = typeof response.id === 'string' ? await queries.lockPasskey.first(db, { id: response.id }) : undefined;
  if (stored === undefined) return null;
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const answer = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: env.BASE_URL,
    expectedRPID: new URL(env.BASE_URL).hostname,
    credential: { id: stored.id, publicKey: Uint8Array.from(stored.publicKey), counter: stored.counter },
  }).catch(() => null);
  const isOwner = response.response?.userHandle === Buffer.from(stored.sub).toString('base64url');
  if (!answer?.verified || !isOwner) return null;
  const { newCounter, credentialBackedUp } = answer.authenticationInfo;
  const use = await queries.recordPasskeyUse.first(db, {
    id: stored.id,
    counter: newCounter,
    isSynced: credentialBackedUp,
  });
  return use === undefined ? null : { sub: stored.sub, ...use };
}
