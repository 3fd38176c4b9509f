import type { Interaction, Provider } from 'oidc-provider';
import type { Context } from '#platform/server/http/context.ts';
import type { Principal } from '#platform/server/auth/access-tokens.ts';
import { fail } from '#features/identity/shared/contract.ts';
import { findCredentials } from '#features/identity/server/accounts/accounts.ts';
import { rememberDevice } from '#features/identity/server/accounts/known-device.ts';
import { errors } from './oidc-provider.ts';
import { revokeSession } from './queries.ts';

type Ctx = Context<Principal | null>;

/** Authorized by the interaction cookie, which is valid for one interaction only. */
export async function findInteraction(provider: Provider, { request, reply }: Ctx, uid: string): Promise<Interaction> {
  try {
    const interaction = await provider.interactionDetails(request.raw, reply.raw);
    if (interaction.uid === uid) return interaction;
  } catch (error) {
    if (!(error instanceof errors.SessionNotFound)) throw error;
  }
  throw fail('identity.interaction_expired');
}

/** `amr` lists the authentication methods with the names of RFC 8176. */
export async function finishSignIn(
  provider: Provider,
  ctx: Ctx,
  interaction: Interaction,
  sub: string,
  amr: string[],
  authTimeS?: number,
): Promise<{ redirectTo: string }> {
  const { env, database } = ctx.services;
  const credentials = await findCredentials(ctx.db, sub);
  if (credentials === null) throw fail('identity.wrong_credentials');
  rememberDevice(env, ctx.request, ctx.reply, credentials, ctx.now);
  if (interaction.session !== undefined && interaction.session.accountId !== sub) {
    // Another person was signed in on this browser. Ending their session here avoids oidc-provider's own sign-out
    // page.
    await revokeSession(database.db, { uid: interaction.session.uid });
    delete interaction.session;
    await interaction.persist();
  }
  const result = { login: { accountId: sub, amr, ...(authTimeS === undefined ? {} : { ts: authTimeS }) } };
  const redirectTo = await provider.interactionResult(ctx.request.raw, ctx.reply.raw, result, {
    mergeWithLastSubmission: false,
  });
  return { redirectTo };
}
