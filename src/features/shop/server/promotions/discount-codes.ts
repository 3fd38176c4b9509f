import type { Context } from '#platform/server/http/context.ts';
import { checkDiscount, releaseDiscount, redeemDiscount } from '#features/club/server/public.ts';
import { fail } from '#features/shop/shared/contract.ts';
import {
  clubDiscount,
  toDiscount,
  type CheckedDiscount,
  getPromotionProblem,
} from '#features/shop/shared/promotion-rules.ts';
import * as queries from './discount-code-queries.ts';

type DbContext = Pick<Context, 'db' | 'now'>;

export interface CheckedCode extends CheckedDiscount {
  code: string;
  isClub: boolean;
}

/** Checks each code for the person who receives the order and the one who pays, independent of the basket's contents. */
export async function checkCodes(
  ctx: DbContext,
  { affiliateId, payerId, currency }: { affiliateId: number; payerId: number; currency: string },
  codes: readonly string[],
): Promise<CheckedCode[]> {
  if (codes.length === 0) return [];
  const rows = await queries.findPromotions(ctx.db, { codes, people: [affiliateId, payerId] });
  const promotions = new Map(rows.map((row) => [row.code, row]));
  return Promise.all(
    codes.map(async (code): Promise<CheckedCode> => {
      const promotion = promotions.get(code);
      if (promotion === undefined) return checkClubCode(ctx, affiliateId, code);
      return {
        code,
        isClub: false,
        isStackable: promotion.isStackable,
        discount: toDiscount(promotion, currency),
        problem: getPromotionProblem(promotion, ctx.now),
      };
    }),
  );
}

async function checkClubCode(ctx: DbContext, affiliateId: number, code: string): Promise<CheckedCode> {
  const result = await checkDiscount(ctx, affiliateId, code);
  const common = { code, isStackable: false, discount: clubDiscount };
  if (result === null) return { ...common, isClub: false, problem: 'shop.unknown_code' };
  const problems = { usable: null, used: 'shop.code_used', over: 'shop.code_over' } as const;
  return { ...common, isClub: true, problem: problems[result] };
}

interface CodeUse {
  code: string;
  isClub: boolean;
  savedMinor: number;
  /** In US prices, because the club counts savings in the currency of the membership year. */
  savedUsdMinor: number;
}

interface CodeClaim {
  affiliateId: number;
  /** The owner of a club code: the recipient of the order. */
  ownerId: number;
  orderId: string;
  usedFor: string;
  currency: string;
}

/** Claims the codes of an order in the transaction that creates it. Throws if a code was used up in the meantime. */
export async function claimCodes(
  ctx: DbContext,
  { affiliateId, ownerId, orderId, usedFor, currency }: CodeClaim,
  uses: readonly CodeUse[],
): Promise<void> {
  // A fixed order prevents deadlocks between concurrent orders.
  for (const { code, isClub, savedMinor, savedUsdMinor } of uses.toSorted((a, b) => (a.code < b.code ? -1 : 1))) {
    const isTaken = isClub
      ? await redeemDiscount(ctx, {
          affiliateId: ownerId,
          code,
          usedFor,
          saved: { minor: savedMinor, currency, usdMinor: savedUsdMinor },
        })
      : (await queries.claimPromotion.first(ctx.db, { code, now: ctx.now })) !== undefined;
    if (!isTaken) throw fail('shop.code_used', { path: 'codes', message: code });
    await queries.insertCodeUse(ctx.db, { affiliateId, orderId, code, isClub, savedMinor });
  }
}

/** Releases the codes of a cancelled order. The order still lists them. */
export async function releaseCodes(
  { db }: Pick<DbContext, 'db'>,
  { affiliateId, ownerId, orderId }: { affiliateId: number; ownerId: number; orderId: string },
): Promise<string[]> {
  const uses = await queries.listCodeUses(db, { affiliateId, orderId });
  for (const { code, isClub } of uses)
    await (isClub ? releaseDiscount({ db }, { affiliateId: ownerId, code }) : queries.releasePromotion(db, { code }));
  return uses.map(({ code }) => code);
}
