import { sql } from 'kysely';
import { query, type Params, type Row } from '#platform/server/db/query.ts';

const columns = ['store_number', 'member_number', 'status', 'updated_at', 'dive_on'] as const;

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
    .forNoKeyUpdate(),
);

interface CheckpointStep {
  affiliateId: number;
  storeNumber: number | null;
  memberNumber: number | null;
  status: string;
  diveOn: string | null;
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
      dive_on: p.diveOn,
      updated_at: p.now,
      created_at: p.now,
    })
    .onConflict((conflict) =>
      conflict.column('affiliate_id').doUpdateSet((eb) => ({
        store_number: eb.ref('excluded.store_number'),
        member_number: eb.ref('excluded.member_number'),
        status: eb.ref('excluded.status'),
        dive_on: eb.ref('excluded.dive_on'),
        updated_at: eb.ref('excluded.updated_at'),
        created_at: eb.ref('excluded.created_at'),
        document_id: null,
        processed_by: null,
        photo_declined_at: null,
      })),
    )
    .returning(columns),
);

export const updateCheckpoint = query((db, p: Params<CheckpointStep>) =>
  db
    .updateTable('dsd_checkpoint')
    .set({
      store_number: p.storeNumber,
      member_number: p.memberNumber,
      status: p.status,
      dive_on: p.diveOn,
      updated_at: p.now,
    })
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

/** Who took the guest diving; the name is null if that account was erased. */
export const findCompletedDive = query((db, p: Params<{ affiliateId: number }>) =>
  db
    .selectFrom('dsd_checkpoint as c')
    .leftJoin('person_name as n', (join) =>
      join.onRef('n.affiliate_id', '=', 'c.processed_by').on('n.is_erased', '=', false),
    )
    .leftJoin('active_store as s', 's.affiliate_id', 'c.processed_by')
    .select(['n.short_name as name', 's.store_number as storeNumber'])
    .where('c.affiliate_id', '=', p.affiliateId)
    .where(sql`lower(c.status)`, '=', 'processed'),
);

/** When the guest started the program, or started it over, and whether they declined a photo since. */
export const findStart = query((db, p: Params<{ affiliateId: number }>) =>
  db
    .selectFrom('dsd_checkpoint')
    .select(['created_at as createdAt', 'photo_declined_at as photoDeclinedAt'])
    .where('affiliate_id', '=', p.affiliateId),
);

export const declinePhotos = query((db, p: Params<{ affiliateId: number; now: Date }>) =>
  db.updateTable('dsd_checkpoint').set({ photo_declined_at: p.now }).where('affiliate_id', '=', p.affiliateId),
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
