import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Services } from '#platform/server/http/context.ts';
import { runAsPerson } from '#platform/server/auth/current-person.ts';
import type { Db } from '#platform/server/db/database.ts';
import { query, type Params, type Row } from '#platform/server/db/query.ts';
import { enqueueFileDeletion } from '#platform/server/files/delete-files.ts';
import { defineJob, enqueue } from '#platform/server/jobs/jobs.ts';
import { encryptFile } from '#platform/server/crypto/secrets.ts';
import { locales } from '#platform/shared/locale.ts';
import { findApprovedPhoto, readPhoto } from '#features/account/server/public.ts';
import { type CardDocument, describeCard, drawCard } from './card-document.ts';
import { pickCulture } from '#features/certifications/server/card-info.ts';
import { signCard } from '#features/certifications/server/credentials/sign-card.ts';

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
    const named = new Set((await listFileKeys(database.db, { affiliateId })).map(({ key }) => key));
    for (const key of keys) if (!named.has(key)) await services.files.delete(key);
  },
);

export const findCardToRender = query((db, p: Params<{ affiliateId: number; licenseID: number }>) =>
  db
    .selectFrom('certification as c')
    .innerJoin('person as p', 'p.affiliate_id', 'c.affiliate_id')
    .innerJoin('person_name as n', 'n.affiliate_id', 'c.affiliate_id')
    .select((eb) => [
      'c.affiliate_id as affiliateId',
      'c.license_id as licenseID',
      'c.level_id as levelID',
      'c.cert_date as certDate',
      'c.instructor_name as instructorName',
      'c.instructor_number as instructorNumber',
      'c.store_name as storeName',
      'c.store_number as storeNumber',
      'c.office',
      eb.ref('c.code').$notNull().as('code'),
      eb.ref('c.status_index').$notNull().as('statusIndex'),
      'c.credential',
      'p.birthdate',
      'p.language',
      'n.card_name as name',
    ])
    .where('c.affiliate_id', '=', p.affiliateId)
    .where('c.license_id', '=', p.licenseID)
    .where('c.ecard_at', 'is not', null)
    .where('c.revoked_at', 'is', null),
);
export type CardToRender = Row<typeof findCardToRender>;

const listFileKeys = query((db, p: Params<{ affiliateId: number }>) =>
  db
    .selectFrom('card_file')
    .select(sql<string>`unnest(array[png_key, pdf_key])`.as('key'))
    .where('affiliate_id', '=', p.affiliateId),
);

interface FileScope {
  affiliateId: number;
  licenseID: number;
  culture: string;
}

const findFile = query((db, p: Params<FileScope>) =>
  db
    .selectFrom('card_file')
    .select(['digest', 'png_key as pngKey', 'pdf_key as pdfKey'])
    .where('affiliate_id', '=', p.affiliateId)
    .where('license_id', '=', p.licenseID)
    .where('culture', '=', p.culture),
);
const lockCard = query((db, p: Params<{ affiliateId: number; licenseID: number }>) =>
  db
    .selectFrom('certification')
    .select('license_id')
    .where('affiliate_id', '=', p.affiliateId)
    .where('license_id', '=', p.licenseID)
    .where('revoked_at', 'is', null)
    .forNoKeyUpdate(),
);
const upsertFile = query((db, p: Params<FileScope & { digest: string; pngKey: string; pdfKey: string }>) =>
  db
    .with('former', (db) =>
      db
        .selectFrom('card_file')
        .select(sql<string[]>`array[png_key, pdf_key]`.as('keys'))
        .where('affiliate_id', '=', p.affiliateId)
        .where('license_id', '=', p.licenseID)
        .where('culture', '=', p.culture),
    )
    .insertInto('card_file')
    .values({
      affiliate_id: p.affiliateId,
      license_id: p.licenseID,
      culture: p.culture,
      digest: p.digest,
      png_key: p.pngKey,
      pdf_key: p.pdfKey,
    })
    .onConflict((conflict) =>
      conflict.columns(['affiliate_id', 'license_id', 'culture']).doUpdateSet((eb) => ({
        digest: eb.ref('excluded.digest'),
        png_key: eb.ref('excluded.png_key'),
        pdf_key: eb.ref('excluded.pdf_key'),
        made_at: sql`now()`,
      })),
    )
    .returning((eb) => eb.selectFrom('former').select('former.keys').as('formerKeys')),
);

/** The current card content, and its existing files in a language. */
export async function findCardFiles(
  services: Services,
  db: Db,
  card: CardToRender & { credential: string },
  request: CardFileRequest,
) {
  const culture = pickCulture(request.culture, card.language);
  const { affiliateId, licenseID } = card;
  const photo = await findApprovedPhoto.first(db, { affiliateId, photoId: null });
  const document = describeCard(services, culture, { ...card, photoId: photo?.id ?? null });
  const file = await findFile.first(db, { affiliateId, licenseID, culture });
  return { document, photo, file: file?.digest === document.digest ? file : null };
}

/** Signs the card if needed, and renders it when its files are missing or outdated. */
export async function makeCardFiles(services: Services, request: CardFileRequest): Promise<void> {
  // The document queue takes turns per diver, so a certified class doesn't delay everyone else's documents.
  await runAsPerson(request.affiliateId, () => signAndDraw(services, request));
}

async function signAndDraw(services: Services, request: CardFileRequest): Promise<void> {
  const { database, env, files } = services;
  const { affiliateId, licenseID } = request;
  const card = await findCardToRender.first(database.db, { affiliateId, licenseID });
  // The card was revoked or erased in the meantime.
  if (card === undefined) return;
  const credential = await signCard(services, database.db, card);
  const { document, photo, file } = await findCardFiles(services, database.db, { ...card, credential }, request);
  if (file !== null) return;
  const jpeg = photo && (await readPhoto(services, photo.fileKey));
  const { pdf, png } = await drawCard(document, jpeg ?? null, new Date());
  const keys = { pngKey: `cards/${randomUUID()}.png`, pdfKey: `cards/${randomUUID()}.pdf` };
  // Files are written before their row; the sweep job is queued first, so no file is orphaned.
  const startAfter = new Date(Date.now() + sweepAfterMs);
  await enqueue(database.db, sweepCardFiles, { affiliateId, keys: Object.values(keys) }, { startAfter });
  const put = (key: string, bytes: Buffer) =>
    files.put(key, encryptFile(env.SECRET_KEYS, cardFilePurpose, key, bytes), 'application/octet-stream');
  await put(keys.pngKey, png);
  await put(keys.pdfKey, pdf);
  await database.inTransaction(`card ${licenseID}`, (db) => storeFileKeys(db, card, document, keys));
}

async function storeFileKeys(
  db: Db,
  { affiliateId, licenseID }: CardToRender,
  { locale: culture, digest }: CardDocument,
  keys: { pngKey: string; pdfKey: string },
): Promise<void> {
  // The card's lock serializes changes to its files.
  const locked = await lockCard.first(db, { affiliateId, licenseID });
  if (locked === undefined) return;
  const stored = await upsertFile.first(db, { affiliateId, licenseID, culture, digest, ...keys });
  await enqueueFileDeletion(db, stored?.formerKeys ?? []);
}
