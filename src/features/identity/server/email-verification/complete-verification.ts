import type { Context } from '#platform/server/http/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { Principal } from '#platform/server/auth/access-tokens.ts';
import { recordAccountEvent } from '#features/identity/server/second-factor/security-events.ts';
import { loadFactorState } from '#features/identity/server/second-factor/factors.ts';
import { signOutEverywhere } from '#features/identity/server/accounts/sign-out-everywhere.ts';
import * as queries from './queries.ts';

type Ctx = Pick<Context<Principal | null>, 'request' | 'services'>;

/** The session that verified the address, with the passkeys and apps that opened it or were set up in it. */
export interface RetainedSession {
  credentialIds: readonly string[];
}

/**
 * Verifies the address for the first time, by a code, a link or a reset. Returns false if it was verified before; then
 * nothing changes. The portal ends all sessions except the retained one.
 */
export async function completeEmailVerification(
  ctx: Ctx,
  db: Db,
  sub: string,
  retained: RetainedSession | null,
): Promise<boolean> {
  // Takes the same lock as adding a passkey, so none is added in between.
  const account = await queries.verifyAccount.first(db, { sub });
  if (account === undefined) return false;
  await queries.verifyPerson(db, { sub, email: account.email });
  await queries.deleteCode(db, { sub });
  await removeUnverifiedCredentials(ctx, db, sub, retained);
  return true;
}

/**
 * Removes passkeys, factors and sessions from before the verification: they may belong to a stranger who signed up with
 * another person's address. Staff keep their factors, because a mailbox must not replace a second factor: only a
 * colleague or the command resets those. The portal ends the sessions that aren't retained.
 */
export async function removeUnverifiedCredentials(
  ctx: Ctx,
  db: Db,
  sub: string,
  retained: RetainedSession | null,
): Promise<void> {
  await queries.deletePendingSignIns(db, { sub });
  const { isStaff } = await loadFactorState(db, sub);
  if (!isStaff) {
    const retainedIds = retained?.credentialIds ?? [];
    for (const { id } of await queries.deletePasskeysExcept(db, { sub, retainedIds }))
      await recordAccountEvent(ctx, db, sub, 'passkey.removed', { by: 'email-proof', id });
    for (const { id } of await queries.deleteFactorExcept(db, { sub, retainedIds }))
      await recordAccountEvent(ctx, db, sub, 'factor.removed', { by: 'email-proof', id });
  }
  if (retained === null) await signOutEverywhere(db, sub);
}
