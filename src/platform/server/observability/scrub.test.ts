import { describe, expect, test } from 'vitest';
import { randomToken } from '#platform/server/crypto/secrets.ts';
import { scrub, scrubResponse } from './scrub.ts';

/** The best of a few runs: whatever else the machine does can only make one slower. */
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

describe('what goes into a log', () => {
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

  test('holds no link token', () => {
    for (let count = 0; count < 50; count++) expect(scrub(`/sign/${randomToken()}`)).toBe('/sign/[token]');
  });

  test('holds the shape of an answer and what our error body says, but nobody’s data', () => {
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

  test('holds nothing of what a refused answer says is stored now', () => {
    const entry = { code: 'account.stale', message: 'account.stale', path: 'addressLine1', now: '3 Harbour Steps' };
    expect(JSON.parse(scrubResponse(JSON.stringify({ errors: [entry] })))).toEqual({
      errors: [{ ...entry, now: 'string' }],
    });
  });

  test('holds no half of an address at the place where a long answer is cut', () => {
    for (let start = 3_980; start < 4_000; start++) {
      const answer = `${' '.repeat(start)}ada@demo.test ${'x '.repeat(1_000)}`;
      expect(scrubResponse(answer)).not.toContain('ada');
    }
  });

  test.each(['a', 'a@', 'a.', '%40', 'a%4', 'eyJ-', 'eyJ.', '?', '1', 'aA1-', 'bearer ', ' '])(
    'takes eight times as long for eight times as much of %j, not sixty-four times',
    (part) => {
      const mostGrowth = 30;
      let growth = Infinity;
      // Again while the machine is busy with something else: quadratic work is never quick.
      for (let run = 0; run < 10 && growth >= mostGrowth; run++) growth = Math.min(growth, measureGrowth(part));
      expect(growth).toBeLessThan(mostGrowth);
    },
  );
});
