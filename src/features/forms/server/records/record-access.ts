import { openRecord } from '#features/forms/server/record-ciphers.ts';
import type { Context, Services } from '#platform/server/http/context.ts';
import { query, type Params, type Row } from '#platform/server/db/query.ts';
import { fail } from '#platform/shared/errors.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { getReaderRelation, type ReaderRelation } from '#features/forms/shared/policy.ts';
import { fail as failForms } from '#features/forms/shared/error-contract.ts';
import { hasPendingClearance } from '#features/forms/server/clearance/queries.ts';
import type { RecordContent } from './record-content.ts';

const columns = [
  'r.id',
  'r.affiliate_id as affiliateId',
  'r.packet',
  'r.region',
  'r.store_number as storeNumber',
  'r.member_number as memberNumber',
  'r.medical_status as medicalStatus',
  'r.is_minor as isMinor',
  hasPendingClearance.as('isConfirmationPending'),
  'r.signed_at as signedAt',
  'r.valid_until as validUntil',
  'r.sealed_key as encryptedKey',
  'r.sealed_content as encryptedContent',
] as const;

/** A record without an access check, for internal use. Its key and content are null once it was removed. */
export const findStoredRecord = query((db, p: Params<{ id: string }>) =>
  db.selectFrom('form_record as r').select(columns).where('r.id', '=', p.id),
);

/** Locks the record until the transaction ends, so decisions run one after the other. */
export const lockRecord = query((db, p: Params<{ id: string }>) =>
  db.selectFrom('form_record as r').select(columns).where('r.id', '=', p.id).forNoKeyUpdate(),
);

export type StoredRecord = Row<typeof findStoredRecord>;

export type RetainedRecord = StoredRecord & { encryptedKey: string; encryptedContent: string };

/** A record with the reader's relation to it. */
export type ReadableRecord = StoredRecord & { relation: ReaderRelation };

/** The relation is selected for each request, so a former guardian or an inactive professional loses access immediately. */
const findReadable = query((db, p: Params<{ id: string; reader: number }>) =>
  db
    .selectFrom('form_record as r')
    .innerJoin('person as p', 'p.affiliate_id', 'r.affiliate_id')
    .innerJoin('person as v', (join) => join.on('v.affiliate_id', '=', p.reader))
    .select(columns)
    .select((eb) => [
      'p.birthdate',
      eb
        .exists(
          eb
            .selectFrom('guardian_link as g')
            .whereRef('g.affiliate_id', '=', 'r.affiliate_id')
            .whereRef('g.guardian_id', '=', 'v.affiliate_id'),
        )
        .$castTo<boolean>()
        .as('isGuardian'),
      eb
        .exists(
          eb
            .selectFrom('active_store as s')
            .whereRef('s.affiliate_id', '=', 'v.affiliate_id')
            .whereRef('s.store_number', '=', 'r.store_number'),
        )
        .$castTo<boolean>()
        .as('isStore'),
      eb
        .exists(
          eb
            .selectFrom('active_instructor as i')
            .whereRef('i.affiliate_id', '=', 'v.affiliate_id')
            .whereRef('i.member_number', '=', 'r.member_number'),
        )
        .$castTo<boolean>()
        .as('isProfessional'),
    ])
    .where('r.id', '=', p.id),
);

/** Returns the record to the diver, a minor's guardian, those named on it and staff; everyone else gets 404. */
export async function findRecord({ db, user, now }: Context, id: string): Promise<ReadableRecord> {
  const row = await findReadable.first(db, { id, reader: user.affiliateId });
  const relation = row && getReaderRelation(user, row, toIsoDate(now));
  if (row === undefined || relation === null || relation === undefined) throw fail('not_found');
  const { birthdate: _birthdate, isGuardian: _guardian, isStore: _store, isProfessional: _member, ...record } = row;
  return { ...record, relation };
}

export function isRetained(record: StoredRecord): record is RetainedRecord {
  return record.encryptedKey !== null && record.encryptedContent !== null;
}

export function requireRetained<Stored extends StoredRecord>(record: Stored): Stored & RetainedRecord {
  if (!isRetained(record)) throw failForms('forms.removed');
  return record;
}

export function decryptRecordContent({ env }: Pick<Services, 'env'>, record: RetainedRecord): RecordContent {
  return JSON.parse(openRecord(env, record).decrypt('sealed_content', record.encryptedContent)) as RecordContent;
}
