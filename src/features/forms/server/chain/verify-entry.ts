import { openRecord, toPartKey } from '#features/forms/server/record-ciphers.ts';
import { RecordCipher } from '#platform/server/crypto/record-cipher.ts';
import { canonicalJson } from '#platform/server/crypto/canonical-json.ts';
import type { CertificateChain } from '#platform/server/crypto/certificate.ts';
import type { Env } from '#platform/server/config/env.ts';
import type { FileStore } from '#platform/server/files/file-store.ts';
import { verifyPdfSignature } from '#platform/server/documents/pdf-signature.ts';
import { readBlob, sha256Hex } from '#features/forms/server/documents/read-blob.ts';
import type { ConfirmationContent } from '#features/forms/server/clearance/confirm-clearance.ts';
import type { RecordContent } from '#features/forms/server/records/record-content.ts';
import type { EntryRow } from './verify-queries.ts';

/** Everything needed to verify an entry. Worker threads have no database. */
export interface VerifyContext {
  files: Pick<FileStore, 'read'>;
  env: Pick<Env, 'SECRET_KEYS'>;
  certificates: readonly CertificateChain[];
}

/** Returns a problem with the row that an entry covers, or null if it is unchanged. */
export async function findEntryProblem(context: VerifyContext, row: EntryRow): Promise<string | null> {
  const { kind, of_id: ofId, record_id: recordId, record } = row;
  if (record === null) return `record ${recordId}: missing`;
  if (row.isRemovedLater !== record.isRemoved)
    return record.isRemoved
      ? `record ${recordId}: removed without a removal entry`
      : `record ${recordId}: still stored although a removal entry exists`;
  if (kind === 'signed') return record.isRemoved ? null : recordProblem(context, row, record);
  if (kind === 'evaluation') return evaluationProblem(context, row, record.isRemoved);
  if (kind === 'confirmation') return confirmationProblem(context, row, record.isRemoved);
  if (kind === 'removed') return removalProblem(row, record);
  const problem = await fileProblem(context, row, record.isRemoved);
  return problem && `${row.blob?.kind ?? 'file'} ${ofId} of record ${recordId}: ${problem}`;
}

/** A record must not be removed before its retention period ends. */
function removalProblem(
  { record_id: id, digest, signedDigest, at_us: atUs }: EntryRow,
  { keepUntil }: NonNullable<EntryRow['record']>,
): string | null {
  if (digest !== signedDigest) return `record ${id}: the removal entry has another record’s digest`;
  const removedOn = new Date(atUs / 1_000).toISOString().slice(0, 10);
  return removedOn > keepUntil ? null : `record ${id}: removed before its retention period ended`;
}

/** Returns the plain text, or null if it doesn't match the digest. */
function decryptEntry(
  { env }: VerifyContext,
  table: 'form_record' | 'form_evaluation' | 'form_confirmation',
  { encryptedKey, encryptedContent, digest, owner, record_id: recordId, of_id: id }: EntryRow,
): string | null {
  if (encryptedKey === null || encryptedContent === null || owner === null) return null;
  try {
    const part = { affiliateId: owner, recordId, id };
    const cipher =
      table === 'form_record'
        ? openRecord(env, { ...part, encryptedKey })
        : RecordCipher.open(env.SECRET_KEYS, encryptedKey, table, toPartKey(part));
    const bytes = cipher.decryptToBytes('sealed_content', encryptedContent);
    return sha256Hex(bytes) === digest ? bytes.toString('utf8') : null;
  } catch {
    return null;
  }
}

/** The columns must match the signed content, so a record can't be moved to another person, store or day. */
function recordProblem(context: VerifyContext, row: EntryRow, record: NonNullable<EntryRow['record']>): string | null {
  const text = decryptEntry(context, 'form_record', row);
  if (text === null) return `record ${row.of_id}: signed content changed`;
  const content = parseRecordFacts(text, row.of_id);
  const { lastMedical, isRemoved: _removed, ...columns } = record;
  const wanted = {
    affiliateId: content.diver.affiliateId,
    packet: content.packet,
    region: content.region,
    locale: content.signers.find(({ role }) => role === 'diver')?.locale,
    versions: content.versions,
    storeNumber: content.store?.number ?? null,
    memberNumber: content.member?.number ?? null,
    replaces: content.replaces,
    isMinor: content.diver.isMinor,
    signedAtMs: Date.parse(content.signedAt),
    validUntil: content.validUntil,
    keepUntil: content.keepUntil,
    medicalStatus: lastMedical === null ? content.medicalStatus : expectedStatus(lastMedical, content.medicalStatus),
  };
  const wrong = Object.keys(wanted).filter(
    (name) =>
      canonicalJson(columns[name as keyof typeof columns]) !== canonicalJson(wanted[name as keyof typeof wanted]),
  );
  return wrong.length === 0 ? null : `record ${row.of_id}: changed (${wrong.join(', ')})`;
}

type RecordFacts = Omit<RecordContent, 'governing' | 'shown'>;

/** Skips the texts of the forms: they are most of the content, and no column refers to them. */
function parseRecordFacts(text: string, id: string): RecordFacts {
  const governing = text.indexOf(',"governing":[');
  const afterGoverning = text.indexOf(`],"id":"${id}"`, governing);
  const shown = text.indexOf(',"shown":[', afterGoverning);
  const afterShown = text.indexOf('],"signedAt":"', shown);
  if ([governing, afterGoverning, shown, afterShown].includes(-1)) return JSON.parse(text) as RecordFacts;
  const facts = [text.slice(0, governing), text.slice(afterGoverning + 1, shown), text.slice(afterShown + 1)];
  return JSON.parse(facts.join('')) as RecordFacts;
}

const statusByEvent: Readonly<Record<string, string>> = {
  page: 'review',
  pending: 'review',
  confirmed: 'approved',
  declined: 'physician',
  approved: 'approved',
  refused: 'refused',
  unclear: 'physician',
  corrected: 'clear',
};

/** An unconfirmed approval changes nothing if no answer required a physician. */
function expectedStatus(lastMedical: string, signedAs: string): string | undefined {
  if (signedAs === 'clear' && (lastMedical === 'pending' || lastMedical === 'declined')) return 'clear';
  return statusByEvent[lastMedical];
}

/** A decision by a physician or by the reviewer of a page. */
interface EvaluationDecision {
  format: number;
  decision: string;
  decidedAt: string;
  decidedBy?: number;
  signedOn?: string | null;
}

function evaluationProblem(context: VerifyContext, row: EntryRow, isRemoved: boolean): string | null {
  const name = `evaluation ${row.of_id} of record ${row.record_id}`;
  if (row.evaluation === null) return `${name}: missing`;
  const { recordId, way, decision, decidedBy, signedOn, decidedAtMs, needsConfirmation } = row.evaluation;
  if (recordId !== row.record_id) return `${name}: changed (recordId)`;
  if (isRemoved) return null;
  const text = decryptEntry(context, 'form_evaluation', row);
  if (text === null) return `${name}: changed`;
  const content = JSON.parse(text) as EvaluationDecision;
  // A physician has no account; reviewers of pages and corrections do.
  const { decidedBy: decider = null } = content;
  const isSame =
    content.decision === decision &&
    Date.parse(content.decidedAt) === decidedAtMs &&
    decider === decidedBy &&
    (content.signedOn ?? null) === signedOn &&
    (way !== 'link') === (decider !== null) &&
    needsConfirmation === (way === 'link' && content.format >= 2 && decision === 'approved');
  return isSame ? null : `${name}: changed (decision)`;
}

function confirmationProblem(context: VerifyContext, row: EntryRow, isRemoved: boolean): string | null {
  const name = `confirmation ${row.of_id} of record ${row.record_id}`;
  if (row.confirmation === null) return `${name}: missing`;
  const { recordId, evaluationId, outcome, decidedBy, decidedAtMs } = row.confirmation;
  if (recordId !== row.record_id) return `${name}: changed (recordId)`;
  if (isRemoved) return null;
  const text = decryptEntry(context, 'form_confirmation', row);
  if (text === null) return `${name}: changed`;
  const content = JSON.parse(text) as ConfirmationContent;
  const isSame =
    content.evaluationId === evaluationId &&
    content.outcome === outcome &&
    content.decidedBy === decidedBy &&
    Date.parse(content.decidedAt) === decidedAtMs;
  return isSame ? null : `${name}: changed (outcome)`;
}

async function fileProblem(
  context: VerifyContext,
  { kind, blob, owner, of_id: id, encryptedKey, digest, record_id: recordId }: EntryRow,
  isRemoved: boolean,
): Promise<string | null> {
  if (blob === null) return 'missing';
  const isSame = blob.recordId === recordId && blob.sha256 === digest && (blob.kind === 'page') === (kind === 'page');
  if (!isSame) return 'row changed';
  if (isRemoved) return null;
  if (blob.fileKey === null || encryptedKey === null || owner === null) return 'file missing';
  const file = { affiliateId: owner, recordId, id, encryptedKey, fileKey: blob.fileKey };
  const bytes = await readBlob(context, file).catch(() => 'changed' as const);
  if (bytes === 'changed') return 'file changed';
  if (bytes === null) return 'file missing';
  if (bytes.length !== blob.bytes || sha256Hex(bytes) !== digest) return 'file changed';
  return kind === 'document' && !verifyPdfSignature(bytes, context.certificates).isWhole
    ? 'no operator certificate matches its signature'
    : null;
}
