import { grantEnrollment } from './access.ts';
import * as queries from '#features/learning/server/codes/queries.ts';
import { library } from '#features/learning/server/content/library.ts';
import { publishChange } from '#features/learning/server/events.ts';
import { clubYear } from '#features/learning/shared/rules.ts';
import { getCertificationName, type CodeContext, generateCode } from '#features/learning/server/codes/redeem.ts';
import { withdrawCourse } from './withdraw-course.ts';

/** Enrolls the buyer. Returns false if they are already enrolled or the course no longer exists. */
export async function enrollByOrder(
  context: CodeContext,
  bought: { affiliateId: number; packageId: string; memberNumber?: number | null; storeNumber?: number | null },
): Promise<boolean> {
  const { affiliateId, packageId } = bought;
  if (library.find(packageId) === undefined) return false;
  const { isNew } = await grantEnrollment(context.db, { ...bought, source: 'order' });
  if (isNew) await publishChange(context, affiliateId, packageId, 'progress');
  return isNew;
}

/** Creates the codes of an order for the buyer to give away. */
export async function grantCodes(
  context: CodeContext,
  bought: {
    holder: number;
    packageId: string;
    memberNumber: number | null;
    storeNumber: number | null;
    /** Gifts are not redeemed when the buyer opens the dashboard. */
    isGift?: boolean;
  },
  count: number,
): Promise<string[]> {
  const { holder, packageId, isGift = false } = bought;
  const codes = Array.from({ length: count }, generateCode);
  await queries.insertCodes(context.db, {
    ...bought,
    codes,
    certificationName: await getCertificationName(context, packageId),
    isClub: packageId === clubYear,
    isGift,
  });
  await publishChange(context, holder, packageId, 'codes');
  return codes;
}

/** Withdraws a course that is not completed. The progress is archived and restored if the course is bought again. */
export async function revokeCourse(
  context: CodeContext & { now: Date },
  affiliateId: number,
  packageId: string,
): Promise<boolean> {
  const isWithdrawn = await withdrawCourse(context.db, affiliateId, packageId, context.now);
  if (isWithdrawn) await publishChange(context, affiliateId, packageId, 'progress');
  return isWithdrawn;
}

/** Expires and returns the codes that were not redeemed, regardless of their holder. */
export async function revokeCodes(context: CodeContext, codes: readonly string[]): Promise<string[]> {
  const gone = await queries.expireCodes(context.db, { codes });
  await publishCodeChanges(context, gone);
  return gone.map(({ code }) => code);
}

/** Makes revoked codes valid again for their holders. */
export async function restoreCodes(context: CodeContext, codes: readonly string[]): Promise<void> {
  await publishCodeChanges(context, await queries.reactivateCodes(context.db, { codes }));
}

async function publishCodeChanges(context: CodeContext, codes: readonly queries.CodeRow[]): Promise<void> {
  const holders = new Map(codes.map(({ holderId, packageId }) => [holderId, packageId]));
  for (const [holder, packageId] of holders)
    if (holder !== null) await publishChange(context, holder, packageId, 'codes');
}
