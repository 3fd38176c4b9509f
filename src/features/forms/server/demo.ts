import * as z from 'zod';
import { readBrand } from '../../../platform/server/brand.ts';
import { canonicalJson } from '../../../platform/server/canonical-json.ts';
import type { Services } from '../../../platform/server/context.ts';
import { type Db, statement } from '../../../platform/server/db.ts';
import { defineJob, enqueue } from '../../../platform/server/jobs.ts';
import { newRecordKey, sealText } from '../../../platform/server/record-key.ts';
import { uuidOf } from '../../../platform/server/uuid.ts';
import { ageOn, dayOf } from '../../account/shared/rules.ts';
import type { Answers, FormView } from '../shared/contract.ts';
import { addMonths, factAnswers, openQuestions } from '../shared/rules.ts';
import { appendEntry } from './chain.ts';
import { digestOf, type RecordContent } from './content-shape.ts';
import { formsOf, shownForms } from './draft-view.ts';
import { library } from './library.ts';
import { makeDocument } from './make-document.ts';
import { insertRecord } from './submitting.ts';

/** Students of the demo instructor who have signed the forms of their course, and answered every question with no. */
const signers = [
  { affiliateId: 400_050, name: 'Keiko Arai', birthdate: '1991-04-12', signedOn: '09-05' },
  { affiliateId: 400_052, name: 'Clara Novak', birthdate: '1985-12-30', signedOn: '08-09' },
] as const;
type DemoSigner = (typeof signers)[number];

const member = { number: 100_001, name: 'Tomás Reyes' };
const packet = 'course';
const region = 'EU';
const locale = 'en-US';

const hasRecord = statement<{ has: boolean }, [affiliateId: number, id: string]>(
  'select exists (select from form_record where affiliate_id = $1 and id = $2) as has',
);

/** A job, because the documents take a moment to make. Signing them again changes nothing. */
export const signDemoForms = defineJob(
  'forms.demo-records',
  { schema: z.object({ year: z.int() }) },
  async ({ services, database }, { year }) => {
    for (const signer of signers)
      await database.inTransaction('demo forms', (db) =>
        sign(services, db, signer, new Date(`${year}-${signer.signedOn}T15:20:00Z`)),
      );
  },
);

async function sign(services: Services, db: Db, signer: DemoSigner, at: Date): Promise<void> {
  const { affiliateId, name } = signer;
  const id = uuidOf(`demo forms ${affiliateId}`);
  const [row] = await hasRecord(db, affiliateId, id);
  if (row?.has !== false) return;
  const versions = library.versionsOf(packet, region);
  const draft = { packet, region, versions, diverName: name, storeName: null, memberName: member.name } as const;
  const content = contentOf(services, id, signer, draft, at);
  const { key, sealedKey } = newRecordKey(services.env.SECRET_KEYS);
  const sealed = sealText(key, canonicalJson(content));
  const { validUntil, keepUntil, medicalStatus } = content;
  const facts = [packet, region, locale, JSON.stringify(versions), null, member.number, null, false] as const;
  await insertRecord(db, affiliateId, id, ...facts, sealedKey, sealed, at, validUntil, keepUntil, medicalStatus);
  await appendEntry(db, { recordId: id, kind: 'signed', ofId: id, digest: digestOf(content), at });
  await enqueue(db, makeDocument, { recordId: id }, { id });
}

function contentOf(
  services: Services,
  id: string,
  { affiliateId, name, birthdate }: DemoSigner,
  draft: Parameters<typeof shownForms>[1],
  at: Date,
): RecordContent {
  const governing = formsOf(services, draft);
  const day = dayOf(at);
  const { validMonths, keepMonths } = library.termsOf(region);
  return {
    format: 1,
    id,
    packet,
    region,
    versions: draft.versions,
    diver: { affiliateId, name, birthdate, age: ageOn(birthdate, day), isMinor: false },
    store: null,
    member,
    association: readBrand(services.env.BRAND_FILE).name,
    replaces: null,
    answers: answerNo(governing, factAnswers(governing, birthdate, day)),
    shown: [{ locale, forms: shownForms(services, draft, locale) }],
    governing,
    signers: [
      {
        key: uuidOf(`demo signature ${affiliateId}`),
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
    medicalStatus: 'clear',
  };
}

function answerNo(forms: readonly FormView[], facts: Answers): Answers {
  const open = openQuestions(forms, facts).filter(({ id }) => facts[id] === undefined);
  return { ...facts, ...Object.fromEntries(open.map(({ id }) => [id, 'no'])) };
}
