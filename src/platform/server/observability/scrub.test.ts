import { describe, expect, test } from 'vitest';
import { randomToken } from '#platform/server/crypto/secrets.ts';
import { scrub, scrubResponse } from './scrub.ts';

/** The fastest of a few runs, because other load on the machine can only slow a run down. */
function measureMinMs(text: string): number {
  const runs = Array.from({ length: 5 }, () => {
    const start = performance.now();
    scrub(text);
    return performance.now() - start;
  });
  return Math.min(...runs);
}

const measureGrowth = (part: string): number =>
  measureMinMs(part.repeat(16_000 / part.length)) / Math.max(measureMinMs(part.repeat(2_000 / part.length)), 0.05);

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
    'takes linear time for repeated %j',
    (part) => {
      const maxGrowth = 30;
      let growth = Infinity;
      // Retried in case the machine is busy. Quadratic work would be slow in every run.
      for (let run = 0; run < 10 && growth >= maxGrowth; run++) growth = Math.min(growth, measureGrowth(part));
      expect(growth).toBeLessThan(maxGrowth);
    },
  );
});
