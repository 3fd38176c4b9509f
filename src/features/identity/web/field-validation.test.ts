import { describe, expect, it } from 'vitest';
import { collectProblems, findEmailProblem, findNameProblem } from './field-validation.ts';

describe('findEmailProblem', () => {
  it.each(['maren@mail.example', '  maren@mail.example ', 'm+dive@sub.mail.example', 'мария@почта.example'])(
    'accepts %j',
    (email) => expect(findEmailProblem(email)).toBeNull(),
  );

  it.each([
    '',
    'maren',
    'maren@mail',
    '@mail.example',
    'maren @mail.example',
    'a@b@c.example',
    `${'a'.repeat(254)}@b.example`,
  ])('rejects %j', (email) => expect(findEmailProblem(email)).toBe('identity.email.invalid'));
});

describe('findNameProblem', () => {
  it('returns the missing message when only spaces were typed', () => {
    expect(findNameProblem('  ', 'identity.given_name.missing')).toBe('identity.given_name.missing');
  });

  it('accepts at most 100 characters', () => {
    expect(findNameProblem('a'.repeat(100), 'identity.given_name.missing')).toBeNull();
    expect(findNameProblem('a'.repeat(101), 'identity.given_name.missing')).toBe('identity.name.too_long');
  });
});

describe('collectProblems', () => {
  it('returns only invalid fields', () => {
    expect(collectProblems({ email: 'identity.email.invalid', password: null })).toEqual({
      email: 'identity.email.invalid',
    });
  });
});
