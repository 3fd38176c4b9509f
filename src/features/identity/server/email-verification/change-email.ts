import type { Db } from '#platform/server/db/database.ts';
import { isLocalSub } from '#features/identity/server/accounts/accounts.ts';
import { signOutEverywhere } from '#features/identity/server/accounts/sign-out-everywhere.ts';
import { removeUnverifiedCredentials } from './complete-verification.ts';
import { clearPassword, deleteCode, updateAccountEmail } from './queries.ts';

/**
 * Another proven address for an account. False where the account no longer has the former address or another account
 * has the new one. Every session ends, because the old mailbox may have been somebody else's.
 */
export async function changeAccountEmail(db: Db, sub: string, from: string, to: string): Promise<boolean> {
  const [changed] = isLocalSub(sub) ? await updateAccountEmail(db, sub, from, to) : [];
  if (changed === undefined) return false;
  await deleteCode(db, sub);
  await signOutEverywhere(db, sub);
  return true;
}

/**
 * Back to the former address. Whatever was set up since may belong to the person it was taken from, so the password
 * goes as well: the owner sets a new one by mail. Staff keep their second factors.
 */
export async function restoreAccountEmail(
  ctx: Parameters<typeof removeUnverifiedCredentials>[0],
  db: Db,
  sub: string,
  from: string,
  to: string,
): Promise<boolean> {
  if (!(await changeAccountEmail(db, sub, from, to))) return false;
  await clearPassword(db, sub);
  await removeUnverifiedCredentials(ctx, db, sub, null);
  return true;
}
