import { dictionary } from '@zxcvbn-ts/language-common';
import { readBrand } from '../../../platform/server/brand.ts';
import type { Env } from '../../../platform/server/env.ts';
import { fail as failAny } from '../../../platform/shared/errors.ts';
import { searchable } from '../../../platform/shared/searchable.ts';
import { fail } from '../shared/contract.ts';
import { normaliseEmail, normalisePassword, passwordProblem } from '../shared/rules.ts';

/** 49,233 passwords: the largest list on the registry that is still maintained. */
const commonPasswords = new Set(dictionary['passwords-common'].map((password) => password.toLowerCase()));

/** Shorter words are in too many passwords by chance. */
const wordMinLength = 4;

export function isCommonPassword(password: string): boolean {
  return commonPasswords.has(normalisePassword(password).toLowerCase());
}

/** Whose password it will be. */
export interface PasswordOwner {
  email: string | null;
  givenName: string;
  middleName?: string;
  familyName: string;
}

type Settings = Pick<Env, 'BRAND_FILE'>;

/** The whole rule for a password that somebody chooses. Never asked at sign-in: a rule may be younger than a password. */
export function demandGoodPassword(env: Settings, password: string, owner: PasswordOwner, path = 'password'): void {
  const problem = passwordProblem(password);
  if (problem !== null) throw failAny('request.invalid', { message: problem, path });
  if (isCommonPassword(password)) throw fail('identity.password_common', { path });
  const folded = fold(password);
  if (personalWords(env, owner).some((word) => folded.includes(word)))
    throw fail('identity.password_personal', { path });
}

/** The person's names, the local part of the address and the brand: the first things that are guessed. */
function personalWords(env: Settings, { email, givenName, middleName = '', familyName }: PasswordOwner): string[] {
  const { name, shortName } = readBrand(env.BRAND_FILE);
  const address = email === null ? '' : normaliseEmail(email);
  const localPart = address.slice(0, Math.max(address.lastIndexOf('@'), 0));
  const names = [givenName, middleName, familyName, name, shortName];
  const words = [...names, ...names.flatMap((text) => text.split(/[^\p{L}\p{M}\p{N}]+/u)), localPart];
  return words.map(fold).filter((word) => [...word].length >= wordMinLength);
}

function fold(text: string): string {
  return searchable(normalisePassword(text)).trim();
}
