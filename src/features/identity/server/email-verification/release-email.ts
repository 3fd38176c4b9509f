import { type Db, statement } from '#platform/server/db/database.ts';
import { signOutEverywhere } from '#features/identity/server/accounts/sign-out-everywhere.ts';
import { deleteCode, deleteFactor, deletePasskeys, deletePendingSignIns } from './queries.ts';

/** Accounts from before email verification have no `delete_unverified_at`, and are never closed by a link. */
const clearEmail = statement<{ sub: string }, [sub: string]>(`
  update account set email = null, password_hash = null, version = version + 1
  where sub = $1 and email_verified_at is null and delete_unverified_at is not null
  returning sub`);

/** Closes an unverified account for its creator and frees the address. Returns false if the account must stay. */
export async function releaseEmail(db: Db, sub: string): Promise<boolean> {
  const [released] = await clearEmail(db, sub);
  if (released === undefined) return false;
  await deletePasskeys(db, sub, []);
  await deleteFactor(db, sub, []);
  await deletePendingSignIns(db, sub);
  await deleteCode(db, sub);
  await signOutEverywhere(db, sub);
  return true;
}
