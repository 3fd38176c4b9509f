import type { codeProblems } from './contract.ts';
import { type Discount, type PricingItem, priceItems, type PricingResult } from './pricing.ts';

export type CodeProblem = (typeof codeProblems)[number];

export interface Promotion {
  percentBp: number | null;
  amountMinor: number | null;
  currency: string | null;
  startsAt: Date;
  endsAt: Date | null;
  maxUses: number | null;
  uses: number;
  maxPerPerson: number;
  usesOfPerson: number;
  isStackable: boolean;
  categories: readonly string[] | null;
}

/** Every club year includes 25% off one course. */
export const clubDiscount: Discount = {
  worth: { percentBp: 2_500 },
  categories: ['course', 'specialty'],
  isForOne: true,
};

export function getPromotionProblem(promotion: Promotion, now: Date): CodeProblem | null {
  const { startsAt, endsAt, maxUses, uses, maxPerPerson, usesOfPerson } = promotion;
  if (startsAt > now || (endsAt !== null && endsAt <= now)) return 'shop.code_over';
  if ((maxUses !== null && uses >= maxUses) || usesOfPerson >= maxPerPerson) return 'shop.code_used';
  return null;
}

/** Returns null for a fixed amount in another currency. */
export function toDiscount(promotion: Promotion, currency: string): Discount | null {
  const { percentBp, amountMinor, categories } = promotion;
  if (percentBp !== null) return { worth: { percentBp }, categories };
  return amountMinor === null || promotion.currency !== currency ? null : { worth: { amountMinor }, categories };
}

export interface CheckedDiscount {
  problem: CodeProblem | null;
  isStackable: boolean;
  /** Null when the code does not apply to this currency. */
  discount: Discount | null;
}

/**
 * Applies a basket's codes one after the other. Codes that are invalid, cannot be combined with an earlier one or have
 * no effect are returned with a problem and save nothing.
 */
export function applyCodes<Code extends CheckedDiscount>(
  items: readonly PricingItem[],
  codes: readonly Code[],
  isTaxIncluded: boolean,
): { priced: PricingResult; codes: (Code & { savedMinor: number })[] } {
  const used: CheckedDiscount[] = [];
  const discounts: Discount[] = [];
  const applied = codes.map((code) => {
    if (code.problem !== null) return { ...code, savedMinor: 0 };
    const isWelcome = used.length === 0 || [...used, code].every(({ isStackable }) => isStackable);
    if (!isWelcome) return { ...code, problem: 'shop.code_alone' as const, savedMinor: 0 };
    const { discount } = code;
    const savedMinor =
      discount === null ? 0 : (priceItems(items, [...discounts, discount], isTaxIncluded).savedMinor.at(-1) ?? 0);
    if (discount === null || savedMinor === 0) return { ...code, problem: 'shop.code_idle' as const, savedMinor: 0 };
    used.push(code);
    discounts.push(discount);
    return { ...code, savedMinor };
  });
  return { priced: priceItems(items, discounts, isTaxIncluded), codes: applied };
}
