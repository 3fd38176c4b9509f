import { describe, expect, test } from 'vitest';
import { randomToken } from '#platform/server/crypto/secrets.ts';
import { runToEnd } from '#platform/testing/run-to-end.ts';
import { scrub, scrubResponse } from './scrub.ts';

describe('scrub', () => {
  test.each([
    ['mail to ada.lovelace+dive@demo.test failed', 'mail to [email] failed'],
    ['Key (email)=(ada@demo.test) already exists', 'Key (email)=([email]) already exists'],
    ['/reset/ada%40demo.test', '/reset/[email]'],
    ['GET /verify?code=ABC&name=Ada failed', 'GET /verify?[query] failed'],
    ['Really? Yes', 'Really? Yes'],
    ['authorization: Bearer abc.def-123', 'authorization: Bearer [token]'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl', '[token]'],
    ['member 100001 of store 20001', 'member [number] of store 20001'],
    ['call +4915112345678 now', 'call +[number] now'],
    [
      'TypeError: x at /assets/verification-screen-Bx7.js:12:345',
      'TypeError: x at /assets/verification-screen-Bx7.js:12:345',
    ],
  ])('%s → %s', (text, expected) => {
    expect(scrub(text)).toBe(expected);
  });

  test('removes link tokens', () => {
    for (let count = 0; count < 50; count++) expect(scrub(`/sign/${randomToken()}`)).toBe('/sign/[token]');
  });

  test('keeps the shape of a response and the error body but no personal data', () => {
    const answer = {
      errors: [{ code: 'logbook.locked', message: 'dive 1234567 is locked', path: 'dive' }],
      correlationId: 'abc',
      person: { name: 'Ada', age: 12, friends: ['Ben'], isMinor: true, medical: null },
    };
    expect(JSON.parse(scrubResponse(JSON.stringify(answer)))).toEqual({
      errors: [{ code: 'logbook.locked', message: 'dive [number] is locked', path: 'dive' }],
      correlationId: 'abc',
      person: { name: 'string', age: 'number', friends: ['string'], isMinor: 'boolean', medical: null },
    });
    expect(scrubResponse('<p>ada@demo.test</p>')).toBe('<p>[email]</p>');
    expect(scrubResponse('x'.repeat(200_000)).length).toBeLessThanOrEqual(4_000);
  });

  test('removes the current value from an error entry', () => {
    const entry = { code: 'account.stale', message: 'account.stale', path: 'addressLine1', now: '3 Harbour Steps' };
    expect(JSON.parse(scrubResponse(JSON.stringify({ errors: [entry] })))).toEqual({
      errors: [{ ...entry, now: 'string' }],
    });
  });

  test('leaves no partial email address where a long response is cut', () => {
    for (let start = 3_980; start < 4_000; start++) {
      const answer = `${' '.repeat(start)}ada@demo.test ${'x '.repeat(1_000)}`;
      expect(scrubResponse(answer)).not.toContain('ada');
    }
  });

  test.each(['a', 'a@', 'a.', '%40', 'a%4', 'eyJ-', 'eyJ.', '?', '1', 'aA1-', 'bearer ', ' '])(
    'ends for %j repeated many times',
    (part) => {
      // A pattern that looks at the rest of the text from each place in it would take minutes.
      const scrubbed = runToEnd(() => scrub(part.repeat(300_000 / part.length)));
      expect(scrubbed).not.toBe('');
    },
  );
});
