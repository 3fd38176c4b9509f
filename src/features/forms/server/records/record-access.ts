import type { Context, Services } from '#platform/server/http/context.ts';
import { type Db, statement } from '#platform/server/db/database.ts';
import { decryptRecordKey, decryptRecordText } from '#platform/server/crypto/record-key.ts';
import { isStaff } from '#domain/roles.ts';
import { fail } from '#platform/shared/errors.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { isMinor } from '#domain/age.ts';
import type { Reading, Region } from '#features/forms/shared/contract.ts';
import { fail as failForms } from '#features/forms/shared/error-contract.ts';
import { hasPendingClearanceSql } from '#features/forms/server/clearance/queries.ts';
import type { RecordContent } from './record-content.ts';
import type { SignedRecord } from '#features/forms/server/form-hooks.ts';
import { isActiveInstructorSql, isStoreSql } from '#features/professionals/server/public.ts';

export interface StoredRecord extends SignedRecord {
  region: Region;
  isMinor: boolean;
  /** A physician has approved, and the approval is neither confirmed nor declined. */
  isConfirmationPending: boolean;
  signedAt: Date;
  validUntil: string;
  /** Null once the record was removed. */
  encryptedKey: string | null;
  encryptedContent: string | null;
}

export type RetainedRecord = StoredRecord & { encryptedKey: string; encryptedContent: string };

export type ReaderRelation = Exclude<Reading['relation'], 'physician'>;
/** A record with the reader's relation to it. */
export type ReadableRecord = StoredRecord & { relation: ReaderRelation };

const columns = `r.id, r.affiliate_id as "affiliateId", r.packet, r.region, r.store_number as "storeNumber",
  r.member_number as "memberNumber", r.medical_status as "medicalStatus", r.is_minor as "isMinor",
  ${hasPendingClearanceSql('r')} as "isConfirmationPending", r.signed_at as "signedAt", r.valid_until as "validUntil", r.sealed_key as "encryptedKey",
  r.sealed_content as "encryptedContent"`;

const selectStored = statement<StoredRecord, [id: string]>(`select ${columns} from form_record r where r.id = $1`);
const lockStored = statement<StoredRecord, [id: string]>(
  `select ${columns} from form_record r where r.id = $1 for update`,
);

interface ReaderRights {
  birthdate: string | null;
  isGuardian: boolean;
  isStore: boolean;
  isProfessional: boolean;
}

/** The relation is selected for each request, so a former guardian or an inactive professional loses access immediately. */
const selectReadable = statement<StoredRecord & ReaderRights, [id: string, reader: number]>(`
  select ${columns}, p.birthdate,
    exists (select from guardian_link g where g.affiliate_id = r.affiliate_id and g.guardian_id = $2) as "isGuardian",
    coalesce(${isStoreSql('v')} and v.store_number = r.store_number, false) as "isStore",
    coalesce(${isActiveInstructorSql('v')} and v.member_number = r.member_number, false)
      as "isProfessional"
  from form_record r join person p using (affiliate_id) join person v on v.affiliate_id = $2
  where r.id = $1`);

/** Returns the record to the diver, a minor's guardian, those named on it and staff; everyone else gets 404. */
export async function findRecord({ db, user, now }: Context, id: string): Promise<ReadableRecord> {
  const [row] = await selectReadable(db, id, user.affiliateId);
  const relation = row && readerRelation(row, user, toIsoDate(now));
  if (row === undefined || relation === null || relation === undefined) throw fail('not_found');
  const { birthdate: _birthdate, isGuardian: _guardian, isStore: _store, isProfessional: _member, ...record } = row;
  return { ...record, relation };
}

function readerRelation(row: StoredRecord & ReaderRights, user: Context['user'], today: string): ReaderRelation | null {
  if (row.affiliateId === user.affiliateId) return 'self';
  if (row.isGuardian && isMinor(row.birthdate, today)) return 'guardian';
  if (row.isStore) return 'store';
  if (row.isProfessional) return 'professional';
  return isStaff(user.affiliateTypeId) ? 'staff' : null;
}

/** Returns a record without an access check, for internal use. */
export async function findStoredRecord(db: Db, id: string): Promise<StoredRecord | null> {
  return (await selectStored(db, id))[0] ?? null;
}

/** Locks the record until the transaction ends, so decisions run one after the other. */
export async function lockRecord(db: Db, id: string): Promise<StoredRecord | null> {
  return (await lockStored(db, id))[0] ?? null;
}

export function isRetained(record: StoredRecord): record is RetainedRecord {
  return record.encryptedKey !== null && record.encryptedContent !== null;
}

export function requireRetained<Stored extends StoredRecord>(record: Stored): Stored & RetainedRecord {
  if (!isRetained(record)) throw failForms('forms.removed');
  return record;
}

export function decryptRecordContent({ env }: Pick<Services, 'env'>, record: RetainedRecord): RecordContent {
  const key = decryptRecordKey(env.SECRET_KEYS, record.encryptedKey);
  return JSON.parse(decryptRecordText(key, record.encryptedContent)) as RecordContent;
}
