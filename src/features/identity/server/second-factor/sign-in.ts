import type { Provider } from 'oidc-provider';
import { decrypt, encrypt } from '#platform/server/crypto/secrets.ts';
import { assertSameOrigin } from '#platform/server/auth/access.ts';
import { loadBrand } from '#platform/server/config/brand.ts';
import type { Handlers } from '#platform/server/http/endpoints.ts';
import type { Context } from '#platform/server/http/context.ts';
import type { Principal } from '#platform/server/auth/access-tokens.ts';
import { fail, type identityEndpoints } from '#features/identity/shared/contract.ts';
import { findCredentials, type Credentials } from '#features/identity/server/accounts/accounts.ts';
import { findInteraction, finishSignIn } from '#features/identity/server/provider/interaction.ts';
import { findKnownDevice } from '#features/identity/server/accounts/known-device.ts';
import { throttleSecondFactor } from '#features/identity/server/accounts/throttle.ts';
import { countFailedAttempt, recordAccountEvent } from './security-events.ts';
import {
  secretContexts,
  loadFactorState,
  getNextSignInStep,
  normalizeCode,
  saveFactor,
  redeemCode,
  type FactorMethod,
} from './factors.ts';
import {
  endPendingSignIn,
  findPendingSignIn,
  maxPendingAttempts,
  setPendingSecret,
  startPendingSignIn,
  countPendingAttempt,
} from './pending-sign-in.ts';
import { createSecret, findStep, buildKeyUri } from './totp.ts';

type Ctx = Context<Principal | null>;
type FactorEndpoints = 'POST interaction/{uid}/second-factor' | 'POST interaction/{uid}/second-factor/enroll';

/** The RFC 8176 methods of a password with a code. */
const methods = ['pwd', 'otp', 'mfa'];

/** Returns the step after a correct password, or null if the password is enough. */
export async function requireSecondFactor(
  { db }: Ctx,
  uid: string,
  { account }: Credentials,
): Promise<{ next: 'second-factor' | 'enroll-factor'; methods: FactorMethod[] } | null> {
  const state = await loadFactorState(db, account.sub);
  const next = getNextSignInStep(state);
  if (next === null) return null;
  // Read again, because checkPassword may have renewed a hash with older parameters.
  const credentials = await findCredentials(db, account.sub);
  if (credentials === null) throw fail('identity.wrong_credentials');
  await startPendingSignIn(db, uid, credentials);
  return { next, methods: state.methods };
}

export function secondFactorSignInHandlers(
  provider: Provider,
): Pick<Handlers<typeof identityEndpoints>, FactorEndpoints> {
  return {
    async 'POST interaction/{uid}/second-factor/enroll'(ctx, { params }) {
      const { env } = ctx.services;
      assertSameOrigin(ctx.request, env.BASE_URL);
      await findInteraction(provider, ctx, params.uid);
      const pending = await findPendingSignIn(ctx.db, params.uid);
      if (pending === null) throw fail('identity.interaction_expired');
      const { account } = pending.credentials;
      // An existing factor has to be proven; a password alone must not replace it.
      if (getNextSignInStep(await loadFactorState(ctx.db, account.sub)) !== 'enroll-factor')
        throw fail('identity.factor_exists');
      const context = secretContexts.signIn(params.uid);
      const stored = await setPendingSecret(ctx.db, params.uid, encrypt(env.SECRET_KEYS, context, createSecret()));
      if (stored === null) throw fail('identity.interaction_expired');
      const secret = decrypt(env.SECRET_KEYS, context, stored);
      const names = { issuer: loadBrand(env.BRAND_FILE).shortName, label: account.email ?? account.givenName };
      return { secret, uri: buildKeyUri(secret, names) };
    },

    async 'POST interaction/{uid}/second-factor'(ctx, { params, body }) {
      const { env, database } = ctx.services;
      assertSameOrigin(ctx.request, env.BASE_URL);
      const interaction = await findInteraction(provider, ctx, params.uid);
      const pending = await countPendingAttempt(ctx.db, params.uid);
      if (pending === null) throw fail('identity.interaction_expired');
      const { credentials, encryptedSecret } = pending;
      const { sub } = credentials.account;
      const countFailed = countFailedAttempt(ctx, 'sign_in.second_factor_failed', sub);
      if (pending.tries > maxPendingAttempts) {
        await endPendingSignIn(ctx.db, params.uid);
        return countFailed(fail('identity.interaction_expired'));
      }
      const device = findKnownDevice(env, ctx.request, credentials, ctx.now);
      const forgive = await throttleSecondFactor(database.db, sub, ctx.request.ip, device).catch(countFailed);
      if (encryptedSecret !== null) {
        const recoveryCodes = await enrollFactor(
          ctx,
          params.uid,
          sub,
          decrypt(env.SECRET_KEYS, secretContexts.signIn(params.uid), encryptedSecret),
          body.code,
        );
        await forgive();
        return { ...(await finishSignIn(provider, ctx, interaction, sub, methods)), recoveryCodes };
      }
      const outcome = await redeemCode(ctx.db, env.SECRET_KEYS, sub, body.code, ctx.now);
      if (outcome === 'wrong' || outcome === 'used') {
        await recordAccountEvent(ctx, ctx.db, sub, 'sign_in.second_factor_failed', { outcome });
        throw fail(outcome === 'used' ? 'identity.code_used' : 'identity.wrong_code', { path: 'code' });
      }
      if (!(await endPendingSignIn(ctx.db, params.uid))) throw fail('identity.interaction_expired');
      await forgive();
      if (outcome === 'recovery') await recordAccountEvent(ctx, ctx.db, sub, 'recovery_code.used');
      return finishSignIn(provider, ctx, interaction, sub, methods);
    },
  };
}

async function enrollFactor(ctx: Ctx, uid: string, sub: string, secret: string, code: string): Promise<string[]> {
  const { env, database } = ctx.services;
  const step = findStep(secret, normalizeCode(code), ctx.now);
  if (step === null)
    return countFailedAttempt(ctx, 'sign_in.second_factor_failed', sub)(fail('identity.wrong_code', { path: 'code' }));
  return database.inTransaction(ctx.correlationId, async (db) => {
    if (!(await endPendingSignIn(db, uid))) throw fail('identity.interaction_expired');
    if (getNextSignInStep(await loadFactorState(db, sub)) !== 'enroll-factor') throw fail('identity.factor_exists');
    const codes = await saveFactor(db, env.SECRET_KEYS, sub, secret, step);
    await recordAccountEvent(ctx, db, sub, 'factor.added');
    return codes;
  });
}
