import type { Db } from '#platform/server/db/database.ts';
import { isLocalSub } from '#features/identity/server/accounts/accounts.ts';
import { signOutEverywhere } from '#features/identity/server/accounts/sign-out-everywhere.ts';
import { removeUnverifiedCredentials } from './complete-verification.ts';
import { clearPassword, deleteCode, updateAccountEmail } from './queries.ts';

/**
 * Replaces the verified address of an account. Returns false if the account no longer has the former address or the new
 * one is taken. Every session ends, because the old mailbox may belong to another person.
 */
export async function changeAccountEmail(db: Db, sub: string, from: string, to: string): Promise<boolean> {
  const changed = isLocalSub(sub) ? await updateAccountEmail.first(db, { sub, from, to }) : undefined;
  if (changed === undefined) return false;
  await deleteCode(db, { sub });
  await signOutEverywhere(db, sub);
  return true;
}

/**
 * Restores the former address. Credentials that were set up since may belong to a stranger, so the password is cleared
 * as well, and the owner sets a new one by mail. Staff keep their second factors.
 */
export async function restoreAccountEmail(
  ctx: Parameters<typeof removeUnverifiedCredentials>[0],
  db: Db,
  sub: string,
  from: string,
  to: string,
): Promise<boolean> {
  if (!(await changeAccountEmail(db, sub, from, to))) return false;
  await clearPassword(db, { sub });
  await removeUnverifiedCredentials(ctx, db, sub, null);
  return true;
}
