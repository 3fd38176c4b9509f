import { dictionary } from '@zxcvbn-ts/language-common';
import { loadBrand } from '#platform/server/config/brand.ts';
import type { Env } from '#platform/server/config/env.ts';
import { fail as failAny } from '#platform/shared/errors.ts';
import { normalizeForSearch } from '#platform/shared/search-text.ts';
import { fail } from '#features/identity/shared/contract.ts';
import { normalizeEmail, normalizePassword, findPasswordProblem } from '#features/identity/shared/rules.ts';

/** 49,233 passwords: the largest list on the registry that is still maintained. */
const commonPasswords = new Set(dictionary['passwords-common'].map((password) => password.toLowerCase()));

/** Shorter words are in too many passwords by chance. */
const wordMinLength = 4;

export function isCommonPassword(password: string): boolean {
  return commonPasswords.has(normalizePassword(password).toLowerCase());
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
export function assertPasswordPolicy(env: Settings, password: string, owner: PasswordOwner, path = 'password'): void {
  const problem = findPasswordProblem(password);
  if (problem !== null) throw failAny('request.invalid', { message: problem, path });
  if (isCommonPassword(password)) throw fail('identity.password_common', { path });
  const folded = foldPassword(password);
  if (listPersonalTerms(env, owner).some((word) => folded.includes(word)))
    throw fail('identity.password_personal', { path });
}

/** The person's names, the local part of the address and the brand: the first things that are guessed. */
function listPersonalTerms(env: Settings, { email, givenName, middleName = '', familyName }: PasswordOwner): string[] {
  const { name, shortName } = loadBrand(env.BRAND_FILE);
  const address = email === null ? '' : normalizeEmail(email);
  const localPart = address.slice(0, Math.max(address.lastIndexOf('@'), 0));
  const names = [givenName, middleName, familyName, name, shortName];
  const words = [...names, ...names.flatMap((text) => text.split(/[^\p{L}\p{M}\p{N}]+/u)), localPart];
  return words.map(foldPassword).filter((word) => [...word].length >= wordMinLength);
}

function foldPassword(text: string): string {
  return normalizeForSearch(normalizePassword(text)).trim();
}
