import { appendAudit } from '#platform/server/observability/audit.ts';
import type { Context } from '#platform/server/http/context.ts';
import { failCode, type RedeemResult } from '#features/learning/shared/codes-contract.ts';
import { clubYear } from '#features/learning/shared/rules.ts';
import * as queries from './queries.ts';
import { publishChange } from '#features/learning/server/events.ts';
import { canTakeCourses } from '#features/learning/shared/policy.ts';
import { assertRedeemable, type CodeContext } from './redeem.ts';

/** Starts a club year. Passed in as a parameter, because the club is another feature. */
export type GrantClubYear = (
  context: CodeContext & Pick<Context, 'now'>,
  gift: { affiliateId: number; code: string },
) => Promise<void>;

/**
 * Whether opening the dashboard redeems the code. Buyers of a gift are excluded, because they bought it for someone
 * else.
 */
export function isRedeemedOnVisit({ packageId, isClub, isGift, givenBy }: queries.CodeRow): boolean {
  return isClub && (packageId !== clubYear || !isGift || givenBy !== null);
}

/** Redeems a code for a club year, exactly once, in the caller's transaction. */
export async function redeemClubYear(
  context: CodeContext & Pick<Context, 'now'>,
  { code }: Pick<queries.CodeRow, 'code'>,
  affiliateId: number,
  grantClubYear: GrantClubYear,
): Promise<RedeemResult> {
  const { db, correlationId } = context;
  const person = await queries.findPerson.first(db, { affiliateId });
  if (person === undefined || !canTakeCourses(person)) throw failCode('learning.code_other_package');
  const row = await queries.redeemCode.first(db, { code, affiliateId, packageId: clubYear });
  if (row === undefined) {
    const now = await queries.findCode.first(db, { code });
    assertRedeemable(now, affiliateId);
    throw failCode('226');
  }
  await grantClubYear(context, { affiliateId, code });
  await appendAudit(db, {
    actor: affiliateId,
    action: 'learning.code_redeemed',
    subject: `person:${affiliateId}`,
    data: { code, packageId: clubYear },
    correlationId,
  });
  for (const personId of new Set([affiliateId, row.holderId, row.givenBy]))
    if (personId !== null) await publishChange(context, personId, clubYear, 'codes');
  return { redirect: '/club', isSpecialityProduct: false, packageId: clubYear };
}
