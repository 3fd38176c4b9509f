import { createHash, randomUUID } from 'node:crypto';
import type { ClientConfig } from 'pg';
import { type ChainEntryContent, digestChainEntry } from '#features/forms/server/chain/hash-chain.ts';
import type { RecordContent } from '#features/forms/server/records/record-content.ts';
import { formLibrary } from '#features/forms/server/library/form-library.ts';
import { makeRecordPdf } from '#features/forms/server/documents/record-pdf.ts';
import { signDocument } from '#features/forms/server/documents/sign-document.ts';
import { verifyForms } from '#features/forms/server/chain/verify-forms.ts';
import { chainOf, hashLink } from '#platform/server/chains/chains.ts';
import { emptyChain, lastSeq, loadEnds } from '#platform/server/chains/heads.ts';
import { canonicalJson } from '#platform/server/crypto/canonical-json.ts';
import type { Services } from '#platform/server/http/context.ts';
import { RecordCipher } from '#platform/server/crypto/record-cipher.ts';
import type { Locale } from '#platform/shared/locale.ts';
import { readCpuSeconds } from './cpu-usage.ts';
import { withServices } from './services.ts';

/** One language per script: Latin, Cyrillic, Arabic, Hebrew, Thai, Japanese. */
const scripts: readonly Locale[] = ['en-US', 'ru-RU', 'ar-SA', 'iw-IL', 'th-TH', 'ja-JP'];
const warmUps = 3;
const rounds = 5;
const documentsPerRound = 4;
const diver = 970_001;
/** Only a fifth of the records have a document, because verifying its hash and signature is the slowest part. */
export const chainSize = { records: 50_000, documents: 10_000 };
const batch = 500;
/** Time until all worker threads are started and warm. */
const settledMs = 15_000;

export const limits = { pdfMs: 150, verifyS: 30, grownMb: 200 };

export interface FormsSpeed {
  /** CPU time of one document, from the record to the signed file. */
  pdfMs: { locale: Locale; ms: number }[];
  verifyS: number;
  /** Growth from the peak of the warm-up to the overall peak. */
  grownMb: number;
  problems: number;
}

export async function measureForms(connection: ClientConfig, secret: string): Promise<FormsSpeed> {
  return withServices(connection, secret, async (services) => {
    await services.database.pool.query(
      `insert into person (affiliate_id, sub, given_name, family_name, birthdate)
       values ($1::bigint, 'forms-' || $1::bigint, 'Maren', 'Lindqvist', '1994-03-17') on conflict do nothing`,
      [diver],
    );
    const pdfMs = await measurePdfs(services);
    // The files of the demo's signed forms are in the portal's folder, where these services don't find them.
    const former = await verifyForms(services, () => undefined);
    await fillChain(services);
    return { pdfMs, ...(await verifyAll(services, former)) };
  });
}

/** A DSD guest's forms in the EU, with one medical issue. */
function createContent(id: string, locale: Locale): RecordContent {
  const names = { diver: 'Maren Lindqvist', store: 'Kelder Bay Diving', instructor: null, association: 'Bluewater' };
  const versions = formLibrary.versionsOf('dsd', 'EU');
  const viewed = (language: Locale) =>
    Object.entries(versions).map(([form, version]) => formLibrary.view(form, version, 'EU', language, names));
  const governing = viewed('en-US').map(({ form }) => form);
  const questions = governing.flatMap(({ sections }) =>
    sections.filter(({ opensWith }) => opensWith === null).flatMap((section) => section.questions),
  );
  const at = '2026-06-08T10:42:00.000Z';
  return {
    format: 1,
    id,
    packet: 'dsd',
    region: 'EU',
    versions,
    diver: { affiliateId: diver, name: names.diver, birthdate: '1994-03-17', age: 32, isMinor: false },
    store: { number: 20_001, name: names.store },
    member: null,
    association: names.association,
    replaces: null,
    answers: Object.fromEntries(questions.map((question) => [question.id, question.asksPhysician ? 'yes' : 'no'])),
    shown: [{ locale, forms: viewed(locale) }],
    governing,
    signers: [
      {
        key: id,
        affiliateId: diver,
        role: 'diver',
        name: names.diver,
        locale,
        method: 'drawn',
        strokes: Array.from({ length: 6 }, (_, n) =>
          Array.from({ length: 60 }, (_point, step) => 40 + n * 70 + Math.round(40 * Math.sin(step / 3 + n))),
        ),
        typedName: null,
        acknowledged: Object.keys(versions),
        signedAt: at,
        ip: '203.0.113.9',
        userAgent: 'Mozilla/5.0',
      },
    ],
    signedAt: at,
    validUntil: '2027-06-08',
    keepUntil: '2031-06-08',
    medicalStatus: 'physician',
  };
}

async function makeSigned(services: Services, content: RecordContent): Promise<Buffer> {
  return signDocument(services, await makeRecordPdf(services, content), { at: new Date(), reason: 'Signed' });
}

/** The fastest round counts, because other load on the machine only slows rounds down. */
async function measurePdfs(services: Services): Promise<FormsSpeed['pdfMs']> {
  const pdfMs = [];
  for (const locale of scripts) {
    const content = createContent(randomUUID(), locale);
    const seconds: number[] = [];
    for (let round = -warmUps; round < rounds; round++) {
      const before = await readCpuSeconds();
      // Several documents per round, because CPU time is counted in hundredths of a second.
      for (let made = 0; made < documentsPerRound; made++) await makeSigned(services, content);
      if (round >= 0) seconds.push(((await readCpuSeconds()) - before) / documentsPerRound);
    }
    pdfMs.push({ locale, ms: Math.min(...seconds) * 1_000 });
  }
  return pdfMs;
}

/** Inserts the records a large association signs in years, each with its own key and chain entries. */
async function fillChain(services: Services): Promise<void> {
  const { pool } = services.database;
  const pdf = await makeSigned(services, createContent(randomUUID(), 'en-US'));
  const pdfDigest = sha256(pdf);
  const template = createContent(randomUUID(), 'en-US');
  const heads = await loadEnds(services.database.db, 'form');
  let seq = lastSeq(heads);
  const appendEntry = (recordId: string, kind: 'signed' | 'document', ofId: string, digest: string) => {
    seq += 1;
    const chain = chainOf(recordId);
    const { entries, hash: previous } = heads.get(chain) ?? emptyChain;
    const content: ChainEntryContent = {
      at_us: Date.parse(template.signedAt) * 1_000 + seq,
      record_id: recordId,
      kind,
      of_id: ofId,
      digest,
    };
    const link = { seq, chain, chain_seq: entries + 1, prev_hash: previous };
    const hash = hashLink('form', link, digestChainEntry(content));
    heads.set(chain, { entries: entries + 1, seq, hash });
    return { ...content, ...link, hash };
  };
  for (let done = 0; done < chainSize.records; done += batch) {
    const rows = await Promise.all(
      Array.from({ length: batch }, async (_, n) => {
        const id = randomUUID();
        const cipher = RecordCipher.create('form_record', { affiliate_id: diver, id });
        const encryptedKey = cipher.encryptKey(services.env.SECRET_KEYS);
        const text = canonicalJson({ ...template, id });
        const file = done + n < chainSize.documents ? { id: randomUUID(), key: `forms/${id}` } : null;
        if (file) await services.files.put(file.key, cipher.encryptFile(file.key, pdf), 'application/octet-stream');
        return { id, encryptedKey, encrypted: cipher.encrypt('sealed_content', text), digest: sha256(text), file };
      }),
    );
    const blobs = rows.flatMap(({ id, encryptedKey, file }) => (file ? [{ id, encryptedKey, file }] : []));
    const entries = rows.flatMap(({ id, digest, file }) => [
      appendEntry(id, 'signed', id, digest),
      ...(file ? [appendEntry(id, 'document', file.id, pdfDigest)] : []),
    ]);
    await pool.query(
      `insert into form_record (affiliate_id, id, packet, region, locale, versions, store_number, is_minor, sealed_key,
         sealed_content, signed_at, valid_until, keep_until, medical_status, medical_changed_at)
       select $1, id, 'dsd', 'EU', 'en-US', $2::jsonb, 20001, false, key, content, $3, '2027-06-08', '2031-06-08',
         'physician', $3
       from unnest($4::uuid[], $5::text[], $6::text[]) as t(id, key, content)`,
      [
        diver,
        JSON.stringify(template.versions),
        template.signedAt,
        rows.map(({ id }) => id),
        rows.map(({ encryptedKey }) => encryptedKey),
        rows.map(({ encrypted }) => encrypted),
      ],
    );
    await pool.query(
      `insert into form_blob (affiliate_id, record_id, id, kind, content_type, sealed_key, file_key, bytes, sha256)
       select $1, record, id, 'document', 'application/pdf', key, file, $2, $3
       from unnest($4::uuid[], $5::uuid[], $6::text[], $7::text[]) as t(record, id, key, file)`,
      [
        diver,
        pdf.length,
        pdfDigest,
        blobs.map(({ id }) => id),
        blobs.map(({ file }) => file.id),
        blobs.map(({ encryptedKey }) => encryptedKey),
        blobs.map(({ file }) => file.key),
      ],
    );
    await pool.query(
      `insert into form_entry (seq, chain, chain_seq, at, record_id, kind, of_id, digest, prev_hash, hash)
       select seq, chain, chain_seq, timestamptz 'epoch' + at_us * interval '1 microsecond', record_id, kind, of_id, digest, prev_hash, hash
       from json_populate_recordset(null::record, $1::json)
         as t(seq bigint, chain smallint, chain_seq bigint, at_us bigint, record_id uuid, kind text, of_id uuid, digest text, prev_hash text, hash text)`,
      [JSON.stringify(entries)],
    );
  }
  await pool.query(
    `update chain_head h set entries = t.entries, seq = t.seq, hash = t.hash
     from json_populate_recordset(null::record, $1::json) as t(chain smallint, entries bigint, seq bigint, hash text)
     where h.log = 'form' and h.chain = t.chain`,
    [JSON.stringify([...heads].map(([chain, head]) => ({ chain, ...head })))],
  );
  await pool.query("select setval('form_entry_seq', $1)", [seq]);
  await pool.query('vacuum analyze form_record, form_blob, form_entry');
}

async function verifyAll(
  services: Services,
  former: { records: number; files: number; problems: number },
): Promise<Omit<FormsSpeed, 'pdfMs'>> {
  let warmUpPeak = 0;
  let peak = 0;
  const start = performance.now();
  const watch = setInterval(() => {
    const { rss } = process.memoryUsage();
    if (performance.now() - start < settledMs) warmUpPeak = Math.max(warmUpPeak, rss);
    peak = Math.max(peak, rss);
  }, 50);
  const problems: string[] = [];
  const check = await verifyForms(services, (problem) => problems.push(problem));
  clearInterval(watch);
  if (check.problems !== former.problems) for (const problem of problems) console.log(`  ${problem}`);
  const [records, files] = [check.records - former.records, check.files - former.files];
  if (records !== chainSize.records || files !== chainSize.documents)
    throw new Error(`verified ${records} of ${chainSize.records} records and ${files} of ${chainSize.documents} files`);
  return {
    verifyS: (performance.now() - start) / 1_000,
    grownMb: Math.max(0, peak - warmUpPeak) / 1e6,
    problems: check.problems - former.problems,
  };
}

function sha256(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}
