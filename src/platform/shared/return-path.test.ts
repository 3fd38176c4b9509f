import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultReturnPath, safeReturnPath } from './return-path.ts';

/** Building blocks of open-redirect attacks. */
const piece = fc.constantFrom(
  '/',
  '//',
  '\\',
  '@',
  ':',
  '.',
  '..',
  '%2f',
  '%5c',
  '\t',
  '\n',
  '?',
  '#',
  'evil.example',
  'https:',
  'javascript:',
  'training',
  'sso',
  'login',
  'LogOut',
  '%6cogin',
  'scorm',
  '%73corm',
  '%2573corm',
  '%4Cogin',
  '%',
);
const address = fc.oneof(
  fc.string({ maxLength: 60 }),
  fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
  fc.array(piece, { maxLength: 8 }).map((pieces) => `/${pieces.join('')}`),
);

describe('safeReturnPath', () => {
  it('always returns a page of the portal', () => {
    fc.assert(
      fc.property(address, fc.constantFrom('https://portal.example', 'http://localhost:3000'), (value, base) => {
        const url = new URL(safeReturnPath(value), base);
        expect(url.origin).toBe(base);
        expect(decodeURIComponent(url.pathname)).not.toMatch(
          /^\/([/\\]|(api|assets|auth|sso|scorm|login|logout|dev)([/\\]|$))/i,
        );
      }),
      { numRuns: 2_000 },
    );
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(address, (value) => {
        const safe = safeReturnPath(value);
        expect(safeReturnPath(safe)).toBe(safe);
      }),
    );
  });

  it.each(['/training/dashboard', '/logbook/42?tab=profile#gas', '/', '/family?child=Ida%20O', '/card/100%25'])(
    'returns %s unchanged',
    (path) => {
      expect(safeReturnPath(path)).toBe(path);
    },
  );

  it.each([
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '/training/..//evil.example',
    '/./\\evil.example',
    'https://evil.example/training',
    'javascript:alert(1)',
    'training',
    '',
    '/login/sign-in',
    '/training/../sso/auth',
    '/api/openapi.json',
    '/logout',
    '/LOGIN/sign-out',
    '/%6cogin/sign-out',
    '/%4C%4Fgout',
    '/login%2fsign-out',
    '/%2fevil.example',
    '/scorm/token/',
    '/%73corm/token/',
    '/%2573corm/token/',
    '/SCORM/token/',
    '/training/%2e%2e/scorm/token/',
    '/training/..%2fscorm/token/',
    '/scorm%5ctoken/',
    '/%252fevil.example',
    '/%5Cevil.example',
    '/%',
    `/${'a'.repeat(2_000)}`,
    undefined,
    null,
    42,
    ['/logbook'],
  ])('returns the default for %j', (value) => {
    expect(safeReturnPath(value)).toBe(defaultReturnPath);
  });
});
