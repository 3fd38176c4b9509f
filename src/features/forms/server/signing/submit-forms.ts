import { appendAudit } from '#platform/server/observability/audit.ts';
import { loadBrand } from '#platform/server/config/brand.ts';
import { canonicalJson } from '#platform/server/crypto/canonical-json.ts';
import type { Context } from '#platform/server/http/context.ts';
import { statement } from '#platform/server/db/database.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import { decryptRecordKey, encryptRecordText } from '#platform/server/crypto/record-key.ts';
import { ageOn } from '#domain/age.ts';
import { toIsoDate, addMonths } from '#platform/shared/dates.ts';
import type { Answers, MedicalStatus } from '#features/forms/shared/contract.ts';
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

export const insertRecord = statement<
  unknown,
  [
    affiliateId: number,
    id: string,
    packet: string,
    region: string,
    locale: string,
    versions: string,
    storeNumber: number | null,
    memberNumber: number | null,
    replaces: string | null,
    isMinor: boolean,
    encryptedKey: string,
    encryptedContent: string,
    at: Date,
    validUntil: string,
    keepUntil: string,
    medicalStatus: MedicalStatus,
    isCorrection: boolean,
  ]
>(`
  insert into form_record (affiliate_id, id, packet, region, locale, versions, store_number, member_number, replaces,
    is_minor, sealed_key, sealed_content, signed_at, valid_until, keep_until, medical_status, medical_changed_at,
    cleared_at, is_correction)
  values ($1, $2, $3, $4, $5, $6::jsonb, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $13,
    case when $16 = 'clear' then $13::timestamptz end, $17)`);

/** Turns a draft with all signatures into an immutable record. */
export async function submitForms(
  ctx: Context,
  hooks: FormHooksByPacket,
  draft: DraftRow,
  answers: Answers,
  signed: readonly DraftSignature[],
): Promise<MedicalStatus> {
  const { db, services, now, user, correlationId } = ctx;
  const { affiliateId, id, packet, storeNumber, memberNumber, encryptedKey } = draft;
  // New answers alone don't clear a diver for whom a physician is still needed.
  const needsPhysician = await hasUnresolvedRecords(db, affiliateId, now);
  const content = buildRecordContent(ctx, draft, answers, signed, needsPhysician);
  const { medicalStatus, validUntil, keepUntil } = content;
  await hooks[packet]?.lock(ctx, affiliateId);
  await insertRecord(
    db,
    affiliateId,
    id,
    packet,
    draft.region,
    content.signers.find(({ role }) => role === 'diver')?.locale ?? ctx.locale,
    JSON.stringify(draft.versions),
    storeNumber,
    memberNumber,
    draft.replaces,
    content.diver.isMinor,
    encryptedKey,
    encryptRecordText(decryptRecordKey(services.env.SECRET_KEYS, encryptedKey), canonicalJson(content)),
    now,
    validUntil,
    keepUntil,
    medicalStatus,
    medicalStatus === 'physician' && physicianReasons(content.governing, answers).length === 0,
  );
  await deleteDraft(db, affiliateId, id);
  const { hash } = await appendChainEntry(db, {
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
    data: { record: id, packet, hash },
    correlationId,
  });
  const forms = { id, affiliateId, packet, storeNumber, memberNumber, medicalStatus };
  await notifyAboutRecord(ctx, forms, {
    toDiver: { notice: medicalStatus === 'physician' ? formNotices.physicianNeeded : formNotices.signed, key: id },
    toNamed: { notice: formNotices.received, key: id },
  });
  await hooks[packet]?.signed(ctx, forms);
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
