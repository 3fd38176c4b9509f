import { describe, expect, it } from 'vitest';
import { collectProblems, findEmailProblem, findNameProblem } from './field-validation.ts';

describe('emailProblem', () => {
  it.each(['maren@mail.example', '  maren@mail.example ', 'm+dive@sub.mail.example', 'мария@почта.example'])(
    'lets %j through',
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
  ])('refuses %j', (email) => expect(findEmailProblem(email)).toBe('identity.email.invalid'));
});

describe('nameProblem', () => {
  it('says what is missing when only spaces were typed', () => {
    expect(findNameProblem('  ', 'identity.given_name.missing')).toBe('identity.given_name.missing');
  });

  it('takes 100 characters and no more', () => {
    expect(findNameProblem('a'.repeat(100), 'identity.given_name.missing')).toBeNull();
    expect(findNameProblem('a'.repeat(101), 'identity.given_name.missing')).toBe('identity.name.too_long');
  });
});

describe('collectProblems', () => {
  it('keeps only the fields that are wrong', () => {
    expect(collectProblems({ email: 'identity.email.invalid', password: null })).toEqual({
      email: 'identity.email.invalid',
    });
  });
});
