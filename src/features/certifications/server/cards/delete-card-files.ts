import type { Services } from '#platform/server/http/context.ts';
import { type Db, statement } from '#platform/server/db/database.ts';
import { enqueueFileDeletion } from '#platform/server/files/delete-files.ts';
import { isLocale } from '#platform/shared/locale.ts';
import { describeCard, type DrawnCard } from './card-document.ts';

const selectFiles = statement<{ culture: string; digest: string }, [affiliateId: number, licenseID: number]>(
  'select culture, digest from card_file where affiliate_id = $1 and license_id = $2',
);
const deleteFile = statement<
  { keys: string[] },
  [affiliateId: number, licenseID: number, culture: string, digest: string]
>(`
  delete from card_file where affiliate_id = $1 and license_id = $2 and culture = $3 and digest = $4
  returning array[png_key, pdf_key] as keys`);
const deleteAllFiles = statement<{ keys: string[] }, [affiliateId: number, licenseID: number]>(`
  delete from card_file where affiliate_id = $1 and license_id = $2 returning array[png_key, pdf_key] as keys`);

/** Deletes files in any language that no longer match the card, when the caller's transaction commits. */
export async function deleteOutdatedFiles(
  services: Services,
  db: Db,
  licenseID: number,
  card: DrawnCard,
  isLost: (digest: string) => boolean,
): Promise<void> {
  for (const { culture, digest } of await selectFiles(db, card.affiliateId, licenseID)) {
    const isCurrent = isLocale(culture) && describeCard(services, culture, card).digest === digest;
    if (isCurrent && !isLost(digest)) continue;
    const gone = await deleteFile(db, card.affiliateId, licenseID, culture, digest);
    await enqueueFileDeletion(
      db,
      gone.flatMap(({ keys }) => keys),
    );
  }
}

/** Deletes all files of a revoked card. */
export async function deleteCardFiles(db: Db, affiliateId: number, licenseID: number): Promise<void> {
  const gone = await deleteAllFiles(db, affiliateId, licenseID);
  await enqueueFileDeletion(
    db,
    gone.flatMap(({ keys }) => keys),
  );
}
