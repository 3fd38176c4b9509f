import { sql } from 'kysely';
import { openDraft } from '#features/forms/server/record-ciphers.ts';
import { appendAudit } from '#platform/server/observability/audit.ts';
import { loadBrand } from '#platform/server/config/brand.ts';
import { canonicalJson } from '#platform/server/crypto/canonical-json.ts';
import type { Context } from '#platform/server/http/context.ts';
import { query, toJson, type Params } from '#platform/server/db/query.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import { ageOn } from '#domain/age.ts';
import { toIsoDate, addMonths } from '#platform/shared/dates.ts';
import type { Answers, MedicalStatus, Packet, Region } from '#features/forms/shared/contract.ts';
import { formNotices } from '#features/forms/shared/notices.ts';
import { physicianReasons } from '#features/forms/shared/rules.ts';
import { appendChainEntry } from '#features/forms/server/chain/hash-chain.ts';
import { hasUnresolvedRecords } from '#features/forms/server/clearance/correction.ts';
import {
  contentDigest,
  type RecordContent,
  type DraftSignature,
} from '#features/forms/server/records/record-content.ts';
import { formsInEnglish, requiredSignerRoles } from '#features/forms/server/drafts/draft-view.ts';
import { deleteDraft, type DraftRow } from '#features/forms/server/drafts/queries.ts';
import { formLibrary } from '#features/forms/server/library/form-library.ts';
import { makeRecordDocument } from '#features/forms/server/documents/make-record-document.ts';
import { notifyAboutRecord } from '#features/forms/server/notifications.ts';
import type { FormHooksByPacket } from '#features/forms/server/form-hooks.ts';

interface NewRecord {
  affiliateId: number;
  id: string;
  packet: Packet;
  region: Region;
  locale: string;
  versions: Record<string, number>;
  storeNumber: number | null;
  memberNumber: number | null;
  replaces: string | null;
  isMinor: boolean;
  encryptedKey: string;
  encryptedContent: string;
  signedAt: Date;
  validUntil: string;
  keepUntil: string;
  medicalStatus: MedicalStatus;
  isCorrection: boolean;
}

export const insertRecord = query((db, p: Params<NewRecord>) =>
  db.insertInto('form_record').values({
    affiliate_id: p.affiliateId,
    id: p.id,
    packet: p.packet,
    region: p.region,
    locale: p.locale,
    versions: toJson(p.versions),
    store_number: p.storeNumber,
    member_number: p.memberNumber,
    replaces: p.replaces,
    is_minor: p.isMinor,
    sealed_key: p.encryptedKey,
    sealed_content: p.encryptedContent,
    signed_at: p.signedAt,
    valid_until: p.validUntil,
    keep_until: p.keepUntil,
    medical_status: p.medicalStatus,
    medical_changed_at: p.signedAt,
    cleared_at: sql<Date | null>`case when ${p.medicalStatus} = 'clear' then ${p.signedAt}::timestamptz end`,
    is_correction: p.isCorrection,
  }),
);

/**
 * Turns a draft with all signatures into an immutable record. The caller has locked the diver, so no other record of
 * theirs is stored before the commit, and `now` is later than all of them.
 */
export async function submitForms(
  ctx: Context,
  hooks: FormHooksByPacket,
  draft: DraftRow,
  answers: Answers,
  signed: readonly DraftSignature[],
): Promise<MedicalStatus> {
  const { db, services, now, user, correlationId } = ctx;
  const { affiliateId, id, packet, storeNumber, memberNumber } = draft;
  const cipher = openDraft(services.env, draft).for('form_record', { affiliate_id: affiliateId, id });
  // New answers alone don't clear a diver for whom a physician is still needed.
  const needsPhysician = await hasUnresolvedRecords(db, affiliateId, now);
  const content = buildRecordContent(ctx, draft, answers, signed, needsPhysician);
  const { medicalStatus, validUntil, keepUntil } = content;
  await hooks[packet]?.lock(ctx, affiliateId);
  await insertRecord(db, {
    affiliateId,
    id,
    packet,
    region: draft.region,
    locale: content.signers.find(({ role }) => role === 'diver')?.locale ?? ctx.locale,
    versions: draft.versions,
    storeNumber,
    memberNumber,
    replaces: draft.replaces,
    isMinor: content.diver.isMinor,
    encryptedKey: cipher.encryptKey(services.env.SECRET_KEYS),
    encryptedContent: cipher.encrypt('sealed_content', canonicalJson(content)),
    signedAt: now,
    validUntil,
    keepUntil,
    medicalStatus,
    isCorrection: medicalStatus === 'physician' && physicianReasons(content.governing, answers).length === 0,
  });
  await deleteDraft(db, { affiliateId, id });
  const entry = appendChainEntry(db, {
    recordId: id,
    kind: 'signed',
    ofId: id,
    digest: contentDigest(content),
    at: now,
  });
  await enqueue(db, makeRecordDocument, { recordId: id }, { id });
  // The audit entry contains the hash, which links the two chains.
  await appendAudit(db, {
    actor: user.affiliateId,
    action: 'forms.signed',
    subject: `person:${affiliateId}`,
    data: () => ({ record: id, packet, hash: entry.getHash() }),
    correlationId,
  });
  const forms = { id, affiliateId, packet, storeNumber, memberNumber, medicalStatus };
  const hooked = await hooks[packet]?.signed(ctx, forms);
  await notifyAboutRecord(ctx, forms, {
    toDiver: { notice: medicalStatus === 'physician' ? formNotices.physicianNeeded : formNotices.signed, key: id },
    ...(!hooked?.hasNotifiedNamed && { toNamed: { notice: formNotices.received, key: id } }),
  });
  return medicalStatus;
}

function buildRecordContent(
  ctx: Context,
  draft: DraftRow,
  answers: Answers,
  signed: readonly DraftSignature[],
  needsPhysician: boolean,
): RecordContent {
  const { services, now } = ctx;
  const today = toIsoDate(now);
  const roles = requiredSignerRoles(draft, today);
  const required = signed.filter(({ signer }) => roles.includes(signer.role));
  const { validMonths, keepMonths } = formLibrary.termsOf(draft.region);
  const birthdate = draft.currentBirthdate ?? draft.birthdate;
  const governing = formsInEnglish(services, draft);
  const named = (number: number | null, name: string | null) => (number === null ? null : { number, name: name ?? '' });
  return {
    format: 1,
    id: draft.id,
    packet: draft.packet,
    region: draft.region,
    versions: draft.versions,
    diver: {
      affiliateId: draft.affiliateId,
      name: draft.diverName,
      birthdate,
      age: ageOn(birthdate, today),
      isMinor: roles.includes('guardian'),
    },
    store: named(draft.storeNumber, draft.storeName),
    member: named(draft.memberNumber, draft.memberName),
    association: loadBrand(services.env.BRAND_FILE).name,
    replaces: draft.replaces,
    answers,
    shown: [...new Map(required.map(({ shown }) => [canonicalJson(shown), shown])).values()],
    governing,
    signers: required.map(({ signer }) => signer),
    signedAt: now.toISOString(),
    validUntil: addMonths(today, validMonths),
    keepUntil: addMonths(today, keepMonths),
    medicalStatus: initialMedicalStatus(governing, answers, needsPhysician),
  };
}

function initialMedicalStatus(
  forms: RecordContent['governing'],
  answers: Answers,
  needsPhysician: boolean,
): RecordContent['medicalStatus'] {
  const isMedical = forms.some(({ sections }) =>
    sections.some(({ questions }) => questions.some(({ asksPhysician }) => asksPhysician)),
  );
  if (!isMedical) return 'none';
  return needsPhysician || physicianReasons(forms, answers).length > 0 ? 'physician' : 'clear';
}
