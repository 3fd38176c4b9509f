import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { toLedgerEntries, toRefundLedgerEntries } from './ledger-entries.ts';
import { categories } from './categories.ts';
import { type Discount, type PricingItem, priceItems, calculateRefundTax } from './pricing.ts';

const item: fc.Arbitrary<PricingItem> = fc.record({
  category: fc.constantFrom(...categories),
  unitMinor: fc.oneof(fc.integer({ min: 0, max: 120 }), fc.integer({ min: 0, max: 10_000_000 })),
  quantity: fc.integer({ min: 1, max: 500 }),
  taxBp: fc.constantFrom(0, 260, 550, 700, 1_900, 2_000, 2_550, 10_000),
});
const discount: fc.Arbitrary<Discount> = fc.record({
  worth: fc.oneof(
    fc.record({ percentBp: fc.integer({ min: 1, max: 10_000 }) }),
    fc.record({ amountMinor: fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 1_000_000_000 })) }),
  ),
  categories: fc.option(fc.subarray([...categories])),
  isForOne: fc.boolean(),
});
const basket = fc.record({
  items: fc.array(item, { maxLength: 12 }),
  discounts: fc.array(discount, { maxLength: 3 }),
  isTaxIncluded: fc.boolean(),
});
const sum = (amounts: readonly number[]) => amounts.reduce((total, minor) => total + minor, 0);
const totalsOf = ({ lines: _lines, ...totals }: ReturnType<typeof priceItems>) => totals;

describe('priceItems with any basket', () => {
  it('returns lines that sum to the totals, with no negative or excessive amount', () => {
    fc.assert(
      fc.property(basket, ({ items, discounts, isTaxIncluded }) => {
        const priced = priceItems(items, discounts, isTaxIncluded);
        priced.lines.forEach((line, at) => {
          const whole = (items[at]?.unitMinor ?? 0) * (items[at]?.quantity ?? 0);
          for (const minor of Object.values(line)) expect(Number.isSafeInteger(minor) && minor >= 0).toBe(true);
          expect(line.discountMinor).toBeLessThanOrEqual(whole);
          expect(line.taxMinor).toBeLessThanOrEqual(line.totalMinor);
          expect(line.totalMinor).toBe(whole - line.discountMinor + (isTaxIncluded ? 0 : line.taxMinor));
        });
        const { lines, subtotalMinor, discountMinor, taxMinor, totalMinor, savedMinor } = priced;
        expect(subtotalMinor).toBe(sum(items.map(({ unitMinor, quantity }) => unitMinor * quantity)));
        expect(discountMinor).toBe(sum(lines.map((line) => line.discountMinor)));
        expect(sum(savedMinor)).toBe(discountMinor);
        expect(taxMinor).toBe(sum(lines.map((line) => line.taxMinor)));
        expect(totalMinor).toBe(sum(lines.map((line) => line.totalMinor)));
        expect(totalMinor).toBe(subtotalMinor - discountMinor + (isTaxIncluded ? 0 : taxMinor));
      }),
    );
  });

  it('returns the same totals for any order of the lines', () => {
    const mixed = basket.chain((one) =>
      fc.record({
        one: fc.constant(one),
        other: fc.shuffledSubarray(one.items, { minLength: one.items.length, maxLength: one.items.length }),
      }),
    );
    fc.assert(
      fc.property(mixed, ({ one: { items, discounts, isTaxIncluded }, other }) => {
        expect(totalsOf(priceItems(other, discounts, isTaxIncluded))).toEqual(
          totalsOf(priceItems(items, discounts, isTaxIncluded)),
        );
      }),
    );
  });

  it('takes an amount off exactly, up to the subtotal', () => {
    fc.assert(
      fc.property(basket, fc.integer({ min: 1, max: 1_000_000_000 }), ({ items, isTaxIncluded }, amountMinor) => {
        const { discountMinor, subtotalMinor } = priceItems(
          items,
          [{ worth: { amountMinor }, categories: null }],
          isTaxIncluded,
        );
        expect(discountMinor).toBe(Math.min(amountMinor, subtotalMinor));
      }),
    );
  });

  it('does not change lines that the discount does not cover', () => {
    fc.assert(
      fc.property(basket, discount, ({ items, isTaxIncluded }, one) => {
        const without = priceItems(items, [], isTaxIncluded).lines;
        const isMeant = (at: number) => one.categories?.includes(items[at]?.category ?? '') ?? true;
        const others = priceItems(items, [one], isTaxIncluded).lines.map((line, at) => (isMeant(at) ? null : line));
        expect(others).toEqual(without.map((line, at) => (isMeant(at) ? null : line)));
      }),
    );
  });

  it('discounts a single piece by at most its price', () => {
    fc.assert(
      fc.property(basket, discount, ({ items, isTaxIncluded }, one) => {
        const { lines, discountMinor } = priceItems(items, [{ ...one, isForOne: true }], isTaxIncluded);
        const dearest = Math.max(
          0,
          ...items
            .filter(({ category }) => one.categories?.includes(category) ?? true)
            .map(({ unitMinor }) => unitMinor),
        );
        expect(discountMinor).toBeLessThanOrEqual(dearest);
        expect(lines.filter((line) => line.discountMinor > 0).length).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('books balanced entries, and refunds bring every account back to zero', () => {
    const paidBack = fc.record({
      basket,
      method: fc.constantFrom('card' as const, 'credit' as const),
      cuts: fc.array(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 }), { maxLength: 12 }),
    });
    fc.assert(
      fc.property(paidBack, ({ basket: { items, discounts, isTaxIncluded }, method, cuts }) => {
        const priced = priceItems(items, discounts, isTaxIncluded);
        const order = { method, country: 'DE', purpose: 'order', storeNumber: 20_001 };
        const lines = priced.lines.map((line, at) => ({ ...line, category: items[at]?.category ?? 'gear' }));
        const accounts = toLedgerEntries({ ...order, lines });
        const payer = method === 'credit' ? 'credit:20001' : 'received:order';
        expect(sum(Object.values(accounts))).toBe(0);
        expect(accounts[payer] ?? 0).toBe(priced.totalMinor);
        expect(priced.taxMinor + (accounts['tax:DE'] ?? 0)).toBe(0);
        lines.forEach((line, at) => {
          const stops = [...(cuts[at] ?? []).map((part) => Math.floor(part * line.totalMinor)), line.totalMinor];
          let refunded = 0;
          let tax = 0;
          for (const stop of stops.toSorted((a, b) => a - b)) {
            const amountMinor = stop - refunded;
            const taxMinor = calculateRefundTax(line, amountMinor, { amountMinor: refunded, taxMinor: tax });
            expect(taxMinor).toBeGreaterThanOrEqual(0);
            expect(taxMinor).toBeLessThanOrEqual(amountMinor);
            const entries = toRefundLedgerEntries(order, [{ category: line.category, amountMinor, taxMinor }]);
            expect(sum(Object.values(entries))).toBe(0);
            for (const [account, minor] of Object.entries(entries)) {
              expect(minor).not.toBe(0);
              accounts[account] = (accounts[account] ?? 0) + minor;
            }
            refunded = stop;
            tax += taxMinor;
          }
          expect([refunded, tax]).toEqual([line.totalMinor, line.taxMinor]);
        });
        expect(Object.values(accounts).filter((minor) => minor !== 0)).toEqual([]);
      }),
    );
  });
});

describe('rounding', () => {
  const book = (unitMinor: number, quantity = 1, taxBp = 0): PricingItem => ({
    category: 'book',
    unitMinor,
    quantity,
    taxBp,
  });
  const off = (amountMinor: number, only: Discount['categories'] = null): Discount => ({
    worth: { amountMinor },
    categories: only,
  });

  test('rounds half a cent up', () => {
    expect(priceItems([book(250)], [{ worth: { percentBp: 2_500 }, categories: null }], false).discountMinor).toBe(63);
    expect(priceItems([book(50, 1, 700)], [], false)).toMatchObject({ taxMinor: 4, totalMinor: 54 });
    expect(priceItems([book(11_900, 1, 1_900)], [], true)).toMatchObject({ taxMinor: 1_900, totalMinor: 11_900 });
  });

  test('gives leftover cents to the largest remainders', () => {
    expect(
      priceItems([book(100), book(200), book(400)], [off(100)], false).lines.map((line) => line.discountMinor),
    ).toEqual([14, 29, 57]);
  });

  test('applies the second discount to what the first one left', () => {
    const half: Discount = { worth: { percentBp: 5_000 }, categories: null };
    expect(priceItems([book(1_000)], [half, half], false)).toMatchObject({ savedMinor: [500, 250], totalMinor: 250 });
    expect(priceItems([book(1_000)], [off(800), off(800)], false)).toMatchObject({
      savedMinor: [800, 200],
      totalMinor: 0,
    });
    expect(priceItems([book(1_000)], [off(800, ['gear'])], false)).toMatchObject({
      savedMinor: [0],
      totalMinor: 1_000,
    });
  });

  test('books no entries for a free order', () => {
    expect(
      toLedgerEntries({
        method: 'free',
        country: 'US',
        purpose: 'order',
        storeNumber: null,
        lines: priceItems([book(0)], [], true).lines.map((line) => ({ ...line, category: 'book' })),
      }),
    ).toEqual({});
    expect(calculateRefundTax({ totalMinor: 0, taxMinor: 0 }, 0, { amountMinor: 0, taxMinor: 0 })).toBe(0);
  });
});

test('calculateRefundTax adds up to the tax of the line when parts are rejected and retried', () => {
  const amounts = fc.array(fc.record({ minor: fc.integer({ min: 1, max: 40 }), isRejected: fc.boolean() }), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 0, max: 100 }), amounts, (total, share, parts) => {
      const line = { totalMinor: total, taxMinor: Math.floor((total * share) / 100) };
      let refunded = { amountMinor: 0, taxMinor: 0 };
      const refunds: (typeof refunded)[] = [];
      const refund = (amountMinor: number) => {
        const taxMinor = calculateRefundTax(line, amountMinor, refunded);
        expect(taxMinor).toBeGreaterThanOrEqual(0);
        expect(taxMinor).toBeLessThanOrEqual(amountMinor);
        refunds.push({ amountMinor, taxMinor });
        refunded = { amountMinor: refunded.amountMinor + amountMinor, taxMinor: refunded.taxMinor + taxMinor };
      };
      for (const { minor, isRejected } of parts) {
        const first = isRejected ? refunds.shift() : undefined;
        if (first)
          refunded = {
            amountMinor: refunded.amountMinor - first.amountMinor,
            taxMinor: refunded.taxMinor - first.taxMinor,
          };
        if (refunded.amountMinor + minor <= total) refund(minor);
      }
      if (refunded.amountMinor < total) refund(total - refunded.amountMinor);
      expect(refunded).toEqual({ amountMinor: line.totalMinor, taxMinor: line.taxMinor });
    }),
  );
});
