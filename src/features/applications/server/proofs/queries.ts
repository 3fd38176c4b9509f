import { query, type Params } from '#platform/server/db/query.ts';

interface ProofKey {
  affiliateId: number;
  applicationId: number;
  id: string;
}

export const findProof = query((db, p: Params<ProofKey>) =>
  db
    .selectFrom('application_proof')
    .select([
      'affiliate_id as affiliateId',
      'application_id as applicationId',
      'id',
      'kind',
      'name',
      'content_type as contentType',
      'sealed_key as encryptedKey',
      'file_key as fileKey',
    ])
    .where('affiliate_id', '=', p.affiliateId)
    .where('application_id', '=', p.applicationId)
    .where('id', '=', p.id),
);

export const countProofs = query((db, p: Params<{ affiliateId: number; applicationId: number }>) =>
  db
    .selectFrom('application_proof')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('affiliate_id', '=', p.affiliateId)
    .where('application_id', '=', p.applicationId),
);

interface NewProof extends ProofKey {
  kind: string;
  name: string;
  contentType: string;
  encryptedKey: string;
  fileKey: string;
  bytes: number;
  dated: string | null;
  now: Date;
}

export const insertProof = query((db, p: Params<NewProof>) =>
  db
    .with('touched', (db) =>
      db
        .updateTable('application')
        .set({ updated_at: p.now })
        .where('affiliate_id', '=', p.affiliateId)
        .where('id', '=', p.applicationId),
    )
    .insertInto('application_proof')
    .values({
      affiliate_id: p.affiliateId,
      application_id: p.applicationId,
      id: p.id,
      kind: p.kind,
      name: p.name,
      content_type: p.contentType,
      sealed_key: p.encryptedKey,
      file_key: p.fileKey,
      bytes: p.bytes,
      dated: p.dated,
      uploaded_at: p.now,
    }),
);

export const deleteProof = query((db, p: Params<ProofKey & { now: Date }>) =>
  db
    .with('touched', (db) =>
      db
        .updateTable('application')
        .set({ updated_at: p.now })
        .where('affiliate_id', '=', p.affiliateId)
        .where('id', '=', p.applicationId),
    )
    .deleteFrom('application_proof')
    .where('affiliate_id', '=', p.affiliateId)
    .where('application_id', '=', p.applicationId)
    .where('id', '=', p.id)
    .returning('file_key as fileKey'),
);

export const findProofFile = query((db, p: Params<{ fileKey: string }>) =>
  db.selectFrom('application_proof').select('id').where('file_key', '=', p.fileKey).limit(1),
);
