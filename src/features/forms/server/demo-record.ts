import { readBrand } from '../../../platform/server/brand.ts';
import { canonicalJson } from '../../../platform/server/canonical-json.ts';
import type { Services } from '../../../platform/server/context.ts';
import { type Db, statement } from '../../../platform/server/db.ts';
import { enqueue } from '../../../platform/server/jobs.ts';
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

export interface DemoSigner {
  affiliateId: number;
  name: string;
  birthdate: string;
  packet: 'course' | 'medical';
  store: typeof demoStore | null;
  /** Answered with yes; all others with no. */
  yes?: readonly string[];
}

export const demoStore = { number: 20_001, name: 'Kelder Bay Diving' };
const member = { number: 100_001, name: 'Tomás Reyes' };

const region = 'EU';
const locale = 'en-US';

const hasRecord = statement<{ has: boolean }, [affiliateId: number, id: string]>(
  'select exists (select from form_record where affiliate_id = $1 and id = $2) as has',
);

/** Null where it was signed before. */
export async function signDemoForm(
  services: Services,
  db: Db,
  signer: DemoSigner,
  at: Date,
): Promise<{ content: RecordContent; sealedKey: string } | null> {
  const { affiliateId, name, packet, store } = signer;
  const id = uuidOf(`demo forms ${affiliateId}`);
  const [row] = await hasRecord(db, affiliateId, id);
  if (row?.has !== false) return null;
  const versions = library.versionsOf(packet, region);
  const names = { diverName: name, storeName: store?.name ?? null, memberName: member.name };
  const draft = { packet, region, versions, ...names } as const;
  const content = contentOf(services, id, signer, draft, at);
  const { key, sealedKey } = newRecordKey(services.env.SECRET_KEYS);
  const sealed = sealText(key, canonicalJson(content));
  const { validUntil, keepUntil, medicalStatus } = content;
  const facts = [packet, region, locale, JSON.stringify(versions)] as const;
  const named = [store?.number ?? null, member.number, null, false] as const;
  await insertRecord(
    db,
    affiliateId,
    id,
    ...facts,
    ...named,
    sealedKey,
    sealed,
    at,
    validUntil,
    keepUntil,
    medicalStatus,
    false,
  );
  await appendEntry(db, { recordId: id, kind: 'signed', ofId: id, digest: digestOf(content), at });
  await enqueue(db, makeDocument, { recordId: id }, { id });
  return { content, sealedKey };
}

function contentOf(
  services: Services,
  id: string,
  { affiliateId, name, birthdate, packet, store, yes = [] }: DemoSigner,
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
    store,
    member,
    association: readBrand(services.env.BRAND_FILE).name,
    replaces: null,
    answers: answersOf(governing, factAnswers(governing, birthdate, day), yes),
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
    medicalStatus: yes.length > 0 ? 'physician' : 'clear',
  };
}

function answersOf(forms: readonly FormView[], facts: Answers, yes: readonly string[]): Answers {
  const given = { ...facts, ...Object.fromEntries(yes.map((id) => [id, 'yes'])) };
  const open = openQuestions(forms, given).filter(({ id }) => given[id] === undefined);
  return { ...given, ...Object.fromEntries(open.map(({ id }) => [id, 'no'])) };
}
