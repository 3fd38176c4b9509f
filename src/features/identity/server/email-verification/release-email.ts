import type { Db } from '#platform/server/db/database.ts';
import { signOutEverywhere } from '#features/identity/server/accounts/sign-out-everywhere.ts';
import * as queries from './queries.ts';

/** Closes an unverified account for its creator and frees the address. Returns false if the account must stay. */
export async function releaseEmail(db: Db, sub: string): Promise<boolean> {
  const released = await queries.clearUnverifiedEmail.first(db, { sub });
  if (released === undefined) return false;
  await queries.deletePasskeysExcept(db, { sub, retainedIds: [] });
  await queries.deleteFactorExcept(db, { sub, retainedIds: [] });
  await queries.deletePendingSignIns(db, { sub });
  await queries.deleteCode(db, { sub });
  await signOutEverywhere(db, sub);
  return true;
}
