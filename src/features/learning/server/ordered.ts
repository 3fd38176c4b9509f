import { entitle } from './access.ts';
import * as sql from './codes-sql.ts';
import { library } from './content/library.ts';
import { publishChange } from './events.ts';
import { clubYear } from '../shared/rules.ts';
import { certificationOf, type Doing, newCode } from './redeeming.ts';
import { withdrawCourse } from './withdrawing.ts';

/** Lets somebody learn what they bought. False for who may already, and of a course that there is no more. */
export async function entitleByOrder(
  doing: Doing,
  bought: { affiliateId: number; packageId: string; memberNumber?: number | null; storeNumber?: number | null },
): Promise<boolean> {
  const { affiliateId, packageId } = bought;
  if (library.find(packageId) === undefined) return false;
  const { isNew } = await entitle(doing.db, { ...bought, source: 'order' });
  if (isNew) await publishChange(doing, affiliateId, packageId, 'progress');
  return isNew;
}

/** The codes of an order, for its buyer to give away. */
export async function grantCodes(
  doing: Doing,
  bought: {
    holder: number;
    packageId: string;
    memberNumber: number | null;
    storeNumber: number | null;
    /** Bought to be given away: it is not redeemed when its buyer opens the dashboard. */
    isGift?: boolean;
  },
  count: number,
): Promise<string[]> {
  const { holder, packageId, storeNumber, memberNumber, isGift = false } = bought;
  const codes = Array.from({ length: count }, newCode);
  const name = await certificationOf(doing, packageId);
  await sql.insertCodes(
    doing.db,
    codes,
    packageId,
    name,
    packageId === clubYear,
    isGift,
    holder,
    storeNumber,
    memberNumber,
  );
  await publishChange(doing, holder, packageId, 'codes');
  return codes;
}

/** Of who has not completed it. What they learned waits, should they buy it again. */
export async function takeCourseBack(
  doing: Doing & { now: Date },
  affiliateId: number,
  packageId: string,
): Promise<boolean> {
  const isGone = await withdrawCourse(doing.db, affiliateId, packageId, doing.now);
  if (isGone) await publishChange(doing, affiliateId, packageId, 'progress');
  return isGone;
}

/** Those of them that nobody has redeemed open nothing any more, whoever holds them; the answer names these. */
export async function takeCodesBack(doing: Doing, codes: readonly string[]): Promise<string[]> {
  const gone = await sql.endCodes(doing.db, codes);
  await publishCodes(doing, gone);
  return gone.map(({ code }) => code);
}

/** Codes that were taken back are good again, for whoever held them. */
export async function giveCodesBack(doing: Doing, codes: readonly string[]): Promise<void> {
  await publishCodes(doing, await sql.renewCodes(doing.db, codes));
}

async function publishCodes(doing: Doing, codes: readonly sql.CodeRow[]): Promise<void> {
  const holders = new Map(codes.map(({ holderId, packageId }) => [holderId, packageId]));
  for (const [holder, packageId] of holders)
    if (holder !== null) await publishChange(doing, holder, packageId, 'codes');
}
