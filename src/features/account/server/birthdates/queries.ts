import { sql } from 'kysely';
import { isoTimestamp } from '#platform/server/db/iso-timestamp.ts';
import { query, type Params, type Row } from '#platform/server/db/query.ts';
import type { QueuePage } from '#platform/shared/queue-page.ts';
import { queryCreator } from '#platform/server/db/query-compiler.ts';
import type { Correction } from '#features/account/shared/birthdate-contract.ts';

const correctionColumns = [
  'id',
  'birthdate as birthDate',
  'state',
  isoTimestamp('requested_at').as('requestedDate'),
  sql<string>`case when state = 'declined' then reason else '' end`.as('reason'),
] as const;

/** The newest correction that wasn't withdrawn. */
export const findLatestCorrection = query((db, p: Params<{ affiliateId: number }>) =>
  db
    .selectFrom('birthdate_correction')
    .select(correctionColumns)
    .where('affiliate_id', '=', p.affiliateId)
    .where('state', '<>', 'withdrawn')
    .orderBy('requested_at', 'desc')
    .orderBy('id')
    .limit(1)
    .$narrowType<Pick<Correction, 'state'>>(),
);

export const findCorrection = query((db, p: Params<{ affiliateId: number; id: string }>) =>
  db
    .selectFrom('birthdate_correction')
    .select(correctionColumns)
    .where('affiliate_id', '=', p.affiliateId)
    .where('id', '=', p.id)
    .$narrowType<Pick<Correction, 'state'>>(),
);

interface NewCorrection {
  affiliateId: number;
  id: string;
  birthdate: string;
  former: string;
  requestedBy: number;
  requestedAt: Date;
  contentType: string;
  fileKey: string;
}

/** Inserts nothing while another request is open. */
export const insertCorrection = query((db, p: Params<NewCorrection>) =>
  db
    .insertInto('birthdate_correction')
    .values({
      affiliate_id: p.affiliateId,
      id: p.id,
      birthdate: p.birthdate,
      former: p.former,
      requested_by: p.requestedBy,
      requested_at: p.requestedAt,
      content_type: p.contentType,
      file_key: p.fileKey,
    })
    .onConflict((conflict) => conflict.column('affiliate_id').where('state', '=', 'open').doNothing())
    .returning(correctionColumns)
    .$narrowType<Pick<Correction, 'state'>>(),
);

export const withdrawOpenCorrection = query((db, p: Params<{ affiliateId: number }>) =>
  db
    .with('open', (db) =>
      db
        .selectFrom('birthdate_correction')
        .select(['id', 'file_key'])
        .where('affiliate_id', '=', p.affiliateId)
        .where('state', '=', 'open')
        .forNoKeyUpdate(),
    )
    .updateTable('birthdate_correction as c')
    .from('open')
    .set({ state: 'withdrawn', file_key: null, decided_at: sql<Date>`now()` })
    .where('c.affiliate_id', '=', p.affiliateId)
    .whereRef('c.id', '=', 'open.id')
    .returning(['c.id', 'open.file_key as fileKey']),
);

const selectQueued = queryCreator
  .selectFrom('birthdate_correction as c')
  .innerJoin('person_name as p', 'p.affiliate_id', 'c.affiliate_id')
  .innerJoin('person_name as r', 'r.affiliate_id', 'c.requested_by')
  .select((eb) => [
    'c.id',
    'c.affiliate_id as affiliateId',
    'p.full_name as fullName',
    'c.birthdate as birthDate',
    'c.former',
    'c.requested_by as requestedBy',
    'r.full_name as requesterName',
    isoTimestamp('c.requested_at').as('requestedDate'),
    eb.fn.coalesce('c.content_type', sql.lit('')).as('contentType'),
    'c.file_key as fileKey',
    'c.state',
    // Names, in the order in which they became guardians.
    sql<string[]>`array${eb
      .selectFrom('guardian_link as g')
      .innerJoin('person_name as o', 'o.affiliate_id', 'g.guardian_id')
      .select('o.full_name')
      .whereRef('g.affiliate_id', '=', 'c.affiliate_id')
      .orderBy('g.created_at')
      .orderBy('g.guardian_id')}`.as('guardians'),
  ]);

export const listOpenCorrections = query((_db, p: Params<QueuePage>) =>
  selectQueued.where('c.state', '=', 'open').orderBy('c.requested_at').orderBy('c.id').limit(p.limit).offset(p.offset),
);

export const countOpenCorrections = query((db) =>
  db
    .selectFrom('birthdate_correction')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('state', '=', 'open'),
);

export const findQueuedCorrection = query((_db, p: Params<{ id: string }>) => selectQueued.where('c.id', '=', p.id));
export type QueuedCorrectionRow = Row<typeof findQueuedCorrection>;

interface CorrectionDecision {
  affiliateId: number;
  id: string;
  decision: 'approved' | 'declined';
  reason: string;
  decidedBy: number;
  now: Date;
}

export const decideCorrection = query((db, p: Params<CorrectionDecision>) =>
  db
    .updateTable('birthdate_correction')
    .set({ state: p.decision, reason: p.reason, decided_by: p.decidedBy, decided_at: p.now })
    .where('affiliate_id', '=', p.affiliateId)
    .where('id', '=', p.id)
    .where('state', '=', 'open')
    .returning('id'),
);

/** Closes a request that another change has settled. */
export const closeOpenCorrection = query((db, p: Params<Omit<CorrectionDecision, 'id' | 'decision'>>) =>
  db
    .updateTable('birthdate_correction')
    .set({ state: 'approved', reason: p.reason, decided_by: p.decidedBy, decided_at: p.now })
    .where('affiliate_id', '=', p.affiliateId)
    .where('state', '=', 'open'),
);

export const findDocumentFile = query((db, p: Params<{ fileKey: string }>) =>
  db.selectFrom('birthdate_correction').select('id').where('file_key', '=', p.fileKey).limit(1),
);

/** Returns and clears the documents of decisions before a date. */
export const takeOldDocumentFiles = query((db, p: Params<{ before: Date }>) =>
  db
    .with('old', (db) =>
      db
        .selectFrom('birthdate_correction')
        .select((eb) => ['affiliate_id', 'id', eb.ref('file_key').$notNull().as('file_key')])
        .where('file_key', 'is not', null)
        .where('state', '<>', 'open')
        .where('decided_at', '<', p.before)
        .orderBy('decided_at')
        .limit(200)
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .updateTable('birthdate_correction as c')
    .from('old')
    .set({ file_key: null })
    .whereRef('c.affiliate_id', '=', 'old.affiliate_id')
    .whereRef('c.id', '=', 'old.id')
    .returning('old.file_key as fileKey'),
);

export const markBirthdateCorrected = query((db, p: Params<{ affiliateId: number; now: Date }>) =>
  db.updateTable('person').set({ birthdate_corrected_at: p.now }).where('affiliate_id', '=', p.affiliateId),
);

export const countGuardianLinks = query((db, p: Params<{ guardianId: number }>) =>
  db
    .selectFrom('guardian_link')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('guardian_id', '=', p.guardianId),
);
