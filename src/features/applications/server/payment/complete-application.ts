import { randomUUID } from 'node:crypto';
import { appendAudit } from '#platform/server/observability/audit.ts';
import { loadBrand } from '#platform/server/config/brand.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import type { TransactionContext } from '#platform/server/http/context.ts';
import { promoteToProfessional } from '#features/account/server/public.ts';
import { certify, issueECard, listCertifications, notifyCertified } from '#features/certifications/server/public.ts';
import { findLevel, type Level } from '#domain/certification-levels.ts';
import type { ApplicationKind } from '#features/applications/shared/requirements.ts';
import * as queries from './complete-application-queries.ts';
import type { ApplicationRow } from '#features/applications/server/queries.ts';
import { takeStep } from '#features/applications/server/review/take-step.ts';
import { notifyStep } from '#features/applications/server/notifications.ts';
import { findApplicationType } from '#features/applications/server/application-types.ts';

/** Issues the card and completes the application, in the transaction that settles the fee. The row must be locked. */
export async function completeApplication(
  context: TransactionContext,
  row: ApplicationRow,
  paymentId: string,
): Promise<void> {
  const { db, now } = context;
  const type = findApplicationType(row.typeId);
  const level = findLevel(type.levelID);
  if (level === undefined) throw new Error(`application ${row.id} has an unknown level`);
  const licenseID = await grantCard(context, row, level);
  const { affiliateId, id } = row;
  await queries.updateLicense(db, { affiliateId, id, licenseID, paymentId, now });
  await promote(context, row, type);
  const step = { id: randomUUID(), action: 'complete', note: '' } as const;
  const completed = await takeStep(context, row, { action: 'complete', key: step.id, byId: null, byRole: 'portal' });
  await notifyStep(context, completed, step);
}

/** An applicant certified in another way in the meantime keeps that card. */
async function grantCard(context: TransactionContext, row: ApplicationRow, level: Level): Promise<number> {
  const { services, db, now } = context;
  const { affiliateId, instructorId, storeId } = row;
  const { levelID } = level;
  const certDate = toIsoDate(now);
  const named = await queries.findCardNames.first(db, { affiliateId, instructorId, storeId });
  if (named === undefined) throw new Error(`no person with affiliate id ${affiliateId}`);
  const { language, ...people } = named;
  const isSame = (card: { levelID: number; isRevoked: boolean }) => card.levelID === levelID && !card.isRevoked;
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
    correlationId: context.correlationId,
  });
  return licenseID;
}

async function promote(
  { db, correlationId }: TransactionContext,
  { id, affiliateId }: ApplicationRow,
  { becomesAffiliateType: affiliateTypeId }: ApplicationKind,
): Promise<void> {
  if (affiliateTypeId === null) return;
  const promoted = await promoteToProfessional.first(db, { affiliateId, affiliateTypeId });
  if (promoted === undefined) return;
  await appendAudit(db, {
    actor: null,
    action: 'application.promoted',
    subject: `person:${affiliateId}`,
    data: { applicationId: id, affiliateTypeId, memberNumber: promoted.memberNumber },
    correlationId,
  });
}
