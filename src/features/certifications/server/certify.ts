import { appendAudit } from '../../../platform/server/audit.ts';
import { readBrand } from '../../../platform/server/brand.ts';
import type { Context } from '../../../platform/server/context.ts';
import { type Db, statement } from '../../../platform/server/db.ts';
import { fail as failCall } from '../../../platform/shared/errors.ts';
import { demandSubject } from '../../account/server/public.ts';
import { ageOn, dayOf } from '../../account/shared/rules.ts';
import { findTraining, hasCompleteRecord } from '../../learning/server/public.ts';
import { fromCardDate } from '../shared/card-date.ts';
import { type CardInfo, fail } from '../shared/contract.ts';
import { findLevel, fullCardAge, type Level, levels } from '../shared/levels.ts';
import { issueECard } from './issuing.ts';
import { cultureOf, toCardInfo } from './shape.ts';
import * as sql from './sql.ts';
import { tellCertified } from './telling.ts';

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

const findPerson = statement<{ birthdate: string | null; language: string }, [affiliateId: number]>(
  'select birthdate, language from person where affiliate_id = $1',
);
const earliest = '1950-01-01';

interface Wanted {
  affiliateId: number;
  levelID: number;
  /** DD-MMM-YYYY. */
  certDate: string;
}

/** Staff certify anybody; an instructor whom they taught, once the record of the course is complete. */
export async function certifyByCall(ctx: Context, wanted: Wanted): Promise<CardInfo> {
  const { db, services } = ctx;
  const { affiliateId, levelID } = wanted;
  const level = findLevel(levelID);
  if (level === undefined) throw fail('certifications.unknown_level', { path: 'levelID' });
  const certDate = demandDay(wanted.certDate, dayOf(ctx.now));
  await demandRight(ctx, affiliateId, level, certDate);
  const [person] = await findPerson(db, affiliateId);
  if (person === undefined) throw failCall('not_found');
  demandAge(level, person.birthdate, certDate);
  const training = level.packageId === null ? null : await findTraining(db, affiliateId, level.packageId);
  const { teacher: _teacher, grantedOn: _grantedOn, ...people } = training ?? { teacher: null, grantedOn: '' };
  const { office } = readBrand(services.env.BRAND_FILE);
  const { licenseID, hasECard } = await certify(db, { affiliateId, levelID, certDate, ...people, office });
  await tellCertified(services, db, { affiliateId, licenseID, level, hasECard, language: person.language });
  await appendAudit(db, {
    actor: ctx.user.affiliateId,
    action: 'certification.granted',
    subject: `person:${affiliateId}`,
    data: { licenseID, levelID, certDate },
    correlationId: ctx.correlationId,
  });
  const culture = cultureOf(undefined, ctx.locale);
  const info = toCardInfo(services.messages, culture, { licenseID, levelID, certDate, hasECard, isRevoked: false });
  if (info === null) throw new Error('a level was known and is not any more');
  return info;
}

/** A day of the calendar that is not in the future, read without a locale. */
export function demandDay(cardDate: string, today: string): string {
  const day = fromCardDate(cardDate);
  if (day === null || day > today || day < earliest) throw fail('certifications.bad_date', { path: 'certDate' });
  return day;
}

function demandAge({ name }: Level, birthdate: string | null, certDate: string): void {
  if (birthdate === null) return;
  const isGrown = ageOn(birthdate, certDate) >= fullCardAge;
  if (name === 'open_water' && !isGrown) throw fail('certifications.too_young', { path: 'levelID' });
  // For them it does not exist.
  if (name === 'junior_open_water' && isGrown) throw fail('certifications.unknown_level', { path: 'levelID' });
}

const hasLost = statement<{ has: boolean }, [affiliateId: number, levelIDs: readonly number[]]>(`
  select exists (select from certification
    where affiliate_id = $1 and level_id = any($2::int[]) and revoked_at is not null) as has`);

async function demandRight(ctx: Context, affiliateId: number, { packageId }: Level, certDate: string): Promise<void> {
  if (ctx.user.role === 'staff') {
    await demandSubject(ctx, affiliateId);
    return;
  }
  // What is not learned here is the association's to say.
  if (packageId === null) throw failCall('access.denied');
  const training = await findTraining(ctx.db, affiliateId, packageId);
  // Whether somebody exists, or learns with another, is not told.
  if (training === null || training.teacher !== ctx.user.affiliateId || affiliateId === ctx.user.affiliateId)
    throw failCall('not_found');
  if (!(await hasCompleteRecord(ctx.db, affiliateId, packageId))) throw fail('certifications.not_complete');
  // What the association took away, in the one age or the other, only it gives back.
  const levelIDs = levels.filter((level) => level.packageId === packageId).map(({ levelID }) => levelID);
  const [lost] = await hasLost(ctx.db, affiliateId, levelIDs);
  if (lost?.has) throw fail('certifications.revoked', { path: 'levelID' });
  if (certDate < training.grantedOn) throw fail('certifications.bad_date', { path: 'certDate' });
}
