import type { Context } from '../../../platform/server/context.ts';
import { header } from '../../../platform/server/access.ts';
import { openRecordKey, sealText } from '../../../platform/server/record-key.ts';
import { roleOf } from '../../../platform/shared/access.ts';
import { fail as failAnywhere } from '../../../platform/shared/errors.ts';
import type { Locale } from '../../../platform/shared/locale.ts';
import { demandSubject, fullNameOf } from '../../account/server/public.ts';
import { dayOf } from '../../account/shared/rules.ts';
import { type MedicalStatus, type SignerRole, Strokes } from '../shared/contract.ts';
import { fail } from '../shared/error-contract.ts';
import { formNotices } from '../shared/notices.ts';
import { isOwnName, isSignature, missingQuestions } from '../shared/rules.ts';
import { refuse } from './answering.ts';
import type { RecordSigner, Signed } from './content-shape.ts';
import { demandAge, isReader, outdatedBy, renewAside, sealAnswers } from './draft-access.ts';
import { answersOf, canHandOver, formsOf, rolesOf, shownForms, signedBy } from './draft-view.ts';
import * as sql from './drafts-sql.ts';
import type { DraftRow } from './drafts-sql.ts';
import { findRecord, isOpen, openContent } from './records.ts';
import { submit } from './submitting.ts';
import { askForSignature } from './telling.ts';
import type { FormUses } from './uses.ts';

export interface GivenSignature {
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

interface Stored {
  documentId: string;
  state: 'signing' | 'submitted';
  medicalStatus: MedicalStatus | null;
}

/** One signature. With the last one that is wanted the forms are submitted, in the same transaction. */
export async function storeSignature(ctx: Context, uses: FormUses, given: GivenSignature): Promise<Stored> {
  const { documentId, key } = given;
  await renewOutdated(ctx, documentId);
  await sql.lockDraft(ctx.db, documentId);
  const draft = await findSignable(ctx, documentId);
  if (draft === null) return answerSubmitted(ctx, given);

  // Whoever reads another's draft is a guardian, on whose phone the child may sign as well.
  if (given.signsAs === 'diver' && draft.affiliateId !== ctx.user.affiliateId && !canHandOver(draft))
    throw fail('forms.not_a_signer');
  const isDiver = draft.affiliateId === ctx.user.affiliateId || given.signsAs === 'diver';
  const role: SignerRole = isDiver ? 'diver' : 'guardian';
  const signerId = isDiver ? draft.affiliateId : ctx.user.affiliateId;
  const former = draft.signatures.find((signature) => signature.role === role);
  if (former?.id === key && former.signerId === signerId) return { documentId, state: 'signing', medicalStatus: null };
  if (former) throw fail('forms.already_signed');
  const today = dayOf(ctx.now);
  demandAge(draft.currentBirthdate, draft.packet, today);
  const outdated = outdatedBy(draft, today);
  if (outdated) throw fail(outdated);
  if (given.revision !== draft.revision) throw fail('forms.answers_changed');
  const forms = formsOf(ctx.services, draft);
  const answers = answersOf(ctx.services, draft, today);
  const missing = missingQuestions(forms, answers);
  if (missing.length > 0) throw refuse('forms.incomplete', missing);

  const signer = await readSigner(
    ctx,
    { role, signerId },
    given,
    forms.map(({ id }) => id),
  );
  // Kept with the signature: until the other signs, a shop may change its name or a translation may come.
  const { locale } = given;
  const shown = { locale, forms: shownForms(ctx.services, draft, locale) };
  const own: Signed = { signer, shown };
  const sealed = sealText(openRecordKey(ctx.services.env.SECRET_KEYS, draft.sealedKey), JSON.stringify(own));
  const { affiliateId } = draft;
  await sql.dropSignature(ctx.db, affiliateId, documentId, role);
  const [stored] = await sql.insertSignature(
    ctx.db,
    affiliateId,
    documentId,
    role,
    key,
    signer.affiliateId,
    sealed,
    ctx.now,
  );
  if (stored === undefined) throw failAnywhere('request.invalid', { message: 'the key is another’s', path: 'key' });

  const signed = [...signedBy(ctx.services, draft), own];
  if (rolesOf(draft, today).every((wanted) => signed.some((one) => one.signer.role === wanted)))
    return { documentId, state: 'submitted', medicalStatus: await submit(ctx, uses, draft, answers, signed) };
  await sql.freezeDraft(ctx.db, affiliateId, documentId, sealAnswers(ctx, draft, answers), ctx.now);
  await askTheOther(ctx, draft, signer);
  return { documentId, state: 'signing', medicalStatus: null };
}

/** Found out before anything is held, so that what is renewed stays although the signature is refused. */
async function renewOutdated(ctx: Context, id: string): Promise<void> {
  const draft = await findSignable(ctx, id);
  if (draft === null) return;
  const today = dayOf(ctx.now);
  const outdated = outdatedBy(draft, today);
  if (outdated !== null && draft.currentBirthdate !== null) await renewAside(ctx, id);
  demandAge(draft.currentBirthdate, draft.packet, today);
  if (outdated !== null) throw fail(outdated);
}

/** Null where there is none any more: it may have been submitted. Staff see that it is there, and sign nothing. */
async function findSignable(ctx: Context, id: string): Promise<DraftRow | null> {
  const [draft] = await sql.selectDraft(ctx.db, id);
  if (draft === undefined || isReader(ctx, draft)) return draft ?? null;
  throw roleOf(ctx.user.affiliateTypeId) === 'staff' ? fail('forms.not_a_signer') : failAnywhere('not_found');
}

/** The same signature again is answered as before; another one comes too late. */
async function answerSubmitted(ctx: Context, { documentId, key }: GivenSignature): Promise<Stored> {
  const record = await findRecord(ctx, documentId);
  if (record.relation !== 'self' && record.relation !== 'guardian') throw fail('forms.not_a_signer');
  const signers = isOpen(record) ? openContent(ctx.services, record).signers : [];
  const isSame = signers.some(
    (signer) => signer.key === key && (signer.signedInAs ?? signer).affiliateId === ctx.user.affiliateId,
  );
  if (!isSame) throw fail('forms.already_submitted');
  return { documentId, state: 'submitted', medicalStatus: record.medicalStatus };
}

async function readSigner(
  ctx: Context,
  { role, signerId }: { role: SignerRole; signerId: number },
  given: GivenSignature,
  formIds: readonly string[],
): Promise<RecordSigner> {
  const acknowledged = new Set(given.acknowledged.split(',').map((id) => id.trim()));
  const unread = formIds.filter((id) => !acknowledged.has(id));
  if (unread.length > 0) throw refuse('forms.not_acknowledged', unread);
  const person = await demandSubject(ctx, signerId);
  const typedName = given.typedName ?? '';
  if (given.method === 'typed' && !isOwnName(typedName, person))
    throw fail('forms.name_differs', { path: 'typedName' });
  return {
    key: given.key,
    affiliateId: signerId,
    role,
    name: fullNameOf(person),
    locale: given.locale,
    method: given.method,
    strokes: given.method === 'drawn' ? readStrokes(given.strokes) : null,
    typedName: given.method === 'typed' ? typedName : null,
    acknowledged: [...formIds],
    signedAt: ctx.now.toISOString(),
    ip: ctx.request.ip,
    userAgent: (header(ctx.request, 'user-agent') ?? '').slice(0, 500),
    ...(signerId !== ctx.user.affiliateId && { signedInAs: await readHolder(ctx) }),
  };
}

/** The guardian on whose phone a child signs. */
async function readHolder(ctx: Context): Promise<{ affiliateId: number; name: string }> {
  const holder = await demandSubject(ctx, ctx.user.affiliateId);
  return { affiliateId: holder.affiliateId, name: fullNameOf(holder) };
}

function readStrokes(text = '[]'): Strokes {
  let drawn: unknown;
  try {
    drawn = JSON.parse(text);
  } catch {
    throw failAnywhere('request.invalid', { message: 'the strokes are not JSON', path: 'strokes' });
  }
  const { data } = Strokes.safeParse(drawn);
  if (data === undefined) throw failAnywhere('request.invalid', { message: 'these are no strokes', path: 'strokes' });
  if (!isSignature(data)) throw fail('forms.signature_too_small', { path: 'strokes' });
  return data;
}

async function askTheOther(ctx: Context, draft: DraftRow, { role, name, key }: RecordSigner): Promise<void> {
  if (role === 'diver') await askForSignature(ctx, draft, 'guardians', { notice: formNotices.guardianWanted, key });
  else await askForSignature(ctx, draft, 'diver', { notice: formNotices.diverWanted, values: { guardian: name }, key });
}
