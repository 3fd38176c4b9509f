import { expressionBuilder, sql, type QueryCreator, type RawBuilder } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { isoTimestamp } from '#platform/server/db/iso-timestamp.ts';
import { query, type Params, type Row } from '#platform/server/db/query.ts';
import type { Tables } from '#platform/server/db/table-types.ts';
import { hasPendingClearance } from '#features/forms/server/clearance/queries.ts';
import { type MedicalStatus, pageSize } from '#features/forms/shared/contract.ts';

const eb = expressionBuilder<Tables & { r: Tables['form_record'] }, 'r'>();

/** A signed form in a list, without answers: columns for a record `r` and its diver's name `n`. */
const columns = [
  'r.id',
  'r.affiliate_id as affiliateId',
  'n.full_name as diverName',
  'r.packet',
  'r.region',
  isoTimestamp('r.signed_at').as('signedDate'),
  'r.valid_until as validUntil',
  'r.medical_status as medicalStatus',
  hasPendingClearance.as('isConfirmationPending'),
  'r.store_number as storeNumber',
  'r.member_number as memberNumber',
  'r.is_minor as isMinor',
  eb('r.removed_at', 'is not', null).$castTo<boolean>().as('isRemoved'),
  'r.replaces',
  eb
    .selectFrom('active_store as s')
    .innerJoin('person_name as sn', 'sn.affiliate_id', 's.affiliate_id')
    .select(sql<string | null>`nullif(sn.full_name, '')`.as('name'))
    .whereRef('s.store_number', '=', 'r.store_number')
    .as('storeName'),
  eb
    .selectFrom('professional as m')
    .innerJoin('person_name as mn', 'mn.affiliate_id', 'm.affiliate_id')
    .select(sql<string | null>`nullif(mn.full_name, '')`.as('name'))
    .whereRef('m.member_number', '=', 'r.member_number')
    .as('memberName'),
  eb
    .selectFrom('form_record as newer')
    .select('newer.id')
    .whereRef('newer.affiliate_id', '=', 'r.affiliate_id')
    .whereRef('newer.replaces', '=', 'r.id')
    .orderBy('newer.signed_at', 'desc')
    .limit(1)
    .as('replacedBy'),
  jsonArrayFrom(
    eb
      .selectFrom('form_blob as b')
      .select(['b.id', 'b.kind', isoTimestamp('b.created_at').as('createdDate')])
      .whereRef('b.affiliate_id', '=', 'r.affiliate_id')
      .whereRef('b.record_id', '=', 'r.id')
      .where('b.file_key', 'is not', null)
      .orderBy('b.created_at')
      .orderBy('b.id'),
  ).as('blobs'),
] as const;

export const findListedRecord = query((db, p: Params<{ id: string }>) =>
  db
    .selectFrom('form_record as r')
    .innerJoin('person_name as n', 'n.affiliate_id', 'r.affiliate_id')
    .select(columns)
    .where('r.id', '=', p.id),
);

export type ListedRow = Row<typeof findListedRecord>;

/** Returns the total and one page of the records in the CTE `found`. */
const selectPage = (
  db: QueryCreator<Tables & { found: { affiliate_id: number; id: string } }>,
  offset: RawBuilder<number>,
) =>
  db
    .with('page', (db) =>
      db
        .selectFrom('form_record as r')
        .innerJoin('found', (join) =>
          join.onRef('found.affiliate_id', '=', 'r.affiliate_id').onRef('found.id', '=', 'r.id'),
        )
        .innerJoin('person_name as n', 'n.affiliate_id', 'r.affiliate_id')
        .select(columns)
        .orderBy('r.signed_at', 'desc')
        .orderBy('r.id')
        .limit(pageSize)
        .offset(offset),
    )
    .selectNoFrom((eb) => [
      eb
        .selectFrom('found')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('total'),
      jsonArrayFrom(eb.selectFrom('page').selectAll()).as('items'),
    ]);

export const listDiverRecords = query((db, p: Params<{ affiliateId: number; offset: number }>) =>
  selectPage(
    db.with('found', (db) =>
      db.selectFrom('form_record as r').select(['r.affiliate_id', 'r.id']).where('r.affiliate_id', '=', p.affiliateId),
    ),
    p.offset,
  ),
);

export type ListedPage = Row<typeof listDiverRecords>;

interface ReceivedFilter {
  reader: number;
  /** A pattern for `ilike`, without the wildcards at its ends. */
  search: string;
  statuses: readonly MedicalStatus[] | null;
  /** Only forms that the reader can confirm: pages, and physicians' responses whatever the form's status. */
  isOnlyToConfirm: boolean;
  today: string;
  offset: number;
}

/** The forms that name the store, or the professional while they are active. */
export const listReceivedRecords = query((db, p: Params<ReceivedFilter>) =>
  selectPage(
    db.with('found', (db) =>
      db
        .selectFrom('form_record as r')
        .innerJoin('person_name as n', 'n.affiliate_id', 'r.affiliate_id')
        .select(['r.affiliate_id', 'r.id'])
        .where((eb) =>
          eb.or([
            eb(
              'r.store_number',
              '=',
              eb.selectFrom('active_store as s').select('s.store_number').where('s.affiliate_id', '=', p.reader),
            ),
            eb(
              'r.member_number',
              '=',
              eb.selectFrom('active_instructor as i').select('i.member_number').where('i.affiliate_id', '=', p.reader),
            ),
          ]),
        )
        .where((eb) =>
          eb.or([eb(p.search, '=', ''), eb('n.search_names', 'ilike', sql<string>`'%' || ${p.search} || '%'`)]),
        )
        .where((eb) =>
          eb.or([
            sql<boolean>`${p.statuses}::text[] is null`,
            eb.and([
              eb('r.removed_at', 'is', null),
              eb.or([
                sql<boolean>`r.medical_status = any(${p.statuses})`,
                eb.and([p.isOnlyToConfirm, hasPendingClearance]),
              ]),
            ]),
          ]),
        )
        .where((eb) =>
          eb.or([
            eb.not(p.isOnlyToConfirm),
            eb.and([
              eb('r.valid_until', '>=', p.today),
              eb('n.is_erased', '=', false),
              eb.not(
                eb.exists(
                  eb
                    .selectFrom('form_record as newer')
                    .whereRef('newer.affiliate_id', '=', 'r.affiliate_id')
                    .whereRef('newer.replaces', '=', 'r.id'),
                ),
              ),
              eb(
                p.reader,
                'not in',
                eb
                  .selectFrom('family_member as f')
                  .select('f.member_id')
                  .whereRef('f.affiliate_id', '=', 'r.affiliate_id'),
              ),
            ]),
          ]),
        ),
    ),
    p.offset,
  ),
);

export const listEvaluations = query((db, p: Params<{ affiliateId: number; recordId: string }>) =>
  db
    .selectFrom('form_evaluation as v')
    .leftJoin('form_confirmation as c', 'c.evaluation_id', 'v.id')
    .select([
      'v.id',
      'v.way',
      'v.decision',
      'v.sealed_content as encryptedContent',
      'v.decided_at as decidedAt',
      'v.needs_confirmation as needsConfirmation',
      'c.id as confirmationId',
      'c.outcome',
      'c.sealed_content as encryptedConfirmation',
      'c.decided_at as confirmedAt',
    ])
    .where('v.affiliate_id', '=', p.affiliateId)
    .where('v.record_id', '=', p.recordId)
    .orderBy('v.decided_at')
    .orderBy('v.id'),
);

export const findBlob = query((db, p: Params<{ id: string }>) =>
  db
    .selectFrom('form_blob')
    .select([
      'id',
      'affiliate_id as affiliateId',
      'record_id as recordId',
      'kind',
      'content_type as contentType',
      'sealed_key as encryptedKey',
      'file_key as fileKey',
    ])
    .where('id', '=', p.id),
);
