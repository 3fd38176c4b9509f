import { RecordCipher } from '#platform/server/crypto/record-cipher.ts';
import { loadBrand } from '#platform/server/config/brand.ts';
import { canonicalJson } from '#platform/server/crypto/canonical-json.ts';
import type { Services } from '#platform/server/http/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { createUuidFromText } from '#platform/server/crypto/uuid.ts';
import { ageOn, isMinor } from '#domain/age.ts';
import { toIsoDate, addMonths } from '#platform/shared/dates.ts';
import { formatPersonName, type Person, type Professional } from '#demo/world/people.ts';
import type { DemoStore } from '#demo/world/places.ts';
import type { Answers, FormView } from '#features/forms/shared/contract.ts';
import { factAnswers, openQuestions } from '#features/forms/shared/rules.ts';
import { appendChainEntry } from '#features/forms/server/chain/hash-chain.ts';
import { contentDigest, type RecordContent } from '#features/forms/server/records/record-content.ts';
import { formsInEnglish, localizeForms } from '#features/forms/server/drafts/draft-view.ts';
import { formLibrary } from '#features/forms/server/library/form-library.ts';
import { insertRecord } from '#features/forms/server/signing/submit-forms.ts';

/** A packet of forms that was signed on a moment. */
export interface SignedForms {
  person: Person;
  /** The guardian of a minor. */
  guardian: Person | null;
  packet: 'course' | 'dsd' | 'medical';
  at: Date;
  store: DemoStore | null;
  teacher: Professional | null;
  /** Questions answered with yes. All others are answered with no. */
  yes?: readonly string[];
}

const locale = 'en-US';

/** Signs the forms as the portal would have done then, with their entry in the chain. */
export async function signDemoForms(
  services: Services,
  db: Db,
  forms: SignedForms,
): Promise<{ content: RecordContent; encryptedKey: string }> {
  const { person, packet, store, teacher, at } = forms;
  const { affiliateId } = person;
  const id = createUuidFromText(`demo forms ${affiliateId} ${packet} ${toIsoDate(at)}`);
  const region = formLibrary.regionOf(store?.country ?? 'GB');
  const versions = formLibrary.versionsOf(packet, region);
  const names = {
    diverName: formatPersonName(person),
    storeName: store?.name ?? null,
    memberName: teacher?.name ?? null,
  };
  const content = createContent(services, id, forms, { packet, region, versions, ...names });
  const cipher = RecordCipher.create('form_record', { affiliate_id: affiliateId, id });
  const encryptedKey = cipher.encryptKey(services.env.SECRET_KEYS);
  const { validUntil, keepUntil, medicalStatus } = content;
  await insertRecord(db, {
    affiliateId,
    id,
    packet,
    region,
    locale,
    versions,
    storeNumber: store?.storeNumber ?? null,
    memberNumber: teacher?.memberNumber ?? null,
    replaces: null,
    isMinor: content.diver.isMinor,
    encryptedKey,
    encryptedContent: cipher.encrypt('sealed_content', canonicalJson(content)),
    signedAt: at,
    validUntil,
    keepUntil,
    medicalStatus,
    isCorrection: false,
  });
  appendChainEntry(db, { recordId: id, kind: 'signed', ofId: id, digest: contentDigest(content), at });
  return { content, encryptedKey };
}

function createContent(
  services: Services,
  id: string,
  { person, guardian, store, teacher, yes = [], at }: SignedForms,
  draft: Parameters<typeof localizeForms>[1],
): RecordContent {
  const { affiliateId, birthdate } = person;
  if (birthdate === null) throw new Error(`demo person ${affiliateId} signs forms without a birthdate`);
  const governing = formsInEnglish(services, draft);
  const day = toIsoDate(at);
  const { validMonths, keepMonths } = formLibrary.termsOf(draft.region);
  const acknowledged = governing.map((form) => form.id);
  const sign = (signer: Person, role: 'diver' | 'guardian') => ({
    key: createUuidFromText(`demo signature ${id} ${role}`),
    affiliateId: signer.affiliateId,
    role,
    name: formatPersonName(signer),
    locale: 'en-US' as const,
    method: 'typed' as const,
    strokes: null,
    typedName: formatPersonName(signer),
    acknowledged,
    signedAt: at.toISOString(),
    ip: '192.0.2.10',
    userAgent: '',
  });
  return {
    format: 1,
    id,
    packet: draft.packet,
    region: draft.region,
    versions: draft.versions,
    diver: {
      affiliateId,
      name: formatPersonName(person),
      birthdate,
      age: ageOn(birthdate, day),
      isMinor: isMinor(birthdate, day),
    },
    store: store && { number: store.storeNumber, name: store.name },
    member: teacher && { number: teacher.memberNumber, name: teacher.name },
    association: loadBrand(services.env.BRAND_FILE).name,
    replaces: null,
    answers: createAnswers(governing, factAnswers(governing, birthdate, day), yes),
    shown: [{ locale, forms: localizeForms(services, draft, locale) }],
    governing,
    signers: [sign(person, 'diver'), ...(guardian === null ? [] : [sign(guardian, 'guardian')])],
    signedAt: at.toISOString(),
    validUntil: addMonths(day, validMonths),
    keepUntil: addMonths(day, keepMonths),
    medicalStatus: yes.length > 0 ? 'physician' : 'clear',
  };
}

function createAnswers(forms: readonly FormView[], facts: Answers, yes: readonly string[]): Answers {
  const answers = { ...facts, ...Object.fromEntries(yes.map((id) => [id, 'yes'])) };
  const open = openQuestions(forms, answers).filter(({ id }) => answers[id] === undefined);
  return { ...answers, ...Object.fromEntries(open.map(({ id }) => [id, 'no'])) };
}
