import { describe, expect, it } from 'vitest';
import { listBasketChanges } from './basket-changes.ts';

const deep = { lineId: 'a', name: 'Deep', quantity: 1, unitMinor: 17_900 };
const mask = { lineId: 'b', name: 'Mask', quantity: 2, unitMinor: 4_500 };
const club = { code: 'CLUB25', problem: null };
const basket = { currency: 'USD', totalMinor: 26_900, lines: [deep, mask], codes: [club] };

describe('what has changed in a basket since it was looked at', () => {
  it('is nothing where nobody would see a difference', () => {
    expect(listBasketChanges(basket, { ...basket, lines: [mask, deep] })).toEqual([]);
  });

  it('is what came, what went, how many, for how much, and what that makes', () => {
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

  it('is a code that came, went, or counts no more', () => {
    const [ended, spring] = [
      { code: 'CLUB25', problem: 'shop.code_over' as const },
      { code: 'SPRING', problem: null },
    ];
    expect(listBasketChanges(basket, { ...basket, codes: [ended, spring] })).toEqual([
      { kind: 'code_new', code: 'SPRING' },
      { kind: 'code_gone', code: 'CLUB25' },
    ]);
  });

  it('is the currency alone, where every price is another one', () => {
    expect(listBasketChanges(basket, { ...basket, currency: 'EUR', totalMinor: 1, lines: [] })).toEqual([
      { kind: 'currency', from: 'USD', to: 'EUR' },
    ]);
  });
});
