import { statement, type Db } from '#platform/server/db/database.ts';

const selectIds = statement<{ ids: string[] }, [affiliateId: number, id: string]>(
  'select credential_ids as ids from session where affiliate_id = $1 and id = $2',
);
const appendId = statement<unknown, [affiliateId: number, id: string, credentialId: string]>(`
  update session set credential_ids = array_append(credential_ids, $3) where affiliate_id = $1 and id::text = $2`);

/** The passkeys and authenticator apps that opened a session or were set up in it. */
export async function listCredentialIds(db: Db, affiliateId: number, sessionId: string): Promise<string[]> {
  return (await selectIds(db, affiliateId, sessionId))[0]?.ids ?? [];
}

/** Records a passkey or an authenticator app that was set up in this session. */
export async function addCredentialId(
  db: Db,
  { affiliateId, sessionId }: { affiliateId: number; sessionId: string },
  credentialId: string,
): Promise<void> {
  await appendId(db, affiliateId, sessionId, credentialId);
}
