import { describe, expect, it } from 'vitest';
import { listBasketChanges } from './basket-changes.ts';

const deep = { lineId: 'a', name: 'Deep', quantity: 1, unitMinor: 17_900 };
const mask = { lineId: 'b', name: 'Mask', quantity: 2, unitMinor: 4_500 };
const club = { code: 'CLUB25', problem: null };
const basket = { currency: 'USD', totalMinor: 26_900, lines: [deep, mask], codes: [club] };

describe('listBasketChanges', () => {
  it('returns nothing when only the order of lines differs', () => {
    expect(listBasketChanges(basket, { ...basket, lines: [mask, deep] })).toEqual([]);
  });

  it('returns added, removed and changed lines and the new total', () => {
    const lens = { lineId: 'c', name: 'Lens', quantity: 1, unitMinor: 9_900 };
    const after = { ...basket, totalMinor: 23_900, lines: [{ ...mask, quantity: 3, unitMinor: 4_600 }, lens] };
    expect(listBasketChanges(basket, after)).toEqual([
      { kind: 'quantity', name: 'Mask', from: 2, to: 3 },
      { kind: 'price', name: 'Mask', from: 4_500, to: 4_600 },
      { kind: 'new', name: 'Lens' },
      { kind: 'gone', name: 'Deep' },
      { kind: 'total', from: 26_900, to: 23_900 },
    ]);
  });

  it('returns codes that were added, removed or became invalid', () => {
    const [ended, spring] = [
      { code: 'CLUB25', problem: 'shop.code_over' as const },
      { code: 'SPRING', problem: null },
    ];
    expect(listBasketChanges(basket, { ...basket, codes: [ended, spring] })).toEqual([
      { kind: 'code_new', code: 'SPRING' },
      { kind: 'code_gone', code: 'CLUB25' },
    ]);
  });

  it('returns only the currency when it has changed', () => {
    expect(listBasketChanges(basket, { ...basket, currency: 'EUR', totalMinor: 1, lines: [] })).toEqual([
      { kind: 'currency', from: 'USD', to: 'EUR' },
    ]);
  });
});
