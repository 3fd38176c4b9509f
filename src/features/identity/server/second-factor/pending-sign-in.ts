import type { Db } from '#platform/server/db/database.ts';
import { findCredentials, fingerprintPassword, type Credentials } from '#features/identity/server/accounts/accounts.ts';
import * as queries from './queries.ts';

const lifetimeS = 600;
/** After this many attempts the password is asked for again. */
export const maxPendingAttempts = 5;

export interface PendingSignIn {
  credentials: Credentials;
  /** The secret of the factor that is being set up. */
  encryptedSecret: string | null;
  tries: number;
}

/**
 * Records that the correct password was entered in this interaction. It is stored on the server; the browser knows only
 * the interaction.
 */
export async function startPendingSignIn(db: Db, uid: string, credentials: Credentials): Promise<void> {
  const { sub } = credentials.account;
  await queries.upsertPendingSignIn(db, { uid, sub, fingerprint: fingerprintPassword(credentials), lifetimeS });
}

export async function findPendingSignIn(db: Db, uid: string): Promise<PendingSignIn | null> {
  return toPendingSignIn(db, await queries.findPendingSignIn.first(db, { uid }));
}

/** Counts an attempt and returns the pending sign-in. */
export async function countPendingAttempt(db: Db, uid: string): Promise<PendingSignIn | null> {
  return toPendingSignIn(db, await queries.incrementTries.first(db, { uid }));
}

/** Stores a secret unless an earlier one exists, because the person may have scanned that one. */
export async function setPendingSecret(db: Db, uid: string, encryptedSecret: string): Promise<string | null> {
  return (await queries.setPendingSecret.first(db, { uid, encryptedSecret }))?.encryptedSecret ?? null;
}

/** Returns whether it existed, so only one of two parallel requests finishes the sign-in. */
export async function endPendingSignIn(db: Db, uid: string): Promise<boolean> {
  return (await queries.deletePendingSignIn.first(db, { uid })) !== undefined;
}

async function toPendingSignIn(db: Db, row: queries.PendingRow | undefined): Promise<PendingSignIn | null> {
  const credentials = row === undefined ? null : await findCredentials(db, row.sub);
  if (row === undefined || credentials === null) return null;
  // A password change since then invalidates the pending sign-in.
  if (row.fingerprint !== fingerprintPassword(credentials)) return null;
  return { credentials, encryptedSecret: row.encryptedSecret, tries: row.tries };
}
