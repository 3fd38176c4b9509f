import {
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
  type AuthenticationResponseJSON,
} from '@simplewebauthn/server';
import type { Provider } from 'oidc-provider';
import { assertSameOrigin } from '#platform/server/auth/access.ts';
import type { Handlers } from '#platform/server/http/endpoints.ts';
import { statement, type Db } from '#platform/server/db/database.ts';
import type { Env } from '#platform/server/config/env.ts';
import { createLink, redeemLink } from '#platform/server/auth/single-use-links.ts';
import { fail, type identityEndpoints } from '#features/identity/shared/contract.ts';
import { findInteraction, finishSignIn } from '#features/identity/server/provider/interaction.ts';
import type { Ceremony } from './passkeys.ts';
import { countFailedAttempt } from '#features/identity/server/second-factor/security-events.ts';
import { throttleNetwork } from '#features/identity/server/accounts/throttle.ts';

type PasskeyEndpoints = 'POST interaction/{uid}/passkey/options' | 'POST interaction/{uid}/passkey';

const purpose = 'identity.passkey.sign-in';
/** The lifetime of the page's interaction: a browser offers passkeys in the email field while the page is open. */
const lifetimeS = 3_600;
const promptMs = 300_000;
/** RFC 8176 methods: a hardware key and user verification, which are two factors. */
const methods = ['hwk', 'user', 'mfa'];

interface StoredPasskey {
  sub: string;
  id: string;
  publicKey: Buffer;
  counter: number;
}

/** Locked, so only one of two responses with the same counter is accepted. */
const lockPasskey = statement<StoredPasskey, [id: string]>(
  'select sub, id, public_key as "publicKey", counter from passkey where id = $1 for update',
);
const selectOwner = statement<{ sub: string }, [id: string]>('select sub from passkey where id = $1');
const recordUse = statement<{ usedAtS: number }, [id: string, counter: number, isSynced: boolean]>(`
  update passkey set counter = $2, is_synced = $3, last_used_at = now() where id = $1
  returning floor(extract(epoch from last_used_at))::float8 as "usedAtS"`);

/** The person doesn't enter an address: the authenticator's signed response identifies the account. */
export function passkeySignInHandlers(provider: Provider): Pick<Handlers<typeof identityEndpoints>, PasskeyEndpoints> {
  return {
    async 'POST interaction/{uid}/passkey/options'(ctx, { params }) {
      const { env, database } = ctx.services;
      assertSameOrigin(ctx.request, env.BASE_URL);
      await findInteraction(provider, ctx, params.uid);
      await throttleNetwork(database.db, 'passkey', ctx.request.ip);
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
        const [key] = typeof body.response['id'] === 'string' ? await selectOwner(ctx.db, body.response['id']) : [];
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
  const [stored] = typeof response.id === 'string' ? await lockPasskey(db, response.id) : [];
  if (stored === undefined) return null;
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
  const [use] = await recordUse(db, stored.id, newCounter, credentialBackedUp);
  return use === undefined ? null : { sub: stored.sub, ...use };
}
