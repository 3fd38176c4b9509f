import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createCardCode, parseCardCode } from './card-code.ts';

const codes = fc.uint8Array({ minLength: 8, maxLength: 8 }).map(createCardCode);

it('is four signs, four and two, and is read again', () => {
  fc.assert(
    fc.property(codes, (code) => {
      expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{2}$/);
      expect(parseCardCode(code)).toBe(code);
    }),
  );
});

it('is read however it is typed', () => {
  const code = createCardCode(Uint8Array.from([0, 1, 2, 3, 4, 5, 6, 7]));
  expect(code).toBe('0123-4567-6F');
  for (const typed of ['0123-4567-6f', ' o123 4567 6f ', 'oI23-4567-6F', '0l2345676f'])
    expect(parseCardCode(typed), typed).toBe(code);
});

it('is not read with a wrong sign, or two that changed places', () => {
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

it('is not read from what cannot be one', () => {
  for (const typed of ['', '0123-4567', '0123-4567-6F9', 'UUUU-UUUU-UU', '０１２３-4567-6F', '0123-4567-6G'])
    expect(parseCardCode(typed), typed).toBeNull();
});
