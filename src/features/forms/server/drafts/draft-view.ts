import { openDraft } from '#features/forms/server/record-ciphers.ts';
import { loadBrand } from '#platform/server/config/brand.ts';
import type { Context, Services } from '#platform/server/http/context.ts';
import type { Locale } from '#platform/shared/locale.ts';
import { ageOn, isMinor } from '#domain/age.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import type { Answers, Draft, DraftSummary, FormView, Signer, SignerRole } from '#features/forms/shared/contract.ts';
import { factAnswers, openQuestions, dropClosedAnswers } from '#features/forms/shared/rules.ts';
import type { RecordSigner, DraftSignature } from '#features/forms/server/records/record-content.ts';
import type { DraftRow } from './queries.ts';
import { formLibrary } from '#features/forms/server/library/form-library.ts';

/** The forms of a packet in one language, each with the locale it was found in. */
export function localizeForms(
  { env }: Pick<Services, 'env'>,
  draft: Pick<DraftRow, 'packet' | 'versions' | 'region' | 'diverName' | 'storeName' | 'memberName'>,
  locale: Locale,
): { form: FormView; locale: Locale }[] {
  const names = {
    diver: draft.diverName,
    store: draft.storeName,
    instructor: draft.memberName,
    association: loadBrand(env.BRAND_FILE).name,
  };
  return sortVersions(draft).map(([id, version]) => formLibrary.view(id, version, draft.region, locale, names));
}

/** Reading order; jsonb doesn't preserve it. */
function sortVersions({
  packet,
  region,
  versions,
}: Pick<DraftRow, 'packet' | 'versions' | 'region'>): [string, number][] {
  const order = Object.keys(formLibrary.versionsOf(packet, region));
  const placeOf = (id: string) => (order.indexOf(id) + order.length + 1) % (order.length + 1);
  return Object.entries(versions).toSorted(([a], [b]) => placeOf(a) - placeOf(b));
}

/** The rules need only the questions, which are the same in every language. */
export function formsInEnglish(
  services: Pick<Services, 'env'>,
  draft: Parameters<typeof localizeForms>[1],
): FormView[] {
  return localizeForms(services, draft, 'en-US').map(({ form }) => form);
}

/** Answers are frozen by the first signature; until then those derived from the birthdate are computed for today. */
export function readAnswers({ env }: Pick<Services, 'env'>, draft: DraftRow, today: string): Answers {
  const stored = JSON.parse(openDraft(env, draft).decrypt('sealed_answers', draft.encryptedAnswers)) as Answers;
  if (draft.state === 'signing') return stored;
  const forms = formsInEnglish({ env }, draft);
  return dropClosedAnswers(forms, {
    ...stored,
    ...factAnswers(forms, draft.currentBirthdate ?? draft.birthdate, today),
  });
}

export function readSignatures({ env }: Pick<Services, 'env'>, draft: DraftRow): DraftSignature[] {
  const cipher = openDraft(env, draft);
  return draft.signatures.map(({ role, encrypted }) => {
    const own = cipher.for('form_signature', { affiliate_id: draft.affiliateId, draft_id: draft.id, role });
    return JSON.parse(own.decrypt('sealed_signature', encrypted)) as DraftSignature;
  });
}

/** A child signs on the guardian's device for Discover Scuba Diving, or without an email address to sign in with. */
export function canHandOver({ packet, hasEmail }: Pick<DraftRow, 'packet' | 'hasEmail'>): boolean {
  return packet === 'dsd' || !hasEmail;
}

/** A minor needs a guardian's signature as well. */
export function requiredSignerRoles(draft: DraftRow, today: string): SignerRole[] {
  return isMinor(draft.currentBirthdate, today) ? ['diver', 'guardian'] : ['diver'];
}

export function hasNewVersion(draft: DraftRow): boolean {
  const newest = Object.entries(formLibrary.versionsOf(draft.packet, draft.region));
  return (
    newest.length !== Object.keys(draft.versions).length ||
    newest.some(([id, version]) => draft.versions[id] !== version)
  );
}

export function toDraftSummary({ services, user, now, locale }: Context, draft: DraftRow): DraftSummary {
  const today = toIsoDate(now);
  const answers = readAnswers(services, draft, today);
  const questions = openQuestions(formsInEnglish(services, draft), answers);
  return {
    id: draft.id,
    affiliateId: draft.affiliateId,
    diverName: draft.diverName,
    isOwn: draft.affiliateId === user.affiliateId,
    canHandOver: canHandOver(draft),
    packet: draft.packet,
    name: services.messages.format(locale, `forms.packet.${draft.packet}`),
    region: draft.region,
    storeName: draft.storeName,
    memberName: draft.memberName,
    answered: questions.filter(({ id }) => (answers[id] ?? '') !== '').length,
    questions: questions.length,
    state: draft.state,
    waitsFor: findNextActor(draft, user.affiliateId, today),
    updatedDate: draft.updatedAt.toISOString(),
  };
}

function findNextActor(draft: DraftRow, reader: number, today: string): DraftSummary['waitsFor'] {
  const isDiver = draft.affiliateId === reader;
  // Both may fill it in; the one who started continues.
  if (draft.state === 'filling') return isDiver || draft.begunBy === reader ? 'you' : 'diver';
  const missing = requiredSignerRoles(draft, today).filter(
    (role) => !draft.signatures.some((signed) => signed.role === role),
  );
  if (missing.length === 0 || missing.includes(isDiver ? 'diver' : 'guardian')) return 'you';
  if (missing.includes('diver')) return 'diver';
  return draft.guardians.length > 0 || draft.invitedGuardian !== null ? 'guardian' : 'guardian_unknown';
}

export function toDraft(ctx: Context, draft: DraftRow, isRenewed: boolean): Draft {
  const today = toIsoDate(ctx.now);
  const shown = localizeForms(ctx.services, draft, ctx.locale);
  const birthdate = draft.currentBirthdate ?? draft.birthdate;
  const isChild = isMinor(birthdate, today);
  const guardians = isChild ? draft.guardians.map(({ name }) => name) : [];
  return {
    ...toDraftSummary(ctx, draft),
    storeNumber: draft.storeNumber,
    memberNumber: draft.memberNumber,
    birthdate,
    age: ageOn(birthdate, today),
    isMinor: isChild,
    locale: ctx.locale,
    forms: shown.map(({ form }) => form),
    answers: readAnswers(ctx.services, draft, today),
    revision: draft.revision,
    signers: toSigners(ctx, draft, today),
    invitedGuardian: isChild ? draft.invitedGuardian : null,
    canFill: draft.state === 'filling',
    replaces: draft.replaces,
    readers: [draft.diverName, ...guardians, draft.storeName, draft.memberName].filter((name) => name !== null),
    hasNewVersion: isRenewed || hasNewVersion(draft),
  };
}

function toSigners({ services, user }: Context, draft: DraftRow, today: string): Signer[] {
  const signed = readSignatures(services, draft).map(({ signer }) => signer);
  return requiredSignerRoles(draft, today).map((role) => {
    const signature = signed.find((signer) => signer.role === role);
    if (signature) return toSigner(signature, user.affiliateId);
    const isYou = role === 'diver' ? draft.affiliateId === user.affiliateId : draft.affiliateId !== user.affiliateId;
    return {
      role,
      name: role === 'diver' ? draft.diverName : guardianName(draft, user.affiliateId),
      isYou,
      signedDate: null,
      method: null,
      strokes: null,
      typedName: null,
      onPhoneOf: null,
    };
  });
}

/** The reader if they are a guardian, otherwise all guardians, any of whom may sign. */
function guardianName({ guardians }: DraftRow, reader: number): string | null {
  const own = guardians.find(({ affiliateId }) => affiliateId === reader);
  return own?.name ?? (guardians.map(({ name }) => name).join(', ') || null);
}

export function toSigner(signer: RecordSigner, reader: number): Signer {
  return {
    role: signer.role,
    name: signer.name,
    isYou: signer.affiliateId === reader,
    signedDate: signer.signedAt,
    method: signer.method,
    strokes: signer.strokes,
    typedName: signer.typedName,
    onPhoneOf: signer.signedInAs?.name ?? null,
  };
}
