import type { Context } from '#platform/server/http/context.ts';
import { statement } from '#platform/server/db/database.ts';
import { toIsoDate } from '#features/account/shared/rules.ts';
import type { Packet } from '#features/forms/shared/contract.ts';
import { isMedicalRequired } from '#features/forms/shared/rules.ts';
import { localDayIn } from './local-day.ts';
import { findRecordCountries } from './record-countries.ts';
import type { SignedRecord } from '#features/forms/server/form-hooks.ts';

/** Whose forms are asked for, and for which day. */
export interface FormStatusQuery {
  affiliateId: number;
  /** A local day, `YYYY-MM-DD`, of a water session or a dive; or a moment, which is a local day where the form was signed. */
  onDate: string | Date;
  /** Which release is needed: that of a course, or that of Discover Scuba Diving. */
  packet: Extract<Packet, 'course' | 'dsd'>;
  /** Forms count that name this store or this professional. With neither, forms that name anybody count. */
  storeNumber: number | null;
  memberNumber: number | null;
}

export const formProblems = [
  /** The release was not signed by that day. */
  'forms_missing',
  /** The diver has signed, a guardian has not. */
  'guardian_signature_missing',
  'medical_missing',
  'medical_expired',
  /** A yes in the questionnaire, and no physician has cleared it by that day. */
  'physician_missing',
  /** A physician has responded or a page was uploaded, and nobody has confirmed it by that day. */
  'confirmation_pending',
  'physician_refused',
] as const;
export type FormProblem = (typeof formProblems)[number];

export interface FormStatus {
  affiliateId: number;
  /** Of a moment, the day in UTC. */
  onDate: string;
  /** The release is signed by everybody who has to. */
  isSigned: boolean;
  /** A medical form is valid on that day, and nothing in it keeps from diving. */
  isMedicalClear: boolean;
  /** Until when that medical form is valid; null without one. */
  medicalUntil: string | null;
  /** The medical form that counted, to link to. */
  recordId: string | null;
  /** Empty where both are fine. */
  missing: FormProblem[];
}

interface RecordRow extends SignedRecord {
  validUntil: string;
  signedAt: Date;
  clearedAt: Date | null;
  changedAt: Date;
}

/** The newest first. */
const selectRecords = statement<RecordRow, [affiliateIds: readonly number[]]>(`
  select id, affiliate_id as "affiliateId", packet, store_number as "storeNumber", member_number as "memberNumber",
    medical_status as "medicalStatus", valid_until::text as "validUntil", signed_at as "signedAt",
    cleared_at as "clearedAt", medical_changed_at as "changedAt"
  from form_record where affiliate_id = any($1::bigint[]) and removed_at is null order by signed_at desc, id`);

type DraftRow = Pick<RecordRow, 'affiliateId' | 'packet' | 'storeNumber' | 'memberNumber'>;

const selectDraftsMissingGuardian = statement<DraftRow, [affiliateIds: readonly number[]]>(`
  select affiliate_id as "affiliateId", packet, store_number as "storeNumber", member_number as "memberNumber"
  from form_draft d
  where d.affiliate_id = any($1::bigint[]) and d.state = 'signing' and d.deleted_at is null
    and not exists (select from form_signature s
      where s.affiliate_id = d.affiliate_id and s.draft_id = d.id and s.role = 'guardian')`);

/** A record with its moments as local days of the place where it was signed. */
interface DatedRecord extends RecordRow {
  country: string;
  signedOn: string;
  clearedOn: string | null;
  changedOn: string;
}

function matchesProfessional({ storeNumber, memberNumber }: FormStatusQuery, record: DraftRow): boolean {
  return (
    (storeNumber === null && memberNumber === null) ||
    (storeNumber !== null && record.storeNumber === storeNumber) ||
    (memberNumber !== null && record.memberNumber === memberNumber)
  );
}

/**
 * Whether the forms for diving are signed, and whether the diver is medically cleared, on a day. Everything that asks
 * this (boards, training dives, certifying, Discover Scuba Diving) asks here. Answers come in the order of the queries.
 */
export async function listFormStatuses(
  asking: Pick<Context, 'db' | 'services'>,
  queries: readonly FormStatusQuery[],
): Promise<FormStatus[]> {
  if (queries.length === 0) return [];
  const affiliateIds = [...new Set(queries.map(({ affiliateId }) => affiliateId))];
  const [records, drafts] = [
    await readRecords(asking, affiliateIds),
    Map.groupBy(await selectDraftsMissingGuardian(asking.db, affiliateIds), ({ affiliateId }) => affiliateId),
  ];
  return queries.map((query) =>
    toFormStatus(query, records.get(query.affiliateId) ?? [], drafts.get(query.affiliateId) ?? []),
  );
}

async function readRecords(asking: Pick<Context, 'db' | 'services'>, affiliateIds: readonly number[]) {
  const rows = await selectRecords(asking.db, affiliateIds);
  const countries = await findRecordCountries(asking, rows);
  const records = rows.map((row, place): DatedRecord => {
    const country = countries[place] ?? '';
    const dayAt = (moment: Date) => localDayIn(country, moment);
    const clearedOn = row.clearedAt === null ? null : dayAt(row.clearedAt);
    return { ...row, country, signedOn: dayAt(row.signedAt), clearedOn, changedOn: dayAt(row.changedAt) };
  });
  return Map.groupBy(records, ({ affiliateId }) => affiliateId);
}

/** Of the medical forms signed by that day the newest counts. */
function toFormStatus(
  query: FormStatusQuery,
  records: readonly DatedRecord[],
  drafts: readonly DraftRow[],
): FormStatus {
  const { affiliateId, onDate, packet } = query;
  const signed = records.filter(
    (record) => record.signedOn <= localDayFor(record, onDate) && matchesProfessional(query, record),
  );
  const isSigned = signed.some((record) => record.packet === packet);
  const isGuardianMissing = drafts.some((draft) => draft.packet === packet && matchesProfessional(query, draft));
  const medical = signed.find(
    (record) => [packet, 'medical'].includes(record.packet) && record.medicalStatus !== 'none',
  );
  const medicalProblem =
    medical === undefined ? 'medical_missing' : findMedicalProblem(medical, localDayFor(medical, onDate));
  const formProblem: FormProblem | null = isSigned
    ? null
    : isGuardianMissing
      ? 'guardian_signature_missing'
      : 'forms_missing';
  return {
    affiliateId,
    onDate: typeof onDate === 'string' ? onDate : toIsoDate(onDate),
    isSigned,
    isMedicalClear: medicalProblem === null,
    medicalUntil: medical?.validUntil ?? null,
    recordId: medical?.id ?? null,
    missing: [formProblem, medicalProblem].filter((problem) => problem !== null),
  };
}

function localDayFor({ country }: DatedRecord, onDate: string | Date): string {
  return typeof onDate === 'string' ? onDate : localDayIn(country, onDate);
}

function findMedicalProblem(record: DatedRecord, onDate: string): FormProblem | null {
  const { medicalStatus, validUntil, clearedOn, changedOn } = record;
  if (validUntil < onDate) return 'medical_expired';
  const isCleared = clearedOn !== null && clearedOn <= onDate;
  // A physician's no counts from the day it was given.
  if (isCleared && (!isMedicalRequired(medicalStatus) || changedOn > onDate)) return null;
  if (medicalStatus === 'refused') return 'physician_refused';
  return medicalStatus === 'review' ? 'confirmation_pending' : 'physician_missing';
}
