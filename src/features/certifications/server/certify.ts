import { type Db } from '#platform/server/db/database.ts';
import { fail } from '#features/certifications/shared/contract.ts';
import { findTraining } from '#features/learning/server/public.ts';
import { fromCardDate } from '#features/certifications/shared/card-date.ts';
import { findLevel } from '#domain/certification-levels.ts';
import { issueECard } from './cards/issue-ecard.ts';
import * as sql from './queries.ts';

interface NewCertification {
  affiliateId: number;
  levelID: number;
  /** As ISO writes a day. */
  certDate: string;
  instructorName?: string;
  instructorNumber?: number | null;
  storeName?: string;
  storeNumber?: number | null;
  office?: string;
  /** With its eCard at once; otherwise only who had the course online here has one. */
  eCardSource?: 'order' | 'association';
}

/** Certifies somebody, in the caller's transaction. Who has the level already is refused. */
export async function certify(db: Db, given: NewCertification): Promise<{ licenseID: number; hasECard: boolean }> {
  const { affiliateId, levelID, certDate } = given;
  const level = findLevel(levelID);
  if (level === undefined) throw fail('certifications.unknown_level', { path: 'levelID' });
  const training = level.packageId === null ? null : await findTraining(db, affiliateId, level.packageId);
  const { instructorName = '', instructorNumber = null, storeName = '', storeNumber = null, office = '' } = given;
  const people = [instructorName, instructorNumber, storeName, storeNumber] as const;
  const [row] = await sql.insertCertification(db, affiliateId, levelID, certDate, ...people, office);
  if (row === undefined) throw fail('certifications.has_level', { path: 'levelID' });
  const source = given.eCardSource ?? (training === null ? null : 'course');
  if (source !== null) await issueECard(db, { affiliateId, licenseID: row.licenseID, source });
  return { licenseID: row.licenseID, hasECard: source !== null };
}

const earliestDay = '1950-01-01';

/** A day of the calendar that is not in the future, read without a locale. */
export function parseCertDate(cardDate: string, today: string): string {
  const day = fromCardDate(cardDate);
  if (day === null || day > today || day < earliestDay) throw fail('certifications.bad_date', { path: 'certDate' });
  return day;
}
