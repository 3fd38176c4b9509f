import { openDraft } from '#features/forms/server/record-ciphers.ts';
import type { Context } from '#platform/server/http/context.ts';
import { getHeader } from '#platform/server/auth/access.ts';
import { isStaff } from '#domain/roles.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import type { Locale } from '#platform/shared/locale.ts';
import { canActForDiver } from '#features/forms/shared/policy.ts';
import { requireSubject, formatFullName } from '#features/account/server/public.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { type MedicalStatus, type SignerRole, Strokes } from '#features/forms/shared/contract.ts';
import { fail } from '#features/forms/shared/error-contract.ts';
import { formNotices } from '#features/forms/shared/notices.ts';
import { isOwnName, isSignature, missingQuestions } from '#features/forms/shared/rules.ts';
import { errorForPaths } from '#features/forms/server/drafts/answer-changes.ts';
import type { RecordSigner, DraftSignature } from '#features/forms/server/records/record-content.ts';
import {
  requireMinAge,
  canReadDraft,
  findOutdatedReason,
  refreshDraftInOwnTransaction,
  encryptAnswers,
} from '#features/forms/server/drafts/draft-access.ts';
import {
  readAnswers,
  canHandOver,
  formsInEnglish,
  requiredSignerRoles,
  localizeForms,
  readSignatures,
} from '#features/forms/server/drafts/draft-view.ts';
import * as queries from '#features/forms/server/drafts/queries.ts';
import type { DraftRow } from '#features/forms/server/drafts/queries.ts';
import { findRecord, isRetained, decryptRecordContent } from '#features/forms/server/records/record-access.ts';
import { lockDiver } from '#features/forms/server/clearance/lock-diver.ts';
import { submitForms } from './submit-forms.ts';
import { publishFormChange } from '#features/forms/server/events.ts';
import { notifySigners } from '#features/forms/server/notifications.ts';
import type { FormHooksByPacket } from '#features/forms/server/form-hooks.ts';

export interface SubmittedSignature {
  documentId: string;
  key: string;
  revision: number;
  locale: Locale;
  acknowledged: string;
  method: 'drawn' | 'typed';
  typedName?: string | undefined;
  strokes?: string | undefined;
  signsAs?: 'diver' | undefined;
}

interface SignatureResult {
  documentId: string;
  state: 'signing' | 'submitted';
  medicalStatus: MedicalStatus | null;
}

/**
 * Stores one signature. The last required one submits the forms in the same transaction. Pass the database and not a
 * transaction: an outdated draft is refreshed in a transaction of its own.
 */
export async function storeSignature(
  ctx: Context,
  hooks: FormHooksByPacket,
  input: SubmittedSignature,
): Promise<SignatureResult> {
  const affiliateId = await refreshOutdatedDraft(ctx, input.documentId);
  return ctx.services.database.inTransaction(ctx.correlationId, async (db) => {
    const inTransaction = { ...ctx, db };
    const locked = affiliateId === null ? inTransaction : await lockDiver(inTransaction, affiliateId);
    return storeInTransaction(locked, hooks, input);
  });
}

async function storeInTransaction(
  ctx: Context,
  hooks: FormHooksByPacket,
  input: SubmittedSignature,
): Promise<SignatureResult> {
  const { documentId, key } = input;
  await queries.lockDraft(ctx.db, { id: documentId });
  const draft = await findSignableDraft(ctx, documentId);
  if (draft === null) return replyToRepeatedSignature(ctx, input);

  // A reader of another person's draft is a guardian, on whose device the child may sign as well.
  if (input.signsAs === 'diver' && draft.affiliateId !== ctx.user.affiliateId && !canHandOver(draft))
    throw fail('forms.not_a_signer');
  const isDiver = draft.affiliateId === ctx.user.affiliateId || input.signsAs === 'diver';
  const role: SignerRole = isDiver ? 'diver' : 'guardian';
  const signerId = isDiver ? draft.affiliateId : ctx.user.affiliateId;
  const former = draft.signatures.find((signature) => signature.role === role);
  if (former?.id === key && former.signerId === signerId) return { documentId, state: 'signing', medicalStatus: null };
  if (former) throw fail('forms.already_signed');
  const today = toIsoDate(ctx.now);
  requireMinAge(draft.currentBirthdate, draft.packet, today);
  const outdated = findOutdatedReason(draft, today);
  if (outdated) throw fail(outdated);
  if (input.revision !== draft.revision) throw fail('forms.answers_changed');
  const forms = formsInEnglish(ctx.services, draft);
  const answers = readAnswers(ctx.services, draft, today);
  const missing = missingQuestions(forms, answers);
  if (missing.length > 0) throw errorForPaths('forms.incomplete', missing);

  const signer = await buildSigner(
    ctx,
    { role, signerId },
    input,
    forms.map(({ id }) => id),
  );
  // The text is stored with the signature, because a store's name or a translation may change before the next one.
  const { locale } = input;
  const shown = { locale, forms: localizeForms(ctx.services, draft, locale) };
  const own: DraftSignature = { signer, shown };
  const { affiliateId } = draft;
  const encrypted = openDraft(ctx.services.env, draft)
    .for('form_signature', { affiliate_id: affiliateId, draft_id: documentId, role })
    .encrypt('sealed_signature', JSON.stringify(own));
  const { db, now } = ctx;
  await queries.deleteSignature(db, { affiliateId, draftId: documentId, role });
  const signature = { affiliateId, draftId: documentId, role, id: key, signerId, encrypted, now };
  const stored = await queries.insertSignature.first(db, signature);
  if (stored === undefined)
    throw failCall('request.invalid', { message: 'the key belongs to another signature', path: 'key' });

  await publishFormChange(ctx, draft);
  const signed = [...readSignatures(ctx.services, draft), own];
  if (requiredSignerRoles(draft, today).every((wanted) => signed.some((signature) => signature.signer.role === wanted)))
    return { documentId, state: 'submitted', medicalStatus: await submitForms(ctx, hooks, draft, answers, signed) };
  const encryptedAnswers = encryptAnswers(ctx, draft, answers);
  await queries.freezeDraft(db, { affiliateId, id: documentId, encryptedAnswers, now });
  await requestOtherSignature(ctx, draft, signer);
  return { documentId, state: 'signing', medicalStatus: null };
}

/**
 * Runs before the transaction, so the refreshed draft persists although the signature is rejected. Returns the diver, or
 * null without a draft.
 */
async function refreshOutdatedDraft(ctx: Context, id: string): Promise<number | null> {
  const draft = await findSignableDraft(ctx, id);
  if (draft === null) return null;
  const today = toIsoDate(ctx.now);
  const outdated = findOutdatedReason(draft, today);
  if (outdated !== null && draft.currentBirthdate !== null) await refreshDraftInOwnTransaction(ctx, id);
  requireMinAge(draft.currentBirthdate, draft.packet, today);
  if (outdated !== null) throw fail(outdated);
  return draft.affiliateId;
}

/**
 * Returns null if there is no draft, because it may have been submitted. Staff learn that it exists, but can't sign.
 */
async function findSignableDraft(ctx: Context, id: string): Promise<DraftRow | null> {
  const draft = await queries.findDraft.first(ctx.db, { id, now: ctx.now });
  if (draft === undefined || canReadDraft(ctx, draft)) return draft ?? null;
  throw isStaff(ctx.user.affiliateTypeId) ? fail('forms.not_a_signer') : failCall('not_found');
}

/** A repeated signature gets the same result; any other comes too late. */
async function replyToRepeatedSignature(
  ctx: Context,
  { documentId, key }: SubmittedSignature,
): Promise<SignatureResult> {
  const record = await findRecord(ctx, documentId);
  if (!canActForDiver(record.relation)) throw fail('forms.not_a_signer');
  const signers = isRetained(record) ? decryptRecordContent(ctx.services, record).signers : [];
  const isSame = signers.some(
    (signer) => signer.key === key && (signer.signedInAs ?? signer).affiliateId === ctx.user.affiliateId,
  );
  if (!isSame) throw fail('forms.already_submitted');
  return { documentId, state: 'submitted', medicalStatus: record.medicalStatus };
}

async function buildSigner(
  ctx: Context,
  { role, signerId }: { role: SignerRole; signerId: number },
  input: SubmittedSignature,
  formIds: readonly string[],
): Promise<RecordSigner> {
  const acknowledged = new Set(input.acknowledged.split(',').map((id) => id.trim()));
  const unread = formIds.filter((id) => !acknowledged.has(id));
  if (unread.length > 0) throw errorForPaths('forms.not_acknowledged', unread);
  const person = await requireSubject(ctx, signerId);
  const typedName = input.typedName ?? '';
  if (input.method === 'typed' && !isOwnName(typedName, person))
    throw fail('forms.name_differs', { path: 'typedName' });
  return {
    key: input.key,
    affiliateId: signerId,
    role,
    name: formatFullName(person),
    locale: input.locale,
    method: input.method,
    strokes: input.method === 'drawn' ? parseStrokes(input.strokes) : null,
    typedName: input.method === 'typed' ? typedName : null,
    acknowledged: [...formIds],
    signedAt: ctx.now.toISOString(),
    ip: ctx.request.ip,
    userAgent: (getHeader(ctx.request, 'user-agent') ?? '').slice(0, 500),
    ...(signerId !== ctx.user.affiliateId && { signedInAs: await findPhoneHolder(ctx) }),
  };
}

async function findPhoneHolder(ctx: Context): Promise<{ affiliateId: number; name: string }> {
  const holder = await requireSubject(ctx, ctx.user.affiliateId);
  return { affiliateId: holder.affiliateId, name: formatFullName(holder) };
}

function parseStrokes(text = '[]'): Strokes {
  let drawn: unknown;
  try {
    drawn = JSON.parse(text);
  } catch {
    throw failCall('request.invalid', { message: 'strokes are not valid JSON', path: 'strokes' });
  }
  const { data } = Strokes.safeParse(drawn);
  if (data === undefined) throw failCall('request.invalid', { message: 'strokes are invalid', path: 'strokes' });
  if (!isSignature(data)) throw fail('forms.signature_too_small', { path: 'strokes' });
  return data;
}

async function requestOtherSignature(ctx: Context, draft: DraftRow, { role, name, key }: RecordSigner): Promise<void> {
  if (role === 'diver') await notifySigners(ctx, draft, 'guardians', { notice: formNotices.guardianWanted, key });
  else await notifySigners(ctx, draft, 'diver', { notice: formNotices.diverWanted, values: { guardian: name }, key });
}
