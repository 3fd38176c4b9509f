import { expect, it } from 'vitest';
import type { Signer } from '#features/forms/shared/contract.ts';
import { isGuardianAsked } from './is-guardian-asked.ts';

const signer = (role: Signer['role'], isSigned: boolean): Signer => ({
  role,
  name: 'Ylva',
  isYou: role === 'diver',
  signedDate: isSigned ? '2026-11-18T08:00:00Z' : null,
  method: null,
  strokes: null,
  typedName: null,
  onPhoneOf: null,
});

it.each([
  ['a child who has signed', true, [signer('diver', true), signer('guardian', false)], true],
  ['a child who has not signed', true, [signer('diver', false), signer('guardian', false)], false],
  ['a child whose guardian has signed', true, [signer('diver', false), signer('guardian', true)], false],
  ['the guardian', false, [signer('diver', true), signer('guardian', false)], false],
  ['an adult', true, [signer('diver', true)], false],
])('isGuardianAsked for %s', (_who, isOwn, signers, expected) => {
  expect(isGuardianAsked({ isOwn, signers })).toBe(expected);
});
