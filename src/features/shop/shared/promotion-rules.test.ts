import { describe, expect, it } from 'vitest';
import type { Discount, PricingItem } from './pricing.ts';
import {
  applyCodes,
  toDiscount,
  type CheckedDiscount,
  type Promotion,
  getPromotionProblem,
} from './promotion-rules.ts';

const now = new Date('2026-11-15T12:00:00Z');
const promotion: Promotion = {
  percentBp: 1_000,
  amountMinor: null,
  currency: null,
  startsAt: new Date('2026-11-01T00:00:00Z'),
  endsAt: null,
  maxUses: null,
  uses: 0,
  maxPerPerson: 1,
  usesOfPerson: 0,
  isStackable: false,
  categories: null,
};

describe('getPromotionProblem', () => {
  it.each<[string, Partial<Promotion>, string | null]>([
    ['allows a running promotion', {}, null],
    ['allows a promotion from its start time', { startsAt: now }, null],
    ['rejects a promotion that starts later', { startsAt: new Date('2026-11-15T12:00:00.001Z') }, 'shop.code_over'],
    ['allows a promotion that ends later', { endsAt: new Date('2026-11-15T12:00:00.001Z') }, null],
    ['rejects a promotion at its end time', { endsAt: now }, 'shop.code_over'],
    ['allows a promotion with uses left', { maxUses: 5, uses: 4 }, null],
    ['rejects a promotion without uses left', { maxUses: 5, uses: 5 }, 'shop.code_used'],
    ['rejects a promotion this person has already used', { usesOfPerson: 1 }, 'shop.code_used'],
    ['allows a second use when two are allowed per person', { usesOfPerson: 1, maxPerPerson: 2 }, null],
    ['reports an ended promotion before a used one', { endsAt: now, usesOfPerson: 1 }, 'shop.code_over'],
  ])('%s', (_name, differs, problem) => {
    expect(getPromotionProblem({ ...promotion, ...differs }, now)).toBe(problem);
  });

  it('returns a fixed amount only in its own currency', () => {
    const amount = { ...promotion, percentBp: null, amountMinor: 500, currency: 'EUR' };
    expect(toDiscount(amount, 'EUR')).toEqual({ worth: { amountMinor: 500 }, categories: null });
    expect(toDiscount(amount, 'USD')).toBeNull();
    expect(toDiscount({ ...promotion, categories: ['book'] }, 'USD')).toEqual({
      worth: { percentBp: 1_000 },
      categories: ['book'],
    });
  });
});

describe('applyCodes', () => {
  const items: PricingItem[] = [{ category: 'book', unitMinor: 1_000, quantity: 2, taxBp: 0 }];
  const half: Discount = { worth: { percentBp: 5_000 }, categories: null };
  const social: CheckedDiscount = { problem: null, isStackable: true, discount: half };
  const lone: CheckedDiscount = { problem: null, isStackable: false, discount: half };
  const over: CheckedDiscount = { problem: 'shop.code_over', isStackable: false, discount: half };
  const forGear: CheckedDiscount = { problem: null, isStackable: false, discount: { ...half, categories: ['gear'] } };
  const foreign: CheckedDiscount = { problem: null, isStackable: false, discount: null };
  const apply = (...codes: CheckedDiscount[]) => applyCodes(items, codes, false);
  const problems = (...codes: CheckedDiscount[]) => apply(...codes).codes.map(({ problem }) => problem);

  it('combines codes only if all of them are stackable', () => {
    expect(problems(social, social, social)).toEqual([null, null, null]);
    expect(problems(social, lone)).toEqual([null, 'shop.code_alone']);
    expect(problems(lone, social, lone)).toEqual([null, 'shop.code_alone', 'shop.code_alone']);
  });

  it('ignores codes without effect when checking for combinations', () => {
    expect(problems(over, lone)).toEqual(['shop.code_over', null]);
    expect(problems(forGear, lone)).toEqual(['shop.code_idle', null]);
    expect(problems(foreign, lone)).toEqual(['shop.code_idle', null]);
  });

  it('returns the amount each code saves', () => {
    const { priced, codes } = apply(social, over, social);
    expect(codes.map(({ savedMinor }) => savedMinor)).toEqual([1_000, 0, 500]);
    expect(priced).toMatchObject({ subtotalMinor: 2_000, discountMinor: 1_500, totalMinor: 500 });
  });

  it('reports a code as idle when nothing is left to pay', () => {
    const all: CheckedDiscount = { ...social, discount: { worth: { amountMinor: 9_999 }, categories: null } };
    expect(problems(all, social)).toEqual([null, 'shop.code_idle']);
    expect(applyCodes([], [social], false).codes[0]?.problem).toBe('shop.code_idle');
  });
});
