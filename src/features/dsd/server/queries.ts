import { query, type Params, type Row } from '#platform/server/db/query.ts';

const columns = ['store_number', 'member_number', 'status', 'updated_at'] as const;

export const findCheckpoint = query((db, p: Params<{ affiliateId: number }>) =>
  db.selectFrom('dsd_checkpoint').select(columns).where('affiliate_id', '=', p.affiliateId),
);

export type CheckpointRow = Row<typeof findCheckpoint>;

export const lockCheckpoint = query((db, p: Params<{ affiliateId: number }>) =>
  db
    .selectFrom('dsd_checkpoint')
    .select(columns)
    .select('document_id')
    .where('affiliate_id', '=', p.affiliateId)
    .forUpdate(),
);

interface CheckpointStep {
  affiliateId: number;
  storeNumber: number | null;
  memberNumber: number | null;
  status: string;
  now: Date;
}

/** Resets the document and the processing of an earlier run. */
export const startCheckpoint = query((db, p: Params<CheckpointStep>) =>
  db
    .insertInto('dsd_checkpoint')
    .values({
      affiliate_id: p.affiliateId,
      store_number: p.storeNumber,
      member_number: p.memberNumber,
      status: p.status,
      updated_at: p.now,
      created_at: p.now,
    })
    .onConflict((conflict) =>
      conflict.column('affiliate_id').doUpdateSet((eb) => ({
        store_number: eb.ref('excluded.store_number'),
        member_number: eb.ref('excluded.member_number'),
        status: eb.ref('excluded.status'),
        updated_at: eb.ref('excluded.updated_at'),
        created_at: eb.ref('excluded.created_at'),
        document_id: null,
        processed_by: null,
      })),
    )
    .returning(columns),
);

export const updateCheckpoint = query((db, p: Params<CheckpointStep>) =>
  db
    .updateTable('dsd_checkpoint')
    .set({ store_number: p.storeNumber, member_number: p.memberNumber, status: p.status, updated_at: p.now })
    .where('affiliate_id', '=', p.affiliateId)
    .returning(columns),
);

export const updateFormsStatus = query(
  (db, p: Params<{ affiliateId: number; status: string; documentId: string; now: Date }>) =>
    db
      .updateTable('dsd_checkpoint')
      .set({ status: p.status, document_id: p.documentId, updated_at: p.now })
      .where('affiliate_id', '=', p.affiliateId),
);

/** Stores the newer document when the status doesn't change. */
export const updateDocument = query((db, p: Params<{ affiliateId: number; documentId: string }>) =>
  db.updateTable('dsd_checkpoint').set({ document_id: p.documentId }).where('affiliate_id', '=', p.affiliateId),
);

export const processCheckpoint = query((db, p: Params<{ affiliateId: number; processedBy: number; now: Date }>) =>
  db
    .updateTable('dsd_checkpoint')
    .set({ status: 'processed', processed_by: p.processedBy, updated_at: p.now })
    .where('affiliate_id', '=', p.affiliateId),
);

export const findDiver = query((db, p: Params<{ affiliateId: number }>) =>
  db
    .selectFrom('person as p')
    .innerJoin('person_name as n', 'n.affiliate_id', 'p.affiliate_id')
    .select(['n.short_name as name', 'p.birthdate'])
    .where('p.affiliate_id', '=', p.affiliateId),
);

interface NewAffiliation {
  affiliateId: number;
  documentId: string;
  storeNumber: number | null;
  memberNumber: number | null;
  now: Date;
}

/** A repeated affiliation leaves the first one unchanged. */
export const insertAffiliation = query((db, p: Params<NewAffiliation>) =>
  db
    .insertInto('dsd_affiliation')
    .values({
      affiliate_id: p.affiliateId,
      document_id: p.documentId,
      store_number: p.storeNumber,
      member_number: p.memberNumber,
      created_at: p.now,
    })
    .onConflict((conflict) => conflict.doNothing()),
);
