import type { Context } from '#platform/server/http/context.ts';
import { query, type Params, type Row } from '#platform/server/db/query.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import type { Packet } from '#features/forms/shared/contract.ts';
import { isMedicalRequired } from '#features/forms/shared/rules.ts';
import { resolvedAt } from '#features/forms/server/clearance/queries.ts';
import { localDayIn } from './local-day.ts';
import { findRecordCountries } from './record-countries.ts';

export interface FormStatusQuery {
  affiliateId: number;
  /**
   * A local day (`YYYY-MM-DD`) of a water session or dive, or a moment, which is converted to the local day where the
   * form was signed.
   */
  onDate: string | Date;
  /** The required release: for a course or for Discover Scuba Diving. */
  packet: Extract<Packet, 'course' | 'dsd'>;
  /** Forms count that name this store or professional. If both are null, all forms count. */
  storeNumber: number | null;
  memberNumber: number | null;
}

export const formProblems = [
  /** The release was not signed by that day. */
  'forms_missing',
  'guardian_signature_missing',
  'medical_missing',
  'medical_expired',
  /** An answer requires a physician, who has not cleared the diver by that day. */
  'physician_missing',
  /** A response or an uploaded page was not confirmed by that day. */
  'confirmation_pending',
  'physician_refused',
] as const;
export type FormProblem = (typeof formProblems)[number];

export interface FormStatus {
  affiliateId: number;
  /** The requested day; the UTC day if a moment was requested. */
  onDate: string;
  /** The release has all required signatures. */
  isSigned: boolean;
  /** A medical questionnaire is valid on that day and nothing in it prevents diving. */
  isMedicalClear: boolean;
  /** The last valid day of the medical questionnaire; null without one. */
  medicalUntil: string | null;
  /** The medical questionnaire that counted, to link to. */
  recordId: string | null;
  /** Empty if nothing is missing. */
  missing: FormProblem[];
}

/** Newest first. */
const listRecords = query((db, p: Params<{ affiliateIds: readonly number[] }>) =>
  db
    .selectFrom('form_record as u')
    .select([
      'id',
      'affiliate_id as affiliateId',
      'packet',
      'store_number as storeNumber',
      'member_number as memberNumber',
      'medical_status as medicalStatus',
      'valid_until as validUntil',
      'signed_at as signedAt',
      'cleared_at as clearedAt',
      'medical_changed_at as changedAt',
      resolvedAt.as('resolvedAt'),
    ])
    .where((eb) => eb('affiliate_id', '=', eb.fn.any(p.affiliateIds)))
    .where('removed_at', 'is', null)
    .orderBy('signed_at', 'desc')
    .orderBy('id'),
);

const listDraftsMissingGuardian = query((db, p: Params<{ affiliateIds: readonly number[] }>) =>
  db
    .selectFrom('form_draft as d')
    .select([
      'd.affiliate_id as affiliateId',
      'd.packet',
      'd.store_number as storeNumber',
      'd.member_number as memberNumber',
    ])
    .where((eb) => eb('d.affiliate_id', '=', eb.fn.any(p.affiliateIds)))
    .where('d.state', '=', 'signing')
    .where('d.deleted_at', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('form_signature as s')
            .whereRef('s.affiliate_id', '=', 'd.affiliate_id')
            .whereRef('s.draft_id', '=', 'd.id')
            .where('s.role', '=', 'guardian'),
        ),
      ),
    ),
);

type DraftRow = Row<typeof listDraftsMissingGuardian>;

/** A record with its times as local days of the place where it was signed. */
interface DatedRecord extends Row<typeof listRecords> {
  country: string;
  signedOn: string;
  clearedOn: string | null;
  changedOn: string;
  resolvedOn: string | null;
}

function matchesProfessional({ storeNumber, memberNumber }: FormStatusQuery, record: DraftRow): boolean {
  return (
    (storeNumber === null && memberNumber === null) ||
    (storeNumber !== null && record.storeNumber === storeNumber) ||
    (memberNumber !== null && record.memberNumber === memberNumber)
  );
}

/**
 * Returns whether the forms are signed and the diver is medically cleared on a day, in the order of the queries.
 * Boards, training dives, certifications and Discover Scuba Diving all use this check.
 */
export async function listFormStatuses(
  context: Pick<Context, 'db' | 'services'>,
  queries: readonly FormStatusQuery[],
): Promise<FormStatus[]> {
  if (queries.length === 0) return [];
  const affiliateIds = [...new Set(queries.map(({ affiliateId }) => affiliateId))];
  const [records, drafts] = [
    await readRecords(context, affiliateIds),
    Map.groupBy(await listDraftsMissingGuardian(context.db, { affiliateIds }), ({ affiliateId }) => affiliateId),
  ];
  return queries.map((query) =>
    toFormStatus(query, records.get(query.affiliateId) ?? [], drafts.get(query.affiliateId) ?? []),
  );
}

async function readRecords(context: Pick<Context, 'db' | 'services'>, affiliateIds: readonly number[]) {
  const rows = await listRecords(context.db, { affiliateIds });
  const countries = await findRecordCountries(context, rows);
  const records = rows.map((row, index): DatedRecord => {
    const country = countries[index] ?? '';
    const dayAt = (moment: Date) => localDayIn(country, moment);
    return {
      ...row,
      country,
      signedOn: dayAt(row.signedAt),
      clearedOn: row.clearedAt && dayAt(row.clearedAt),
      changedOn: dayAt(row.changedAt),
      resolvedOn: row.resolvedAt && dayAt(row.resolvedAt),
    };
  });
  return Map.groupBy(records, ({ affiliateId }) => affiliateId);
}

/**
 * The newest medical questionnaire counts that was signed by that day and names the professional. It doesn't clear a diver
 * who has answered differently since, whoever the newer form names. Only the problem is returned then, because the
 * professional can't read that form.
 */
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
    medical === undefined
      ? 'medical_missing'
      : (findMedicalProblem(medical, localDayFor(medical, onDate)) ?? findNewerProblem(medical, records, onDate));
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

/** The problem of a form that outweighs a clear one: its answers are newer, or a physician refused it later. */
function findNewerProblem(
  medical: DatedRecord,
  records: readonly DatedRecord[],
  onDate: string | Date,
): FormProblem | null {
  for (const record of records) {
    const day = localDayFor(record, onDate);
    const isResolved = record.resolvedOn !== null && record.resolvedOn <= day;
    if (record.medicalStatus === 'none' || record.signedOn > day || isResolved) continue;
    const problem = findMedicalProblem(record, day);
    if (problem === null || problem === 'medical_expired') continue;
    const isRefusedLater =
      problem === 'physician_refused' && record.changedAt >= (medical.clearedAt ?? medical.signedAt);
    if (record.signedAt >= medical.signedAt || isRefusedLater) return problem;
  }
  return null;
}

function findMedicalProblem(record: DatedRecord, onDate: string): FormProblem | null {
  const { medicalStatus, validUntil, clearedOn, changedOn } = record;
  if (validUntil < onDate) return 'medical_expired';
  const isCleared = clearedOn !== null && clearedOn <= onDate;
  // A refusal counts from the day it was given.
  if (isCleared && (!isMedicalRequired(medicalStatus) || changedOn > onDate)) return null;
  if (medicalStatus === 'refused') return 'physician_refused';
  return medicalStatus === 'review' ? 'confirmation_pending' : 'physician_missing';
}
