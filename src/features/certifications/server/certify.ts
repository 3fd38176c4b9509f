import { type Db } from '#platform/server/db/database.ts';
import { fail } from '#features/certifications/shared/contract.ts';
import { findTraining } from '#features/learning/server/public.ts';
import { fromCardDate } from '#features/certifications/shared/card-date.ts';
import { findLevel } from '#domain/certification-levels.ts';
import { issueECard } from './cards/issue-ecard.ts';
import * as queries from './queries.ts';

interface NewCertification {
  affiliateId: number;
  levelID: number;
  /** ISO date. */
  certDate: string;
  instructorName?: string;
  instructorNumber?: number | null;
  storeName?: string;
  storeNumber?: number | null;
  office?: string;
  /** Issues the eCard immediately; otherwise only students of the online course get one. */
  eCardSource?: 'order' | 'association';
}

/** Certifies a person in the caller's transaction. Throws when they already hold the level. */
export async function certify(
  db: Db,
  certification: NewCertification,
): Promise<{ licenseID: number; hasECard: boolean }> {
  const { affiliateId, levelID, certDate } = certification;
  const level = findLevel(levelID);
  if (level === undefined) throw fail('certifications.unknown_level', { path: 'levelID' });
  const training = level.packageId === null ? null : await findTraining(db, affiliateId, level.packageId);
  const {
    instructorName = '',
    instructorNumber = null,
    storeName = '',
    storeNumber = null,
    office = '',
  } = certification;
  const row = await queries.insertCertification.first(db, {
    affiliateId,
    levelID,
    certDate,
    instructorName,
    instructorNumber,
    storeName,
    storeNumber,
    office,
  });
  if (row === undefined) throw fail('certifications.has_level', { path: 'levelID' });
  const source = certification.eCardSource ?? (training === null ? null : 'course');
  if (source !== null) await issueECard(db, { affiliateId, licenseID: row.licenseID, source });
  return { licenseID: row.licenseID, hasECard: source !== null };
}

const earliestDay = '1950-01-01';

/** A calendar day that is not in the future, parsed independently of locale. */
export function parseCertDate(cardDate: string, today: string): string {
  const day = fromCardDate(cardDate);
  if (day === null || day > today || day < earliestDay) throw fail('certifications.bad_date', { path: 'certDate' });
  return day;
}
