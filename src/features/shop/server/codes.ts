import type { Context } from '../../../platform/server/context.ts';
import { judgeDiscount, releaseDiscount, useDiscount } from '../../club/server/public.ts';
import { fail } from '../shared/contract.ts';
import { clubDiscount, discountOf, type Judged, promotionProblem } from '../shared/promotion-rules.ts';
import * as sql from './codes-sql.ts';

type Asking = Pick<Context, 'db' | 'now'>;

export interface JudgedCode extends Judged {
  code: string;
  isClub: boolean;
}

/** What each code is worth to somebody now, before it is known what is in the basket. */
export async function judgeCodes(
  asking: Asking,
  { affiliateId, currency }: { affiliateId: number; currency: string },
  codes: readonly string[],
): Promise<JudgedCode[]> {
  if (codes.length === 0) return [];
  const promotions = new Map((await sql.findPromotions(asking.db, codes, affiliateId)).map((row) => [row.code, row]));
  return Promise.all(
    codes.map(async (code): Promise<JudgedCode> => {
      const promotion = promotions.get(code);
      if (promotion === undefined) return judgeClubCode(asking, affiliateId, code);
      return {
        code,
        isClub: false,
        isStackable: promotion.isStackable,
        discount: discountOf(promotion, currency),
        problem: promotionProblem(promotion, asking.now),
      };
    }),
  );
}

async function judgeClubCode(asking: Asking, affiliateId: number, code: string): Promise<JudgedCode> {
  const judged = await judgeDiscount(asking, affiliateId, code);
  const common = { code, isStackable: false, discount: clubDiscount };
  if (judged === null) return { ...common, isClub: false, problem: 'shop.unknown_code' };
  const problems = { usable: null, used: 'shop.code_used', over: 'shop.code_over' } as const;
  return { ...common, isClub: true, problem: problems[judged] };
}

interface Use {
  code: string;
  isClub: boolean;
  savedMinor: number;
  /** By US prices: the club counts in the currency of a membership year. */
  savedUsdMinor: number;
}

interface Taken {
  affiliateId: number;
  /** Whose club code it is: that of who receives the order. */
  ownerId: number;
  orderId: string;
  usedFor: string;
  currency: string;
}

/** Takes the codes of an order, in the transaction that makes it; refused where somebody was faster. */
export async function takeCodes(
  asking: Asking,
  { affiliateId, ownerId, orderId, usedFor, currency }: Taken,
  uses: readonly Use[],
): Promise<void> {
  // In one order for all, so that no two orders wait for each other.
  for (const { code, isClub, savedMinor, savedUsdMinor } of uses.toSorted((a, b) => (a.code < b.code ? -1 : 1))) {
    const isTaken = isClub
      ? await useDiscount(asking, {
          affiliateId: ownerId,
          code,
          usedFor,
          saved: { minor: savedMinor, currency, usdMinor: savedUsdMinor },
        })
      : (await sql.takePromotion(asking.db, code, asking.now)).length > 0;
    if (!isTaken) throw fail('shop.code_used', { path: 'codes', message: code });
    await sql.insertUse(asking.db, affiliateId, orderId, code, isClub, savedMinor);
  }
}

/** Lets the codes of an order go that was given up. They stay noted with it. */
export async function releaseCodes(
  { db }: Pick<Asking, 'db'>,
  { affiliateId, ownerId, orderId }: { affiliateId: number; ownerId: number; orderId: string },
): Promise<string[]> {
  const uses = await sql.listUses(db, affiliateId, orderId);
  for (const { code, isClub } of uses)
    await (isClub ? releaseDiscount({ db }, { affiliateId: ownerId, code }) : sql.releasePromotion(db, code));
  return uses.map(({ code }) => code);
}
