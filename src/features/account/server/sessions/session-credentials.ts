import { sql } from 'kysely';
import type { Db } from '#platform/server/db/database.ts';
import { query, type Params } from '#platform/server/db/query.ts';

const findCredentialIds = query((db, p: Params<{ affiliateId: number; sessionId: string }>) =>
  db
    .selectFrom('session')
    .select('credential_ids as ids')
    .where('affiliate_id', '=', p.affiliateId)
    .where('id', '=', p.sessionId),
);

/** The passkeys and authenticator apps that opened a session or were set up in it. */
export async function listCredentialIds(
  db: Db,
  session: { affiliateId: number; sessionId: string },
): Promise<string[]> {
  return (await findCredentialIds.first(db, session))?.ids ?? [];
}

/** Records a passkey or an authenticator app that was set up in this session. */
export const addCredentialId = query(
  (db, p: Params<{ affiliateId: number; sessionId: string; credentialId: string }>) =>
    db
      .updateTable('session')
      .set({ credential_ids: sql`array_append(credential_ids, ${p.credentialId})` })
      .where('affiliate_id', '=', p.affiliateId)
      .where(sql<boolean>`id::text = ${p.sessionId}`),
);
