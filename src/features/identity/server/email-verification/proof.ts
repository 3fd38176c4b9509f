import type { Db } from '../../../../platform/server/db.ts';
import { signOutEverywhere } from '../signing-out.ts';
import * as queries from './queries.ts';

/**
 * The address is proven for the first time, by a code, a link or a reset. False where it was proven before: then
 * nothing changes. Pass `keepSessionId` for the session that gave the proof; the portal ends all others.
 */
export async function proveEmail(db: Db, sub: string, keepSessionId: string | null): Promise<boolean> {
  // Takes the lock that adding a passkey takes, so none is added in between.
  const [account] = await queries.verifyAccount(db, sub);
  if (account === undefined) return false;
  await queries.verifyPerson(db, sub, account.email);
  await queries.deleteCode(db, sub);
  await endUnprovenCredentials(db, sub, keepSessionId);
  return true;
}

/**
 * Whatever was set up before the address was proven may belong to a stranger who signed up with somebody else's
 * address: passkeys, factors and sessions end. Sessions other than a kept one are ended by the portal, which holds
 * them.
 */
export async function endUnprovenCredentials(db: Db, sub: string, keepSessionId: string | null): Promise<void> {
  await queries.deletePasskeys(db, sub);
  await queries.deleteFactors(db, sub);
  if (keepSessionId === null) await signOutEverywhere(db, sub);
}
