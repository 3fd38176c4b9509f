import { dictionary } from '@zxcvbn-ts/language-common';
import { fail as failAny } from '../../../platform/shared/errors.ts';
import { fail } from '../shared/contract.ts';
import { normaliseEmail, normalisePassword, passwordProblem } from '../shared/rules.ts';

const commonPasswords = new Set(dictionary['passwords-common'].map((password) => password.toLowerCase()));

export function isCommonPassword(password: string): boolean {
  return commonPasswords.has(normalisePassword(password).toLowerCase());
}

/** The whole rule for a password that somebody chooses. */
export function demandGoodPassword(password: string, email: string | null, path = 'password'): void {
  const problem = passwordProblem(password);
  if (problem !== null) throw failAny('request.invalid', { message: problem, path });
  const folded = normalisePassword(password).toLowerCase();
  const address = email === null ? null : normaliseEmail(email);
  const isOwnAddress =
    address !== null && (folded === address || folded === address.slice(0, address.lastIndexOf('@')));
  if (isOwnAddress || isCommonPassword(password)) throw fail('identity.password_common', { path });
}
