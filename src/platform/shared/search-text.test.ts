import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizeForSearch } from './search-text.ts';

describe('search', () => {
  it.each([
    ['Île d’Or', "ile d'or"],
    ['STRAẞE', 'strasse'],
    ['Søndre Łódź', 'sondre lodz'],
    ['ＢＬＵＥ', 'blue'],
    ['ΝΗΣΟΣ', 'νησοσ'],
    ['沖縄', '沖縄'],
  ])('looks for %s as %s', (text, found) => {
    expect(normalizeForSearch(text)).toBe(found);
  });

  it('finds a text whatever its case, and changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(normalizeForSearch(normalizeForSearch(text))).toBe(normalizeForSearch(text));
      }),
    );
  });
});
