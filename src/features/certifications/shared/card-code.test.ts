import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createCardCode, parseCardCode } from './card-code.ts';

const codes = fc.uint8Array({ minLength: 8, maxLength: 8 }).map(createCardCode);

it('has groups of four, four and two, and can be parsed', () => {
  fc.assert(
    fc.property(codes, (code) => {
      expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{2}$/);
      expect(parseCardCode(code)).toBe(code);
    }),
  );
});

it('is parsed in any notation', () => {
  const code = createCardCode(Uint8Array.from([0, 1, 2, 3, 4, 5, 6, 7]));
  expect(code).toBe('0123-4567-6F');
  for (const typed of ['0123-4567-6f', ' o123 4567 6f ', 'oI23-4567-6F', '0l2345676f'])
    expect(parseCardCode(typed), typed).toBe(code);
});

it('is rejected with a wrong or transposed symbol', () => {
  fc.assert(
    fc.property(codes, fc.nat(9), fc.integer({ min: 1, max: 31 }), (code, place, by) => {
      const signs = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
      const text = code.replaceAll('-', '');
      const wrong = signs[(signs.indexOf(text[place] ?? '') + by) % 32];
      expect(parseCardCode(text.slice(0, place) + wrong + text.slice(place + 1))).toBeNull();
      const swapped = `${text.slice(0, place)}${text[place + 1] ?? ''}${text[place]}${text.slice(place + 2)}`;
      expect(parseCardCode(swapped)).toBe(swapped === text ? code : null);
    }),
  );
});

it('is rejected when malformed', () => {
  for (const typed of ['', '0123-4567', '0123-4567-6F9', 'UUUU-UUUU-UU', '０１２３-4567-6F', '0123-4567-6G'])
    expect(parseCardCode(typed), typed).toBeNull();
});
