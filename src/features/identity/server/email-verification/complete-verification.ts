import type { Context } from '#platform/server/http/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { Principal } from '#platform/server/auth/access-tokens.ts';
import { recordAccountEvent } from '#features/identity/server/second-factor/security-events.ts';
import { loadFactorState } from '#features/identity/server/second-factor/factors.ts';
import { signOutEverywhere } from '#features/identity/server/accounts/sign-out-everywhere.ts';
import * as queries from './queries.ts';

type Ctx = Pick<Context<Principal | null>, 'request' | 'services'>;

/** The session that gave a proof, with the passkeys and apps that opened it or were set up in it. */
export interface RetainedSession {
  credentialIds: readonly string[];
}

/**
 * The address is proven for the first time, by a code, a link or a reset. False where it was proven before: then
 * nothing changes. The portal ends all sessions but the kept one.
 */
export async function completeEmailVerification(
  ctx: Ctx,
  db: Db,
  sub: string,
  kept: RetainedSession | null,
): Promise<boolean> {
  // Takes the lock that adding a passkey takes, so none is added in between.
  const [account] = await queries.verifyAccount(db, sub);
  if (account === undefined) return false;
  await queries.verifyPerson(db, sub, account.email);
  await queries.deleteCode(db, sub);
  await removeUnverifiedCredentials(ctx, db, sub, kept);
  return true;
}

/**
 * Whatever was set up before the address was proven may belong to a stranger who signed up with somebody else's
 * address: passkeys, factors and sessions end. Staff keep their factors, because a mailbox must not replace a second
 * factor: only a colleague or the command resets those. Sessions other than a kept one are ended by the portal, which
 * holds them.
 */
export async function removeUnverifiedCredentials(
  ctx: Ctx,
  db: Db,
  sub: string,
  kept: RetainedSession | null,
): Promise<void> {
  await queries.deletePendingSignIns(db, sub);
  const { isStaff } = await loadFactorState(db, sub);
  if (!isStaff) {
    const keptIds = kept?.credentialIds ?? [];
    for (const { id } of await queries.deletePasskeys(db, sub, keptIds))
      await recordAccountEvent(ctx, db, sub, 'passkey.removed', { by: 'email-proof', id });
    for (const { id } of await queries.deleteFactor(db, sub, keptIds))
      await recordAccountEvent(ctx, db, sub, 'factor.removed', { by: 'email-proof', id });
  }
  if (kept === null) await signOutEverywhere(db, sub);
}
