import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { getCountryTax, TaxTable } from './tax.ts';

const file = join(import.meta.dirname, '../../../../content/shop/taxes.json');
const table = TaxTable.parse(JSON.parse(readFileSync(file, 'utf8')));

describe('getCountryTax', () => {
  it('includes the tax in the price depending on the country', () => {
    for (const country of ['DE', 'FR', 'GB', 'AU', 'JP', 'CH'])
      expect(getCountryTax(table, country).isIncluded).toBe(true);
    for (const country of ['US', 'CA']) expect(getCountryTax(table, country).isIncluded).toBe(false);
  });

  it('depends on the tax class', () => {
    const { bpOf } = getCountryTax(table, 'DE');
    expect([bpOf('digital'), bpOf('goods'), bpOf('book')]).toEqual([1_900, 1_900, 700]);
    expect([getCountryTax(table, 'US').bpOf('digital'), getCountryTax(table, 'US').bpOf('goods')]).toEqual([0, 700]);
  });

  it.each(['', 'XX', 'toString', '__proto__'])('is zero for a country that is not in the table: %j', (country) => {
    expect(getCountryTax(table, country)).toMatchObject({ isIncluded: false });
    expect(getCountryTax(table, country).bpOf('goods')).toBe(0);
  });
});

describe('TaxTable', () => {
  const bp = { digital: 0, goods: 0, book: 0 };
  it.each([
    ['an invalid country code', { countries: { Germany: { isIncluded: true, bp } } }],
    ['a negative rate', { countries: { DE: { isIncluded: true, bp: { ...bp, goods: -1 } } } }],
    ['a rate in percent', { countries: { DE: { isIncluded: true, bp: { ...bp, goods: 8.1 } } } }],
    ['an unknown tax class', { countries: { DE: { isIncluded: true, bp: { ...bp, food: 1 } } } }],
    ['a missing tax class', { countries: { DE: { isIncluded: true, bp: { goods: 1 } } } }],
  ])('rejects %s', (_name, wrong) => {
    expect(TaxTable.safeParse(wrong).success).toBe(false);
  });
});
