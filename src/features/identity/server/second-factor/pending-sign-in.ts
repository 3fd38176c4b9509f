import { statement, type Db } from '#platform/server/db/database.ts';
import { findCredentials, fingerprintPassword, type Credentials } from '#features/identity/server/accounts/accounts.ts';

const lifetimeS = 600;
/** After this many attempts the password is asked for again. */
export const maxPendingAttempts = 5;

interface PendingRow {
  sub: string;
  password_fingerprint: string;
  sealed_secret: string | null;
  tries: number;
}

const columns = 'sub, password_fingerprint, sealed_secret, tries';
const upsertPending = statement<unknown, [uid: string, sub: string, fingerprint: string, lifetimeS: number]>(`
  insert into pending_sign_in (interaction_uid, sub, password_fingerprint, expires_at)
  values ($1, $2, $3, now() + make_interval(secs => $4))
  on conflict (interaction_uid) do update set sub = excluded.sub, password_fingerprint = excluded.password_fingerprint,
    sealed_secret = null, tries = 0, expires_at = excluded.expires_at`);
const selectPending = statement<PendingRow, [uid: string]>(
  `select ${columns} from pending_sign_in where interaction_uid = $1 and expires_at > now()`,
);
const incrementTries = statement<PendingRow, [uid: string]>(`
  update pending_sign_in set tries = tries + 1 where interaction_uid = $1 and expires_at > now() returning ${columns}`);
const setSecret = statement<PendingRow, [uid: string, encryptedSecret: string]>(`
  update pending_sign_in set sealed_secret = coalesce(sealed_secret, $2)
  where interaction_uid = $1 and expires_at > now() returning ${columns}`);
const deletePending = statement<{ sub: string }, [uid: string]>(
  'delete from pending_sign_in where interaction_uid = $1 returning sub',
);
const deleteExpired = statement<unknown, []>('delete from pending_sign_in where expires_at < now()');

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
  await upsertPending(db, uid, credentials.account.sub, fingerprintPassword(credentials), lifetimeS);
}

export async function findPendingSignIn(db: Db, uid: string): Promise<PendingSignIn | null> {
  return toPendingSignIn(db, await selectPending(db, uid));
}

/** Counts an attempt and returns the pending sign-in. */
export async function countPendingAttempt(db: Db, uid: string): Promise<PendingSignIn | null> {
  return toPendingSignIn(db, await incrementTries(db, uid));
}

/** Stores a secret unless an earlier one exists, because the person may have scanned that one. */
export async function setPendingSecret(db: Db, uid: string, encryptedSecret: string): Promise<string | null> {
  return (await setSecret(db, uid, encryptedSecret))[0]?.sealed_secret ?? null;
}

/** Returns whether it existed, so only one of two parallel requests finishes the sign-in. */
export async function endPendingSignIn(db: Db, uid: string): Promise<boolean> {
  return (await deletePending(db, uid)).length > 0;
}

export async function purgePendingSignIns(db: Db): Promise<void> {
  await deleteExpired(db);
}

async function toPendingSignIn(db: Db, [row]: PendingRow[]): Promise<PendingSignIn | null> {
  const credentials = row === undefined ? null : await findCredentials(db, row.sub);
  if (row === undefined || credentials === null) return null;
  // A password change since then invalidates the pending sign-in.
  if (row.password_fingerprint !== fingerprintPassword(credentials)) return null;
  return { credentials, encryptedSecret: row.sealed_secret, tries: row.tries };
}
