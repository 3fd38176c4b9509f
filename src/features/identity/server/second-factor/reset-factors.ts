import type { Db } from '#platform/server/db/database.ts';
import { signOutEverywhere } from '#features/identity/server/accounts/sign-out-everywhere.ts';
import { removeFactor } from './factors.ts';
import * as queries from './queries.ts';

export interface ResetFactors {
  hadApp: boolean;
  passkeys: number;
}

/** Removes every second factor and ends every session. The person signs in with the password and sets up a new one. */
export async function resetFactors(db: Db, sub: string): Promise<ResetFactors> {
  const hadApp = await removeFactor(db, sub);
  const passkeys = await queries.deletePasskeys(db, { sub });
  await signOutEverywhere(db, sub);
  return { hadApp, passkeys: passkeys.length };
}

export async function findSubByEmail(db: Db, email: string): Promise<string | null> {
  return (await queries.findSubByEmail.first(db, { email }))?.sub ?? null;
}
