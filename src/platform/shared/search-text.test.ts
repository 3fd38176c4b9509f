import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizeForSearch } from './search-text.ts';

describe('normalizeForSearch', () => {
  it.each([
    ['Île d’Or', "ile d'or"],
    ['STRAẞE', 'strasse'],
    ['Søndre Łódź', 'sondre lodz'],
    ['ＢＬＵＥ', 'blue'],
    ['ΝΗΣΟΣ', 'νησοσ'],
    ['沖縄', '沖縄'],
  ])('normalizes %s to %s', (text, normalized) => {
    expect(normalizeForSearch(text)).toBe(normalized);
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(normalizeForSearch(normalizeForSearch(text))).toBe(normalizeForSearch(text));
      }),
    );
  });
});
