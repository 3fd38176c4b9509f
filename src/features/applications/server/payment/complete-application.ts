import { randomUUID } from 'node:crypto';
import { appendAudit } from '#platform/server/observability/audit.ts';
import { loadBrand } from '#platform/server/config/brand.ts';
import { toIsoDate } from '#features/account/shared/rules.ts';
import { certify, issueECard, listCertifications, notifyCertified } from '#features/certifications/server/public.ts';
import { findLevel, type Level } from '#domain/certification-levels.ts';
import type { TransactionContext } from '#features/payments/server/public.ts';
import type { ApplicationKind } from '#features/applications/shared/requirements.ts';
import * as sql from './complete-application-queries.ts';
import type { ApplicationRow } from '#features/applications/server/queries.ts';
import { takeStep } from '#features/applications/server/review/take-step.ts';
import { notifyStep } from '#features/applications/server/notifications.ts';
import { findApplicationType } from '#features/applications/server/application-types.ts';

/** The end of an application, in the transaction that takes the fee: its card is issued. The row is locked. */
export async function completeApplication(
  doing: TransactionContext,
  row: ApplicationRow,
  paymentId: string,
): Promise<void> {
  const { db, now } = doing;
  const type = findApplicationType(row.typeId);
  const level = findLevel(type.levelID);
  if (level === undefined) throw new Error(`application ${row.id} is for a level that is unknown`);
  const licenseID = await grantCard(doing, row, level);
  await sql.setLicense(db, row.affiliateId, row.id, licenseID, paymentId, now);
  await promote(doing, row, type);
  const step = { id: randomUUID(), action: 'complete', note: '' } as const;
  const completed = await takeStep(doing, row, { action: 'complete', key: step.id, byId: null, byRole: 'portal' });
  await notifyStep(doing, completed, step);
}

/** Who was certified meanwhile, in another way, keeps that card. */
async function grantCard(doing: TransactionContext, row: ApplicationRow, level: Level): Promise<number> {
  const { services, db, now } = doing;
  const { affiliateId, instructorId, storeId } = row;
  const { levelID } = level;
  const certDate = toIsoDate(now);
  const [named] = await sql.findCardNames(db, affiliateId, instructorId, storeId);
  if (named === undefined) throw new Error(`there is no person ${affiliateId}`);
  const { language, ...people } = named;
  const isSame = (one: { levelID: number; isRevoked: boolean }) => one.levelID === levelID && !one.isRevoked;
  const known = (await listCertifications(db, affiliateId, now)).find(isSame);
  const { office } = loadBrand(services.env.BRAND_FILE);
  const wanted = { affiliateId, levelID, certDate, ...people, office, eCardSource: 'association' } as const;
  const { licenseID } = known ?? (await certify(db, wanted));
  if (known !== undefined) await issueECard(db, { affiliateId, licenseID, source: 'association' });
  await notifyCertified(services, db, { affiliateId, licenseID, level, hasECard: true, language });
  await appendAudit(db, {
    actor: null,
    action: 'certification.granted',
    subject: `person:${affiliateId}`,
    data: { licenseID, levelID, certDate: known?.certDate ?? certDate, applicationId: row.id },
    correlationId: doing.correlationId,
  });
  return licenseID;
}

async function promote(
  { db, correlationId }: TransactionContext,
  { id, affiliateId }: ApplicationRow,
  { becomesAffiliateType }: ApplicationKind,
): Promise<void> {
  if (becomesAffiliateType === null) return;
  const [made] = await sql.promoteToProfessional(db, affiliateId, becomesAffiliateType);
  if (made === undefined) return;
  await appendAudit(db, {
    actor: null,
    action: 'application.promoted',
    subject: `person:${affiliateId}`,
    data: { applicationId: id, affiliateTypeId: becomesAffiliateType, memberNumber: made.memberNumber },
    correlationId,
  });
}
