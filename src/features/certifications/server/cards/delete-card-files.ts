import { sql } from 'kysely';
import type { Services } from '#platform/server/http/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { query, type Params } from '#platform/server/db/query.ts';
import { enqueueFileDeletion } from '#platform/server/files/delete-files.ts';
import { isLocale } from '#platform/shared/locale.ts';
import { describeCard, type DrawnCard } from './card-document.ts';

interface Card {
  affiliateId: number;
  licenseID: number;
}

const listFiles = query((db, p: Params<Card>) =>
  db
    .selectFrom('card_file')
    .select(['culture', 'digest'])
    .where('affiliate_id', '=', p.affiliateId)
    .where('license_id', '=', p.licenseID),
);
const fileKeys = sql<string[]>`array[png_key, pdf_key]`;
const deleteFile = query((db, p: Params<Card & { culture: string; digest: string }>) =>
  db
    .deleteFrom('card_file')
    .where('affiliate_id', '=', p.affiliateId)
    .where('license_id', '=', p.licenseID)
    .where('culture', '=', p.culture)
    .where('digest', '=', p.digest)
    .returning(fileKeys.as('keys')),
);
const deleteAllFiles = query((db, p: Params<Card>) =>
  db
    .deleteFrom('card_file')
    .where('affiliate_id', '=', p.affiliateId)
    .where('license_id', '=', p.licenseID)
    .returning(fileKeys.as('keys')),
);

/** Deletes files in any language that no longer match the card, when the caller's transaction commits. */
export async function deleteOutdatedFiles(
  services: Services,
  db: Db,
  licenseID: number,
  card: DrawnCard,
  isLost: (digest: string) => boolean,
): Promise<void> {
  const { affiliateId } = card;
  for (const { culture, digest } of await listFiles(db, { affiliateId, licenseID })) {
    const isCurrent = isLocale(culture) && describeCard(services, culture, card).digest === digest;
    if (isCurrent && !isLost(digest)) continue;
    const gone = await deleteFile(db, { affiliateId, licenseID, culture, digest });
    await enqueueFileDeletion(
      db,
      gone.flatMap(({ keys }) => keys),
    );
  }
}

/** Deletes all files of a revoked card. */
export async function deleteCardFiles(db: Db, affiliateId: number, licenseID: number): Promise<void> {
  const gone = await deleteAllFiles(db, { affiliateId, licenseID });
  await enqueueFileDeletion(
    db,
    gone.flatMap(({ keys }) => keys),
  );
}
