import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import messages from './messages/en-US.json' with { type: 'json' };
import { findConfirmationProblem, isBirthdate, normalizeEmail, findPasswordProblem } from './rules.ts';

test.each([
  ['Diver1', null],
  ['Abcdef', null],
  ['ÄÖüßéà', null],
  ['Ωmega7', null],
  ['Ab 🤿 c', null],
  ['', 'identity.password.invalid'],
  ['Abcde', 'identity.password.rule'],
  ['abcdef', 'identity.password.rule'],
  ['ABCDEF', 'identity.password.rule'],
  ['123456', 'identity.password.rule'],
  ['Aa🤿🤿🤿', 'identity.password.rule'],
  [`Aa${'x'.repeat(254)}`, null],
  [`Aa${'x'.repeat(255)}`, 'identity.password.too_long'],
])('findPasswordProblem(%j) returns %j', (password, expected) => {
  expect(findPasswordProblem(password)).toBe(expected);
});

test('the messages match the specification', () => {
  expect(messages['identity.password.rule']).toBe(
    'Password must contain at least 6 characters, including at least one upper and one lowercase letter.',
  );
  expect(messages['identity.password.invalid']).toBe('Enter a valid password');
  expect(messages['identity.password.incorrect']).toBe('Incorrect password');
  expect(messages['identity.password.mismatch']).toBe('Confirm password does not match new password');
});

test('findPasswordProblem returns the same for composed and decomposed characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (password) => {
      expect(findPasswordProblem(password.normalize('NFD'))).toBe(findPasswordProblem(password.normalize('NFC')));
    }),
  );
});

test('findConfirmationProblem compares normalized passwords', () => {
  expect(findConfirmationProblem('Caf\u00e9Au', 'Cafe\u0301Au')).toBeNull();
  expect(findConfirmationProblem('Diver123', 'Diver124')).toBe('identity.password.mismatch');
});

test('normalizeEmail trims and lowercases', () => {
  expect(normalizeEmail(' Maren@Demo.TEST ')).toBe('maren@demo.test');
});

test.each([
  ['1900-01-01', true],
  ['1899-12-31', false],
  ['2026-11-15', true],
  ['2026-11-16', false],
])('isBirthdate(%s) on 2026-11-15 returns %s', (birthdate, expected) => {
  expect(isBirthdate(birthdate, '2026-11-15')).toBe(expected);
});
