import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Services } from '#platform/server/http/context.ts';
import { runAsPerson } from '#platform/server/auth/current-person.ts';
import { type Db, statement } from '#platform/server/db/database.ts';
import { enqueueFileDeletion } from '#platform/server/files/delete-files.ts';
import { defineJob, enqueue } from '#platform/server/jobs/jobs.ts';
import { encryptBytes } from '#platform/server/crypto/secrets.ts';
import { locales } from '#platform/shared/locale.ts';
import { findApprovedPhoto, cardNameSql, readPhoto } from '#features/account/server/public.ts';
import { type CardDocument, describeCard, drawCard, type DrawnCard } from './card-document.ts';
import { pickCulture } from '#features/certifications/server/card-info.ts';
import { signCard, type SignableCard } from '#features/certifications/server/credentials/sign-card.ts';

/** The key-derivation purpose of the encrypted files. */
export const cardFilePurpose = 'card-file';
const sweepAfterMs = 60 * 60_000;

const CardFileRequest = z.object({
  affiliateId: z.int(),
  licenseID: z.int(),
  /** Defaults to the person's own language. */
  culture: z.enum(locales).optional(),
});
export type CardFileRequest = z.output<typeof CardFileRequest>;

/** Renders a card again or in another language. Idempotent: current files are kept. */
export const makeCardFilesJob = defineJob(
  'certifications.make_card_files',
  { schema: CardFileRequest, retryLimit: 5 },
  ({ services }, card) => makeCardFiles(services, card),
);

/** Deletes files whose row was never written, because the job failed or the process died. */
export const sweepCardFiles = defineJob(
  'certifications.sweep_card_files',
  { schema: z.object({ affiliateId: z.int(), keys: z.array(z.string()) }), retryLimit: 20 },
  async ({ database, services }, { affiliateId, keys }) => {
    const named = new Set((await selectFileKeys(database.db, affiliateId)).map(({ key }) => key));
    for (const key of keys) if (!named.has(key)) await services.files.delete(key);
  },
);

export type CardToRender = SignableCard & Omit<DrawnCard, 'credential' | 'photoId'> & { language: string };

export const selectCardToRender = statement<CardToRender, [affiliateId: number, licenseID: number]>(`
  select c.affiliate_id as "affiliateId", c.license_id as "licenseID", c.level_id as "levelID",
    c.cert_date as "certDate", c.instructor_name as "instructorName", c.instructor_number as "instructorNumber",
    c.store_name as "storeName", c.store_number as "storeNumber", c.office, c.code,
    c.status_index as "statusIndex", c.credential, p.birthdate, p.language,
    ${cardNameSql('p')} as name
  from certification c join person p using (affiliate_id)
  where c.affiliate_id = $1 and c.license_id = $2 and c.ecard_at is not null and c.revoked_at is null`);
const selectFileKeys = statement<{ key: string }, [affiliateId: number]>(`
  select unnest(array[png_key, pdf_key]) as key from card_file where affiliate_id = $1`);

interface CardFile {
  digest: string;
  pngKey: string;
  pdfKey: string;
}

const selectFile = statement<CardFile, [affiliateId: number, licenseID: number, culture: string]>(`
  select digest, png_key as "pngKey", pdf_key as "pdfKey" from card_file
  where affiliate_id = $1 and license_id = $2 and culture = $3`);
const lockCard = statement<{ isThere: true }, [affiliateId: number, licenseID: number]>(`
  select true as "isThere" from certification
  where affiliate_id = $1 and license_id = $2 and revoked_at is null for update`);
const upsertFile = statement<
  { formerKeys: string[] | null },
  [affiliateId: number, licenseID: number, culture: string, digest: string, pngKey: string, pdfKey: string]
>(`
  with former as (
    select array[png_key, pdf_key] as keys from card_file where affiliate_id = $1 and license_id = $2 and culture = $3
  )
  insert into card_file (affiliate_id, license_id, culture, digest, png_key, pdf_key)
  values ($1, $2, $3, $4, $5, $6)
  on conflict (affiliate_id, license_id, culture) do update set
    digest = excluded.digest, png_key = excluded.png_key, pdf_key = excluded.pdf_key, made_at = now()
  returning (select keys from former) as "formerKeys"`);

/** The current card content, and its existing files in a language. */
export async function findCardFiles(
  services: Services,
  db: Db,
  card: CardToRender & { credential: string },
  request: CardFileRequest,
) {
  const culture = pickCulture(request.culture, card.language);
  const photo = await findApprovedPhoto.first(db, { affiliateId: card.affiliateId, photoId: null });
  const document = describeCard(services, culture, { ...card, photoId: photo?.id ?? null });
  const [file] = await selectFile(db, card.affiliateId, card.licenseID, culture);
  return { document, photo, file: file?.digest === document.digest ? file : null };
}

/** Signs the card if needed, and renders it when its files are missing or outdated. */
export async function makeCardFiles(services: Services, request: CardFileRequest): Promise<void> {
  // The document queue takes turns per diver, so a certified class doesn't delay everyone else's documents.
  await runAsPerson(request.affiliateId, () => signAndDraw(services, request));
}

async function signAndDraw(services: Services, request: CardFileRequest): Promise<void> {
  const { database, env, files } = services;
  const [card] = await selectCardToRender(database.db, request.affiliateId, request.licenseID);
  // The card was revoked or erased in the meantime.
  if (card === undefined) return;
  const credential = await signCard(services, database.db, card);
  const { document, photo, file } = await findCardFiles(services, database.db, { ...card, credential }, request);
  if (file !== null) return;
  const jpeg = photo && (await readPhoto(services, photo.fileKey));
  const { pdf, png } = await drawCard(document, jpeg ?? null, new Date());
  const keys = { png: `cards/${randomUUID()}.png`, pdf: `cards/${randomUUID()}.pdf` };
  const { affiliateId, licenseID } = card;
  // Files are written before their row; the sweep job is queued first, so no file is orphaned.
  const startAfter = new Date(Date.now() + sweepAfterMs);
  await enqueue(database.db, sweepCardFiles, { affiliateId, keys: Object.values(keys) }, { startAfter });
  const encryptFile = (bytes: Buffer) => encryptBytes(env.SECRET_KEYS, cardFilePurpose, bytes);
  await files.put(keys.png, encryptFile(png), 'application/octet-stream');
  await files.put(keys.pdf, encryptFile(pdf), 'application/octet-stream');
  await database.inTransaction(`card ${licenseID}`, (db) => storeFileKeys(db, card, document, keys));
}

async function storeFileKeys(
  db: Db,
  { affiliateId, licenseID }: CardToRender,
  { locale, digest }: CardDocument,
  keys: { png: string; pdf: string },
): Promise<void> {
  // The card's lock serializes changes to its files.
  const [isThere] = await lockCard(db, affiliateId, licenseID);
  if (isThere === undefined) return;
  const [stored] = await upsertFile(db, affiliateId, licenseID, locale, digest, keys.png, keys.pdf);
  await enqueueFileDeletion(db, stored?.formerKeys ?? []);
}
