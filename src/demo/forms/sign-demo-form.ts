import { loadBrand } from '#platform/server/config/brand.ts';
import { canonicalJson } from '#platform/server/crypto/canonical-json.ts';
import type { Services } from '#platform/server/http/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import { createRecordKey, encryptRecordText } from '#platform/server/crypto/record-key.ts';
import { createUuidFromText } from '#platform/server/crypto/uuid.ts';
import { ageOn } from '#domain/age.ts';
import { toIsoDate, addMonths } from '#platform/shared/dates.ts';
import type { Answers, FormView } from '#features/forms/shared/contract.ts';
import { factAnswers, openQuestions } from '#features/forms/shared/rules.ts';
import { appendChainEntry } from '#features/forms/server/chain/hash-chain.ts';
import { contentDigest, type RecordContent } from '#features/forms/server/records/record-content.ts';
import { formsInEnglish, localizeForms } from '#features/forms/server/drafts/draft-view.ts';
import { formLibrary } from '#features/forms/server/library/form-library.ts';
import { makeRecordDocument } from '#features/forms/server/documents/make-record-document.ts';
import { insertRecord } from '#features/forms/server/signing/submit-forms.ts';

export interface DemoSigner {
  affiliateId: number;
  name: string;
  birthdate: string;
  packet: 'course' | 'medical';
  store: typeof demoStore | null;
  /** Questions answered with yes. All others are answered with no. */
  yes?: readonly string[];
}

export const demoStore = { number: 20_001, name: 'Kelder Bay Diving' };
const member = { number: 100_001, name: 'Tomás Reyes' };

const region = 'EU';
const locale = 'en-US';

/** Signs the form, or returns null if it was signed before. */
export async function signDemoForm(
  services: Services,
  db: Db,
  signer: DemoSigner,
  at: Date,
): Promise<{ content: RecordContent; encryptedKey: string } | null> {
  const { affiliateId, name, packet, store } = signer;
  const id = createUuidFromText(`demo forms ${affiliateId}`);
  const signed = await db
    .selectFrom('form_record')
    .select('id')
    .where('affiliate_id', '=', affiliateId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (signed !== undefined) return null;
  const versions = formLibrary.versionsOf(packet, region);
  const names = { diverName: name, storeName: store?.name ?? null, memberName: member.name };
  const draft = { packet, region, versions, ...names } as const;
  const content = createContent(services, id, signer, draft, at);
  const { key, encryptedKey } = createRecordKey(services.env.SECRET_KEYS);
  const { validUntil, keepUntil, medicalStatus } = content;
  await insertRecord(db, {
    affiliateId,
    id,
    packet,
    region,
    locale,
    versions,
    storeNumber: store?.number ?? null,
    memberNumber: member.number,
    replaces: null,
    isMinor: false,
    encryptedKey,
    encryptedContent: encryptRecordText(key, canonicalJson(content)),
    signedAt: at,
    validUntil,
    keepUntil,
    medicalStatus,
    isCorrection: false,
  });
  await appendChainEntry(db, { recordId: id, kind: 'signed', ofId: id, digest: contentDigest(content), at });
  await enqueue(db, makeRecordDocument, { recordId: id }, { id });
  return { content, encryptedKey };
}

function createContent(
  services: Services,
  id: string,
  { affiliateId, name, birthdate, packet, store, yes = [] }: DemoSigner,
  draft: Parameters<typeof localizeForms>[1],
  at: Date,
): RecordContent {
  const governing = formsInEnglish(services, draft);
  const day = toIsoDate(at);
  const { validMonths, keepMonths } = formLibrary.termsOf(region);
  return {
    format: 1,
    id,
    packet,
    region,
    versions: draft.versions,
    diver: { affiliateId, name, birthdate, age: ageOn(birthdate, day), isMinor: false },
    store,
    member,
    association: loadBrand(services.env.BRAND_FILE).name,
    replaces: null,
    answers: createAnswers(governing, factAnswers(governing, birthdate, day), yes),
    shown: [{ locale, forms: localizeForms(services, draft, locale) }],
    governing,
    signers: [
      {
        key: createUuidFromText(`demo signature ${affiliateId}`),
        affiliateId,
        role: 'diver',
        name,
        locale,
        method: 'typed',
        strokes: null,
        typedName: name,
        acknowledged: governing.map((form) => form.id),
        signedAt: at.toISOString(),
        ip: '192.0.2.10',
        userAgent: '',
      },
    ],
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
