import { createRequire } from 'node:module';
import { loadBrand } from '#platform/server/config/brand.ts';
import type { Env } from '#platform/server/config/env.ts';
import { fail as failAny } from '#platform/shared/errors.ts';
import { normalizeForSearch } from '#platform/shared/search-text.ts';
import { fail } from '#features/identity/shared/contract.ts';
import { normalizeEmail, normalizePassword, findPasswordProblem } from '#features/identity/shared/rules.ts';

const load = createRequire(import.meta.url);
let commonPasswords: Set<string> | undefined;

/** 49,233 passwords: the largest maintained list on the npm registry, loaded on first use. */
function loadCommonPasswords(): Set<string> {
  const { dictionary } = load('@zxcvbn-ts/language-common') as typeof import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].map((password) => password.toLowerCase()));
}

/** Shorter words occur in too many passwords by chance. */
const wordMinLength = 4;

export function isCommonPassword(password: string): boolean {
  commonPasswords ??= loadCommonPasswords();
  return commonPasswords.has(normalizePassword(password).toLowerCase());
}

/** The person whose password is checked. */
export interface PasswordOwner {
  email: string | null;
  givenName: string;
  middleName?: string;
  familyName: string;
}

type Settings = Pick<Env, 'BRAND_FILE'>;

/** Asserts the whole policy for a new password. It isn't applied at sign-in, because passwords may be older than it. */
export function assertPasswordPolicy(env: Settings, password: string, owner: PasswordOwner, path = 'password'): void {
  const problem = findPasswordProblem(password);
  if (problem !== null) throw failAny('request.invalid', { message: problem, path });
  if (isCommonPassword(password)) throw fail('identity.password_common', { path });
  const folded = foldPassword(password);
  if (listPersonalTerms(env, owner).some((term) => folded.includes(term)))
    throw fail('identity.password_personal', { path });
}

/** Names, the local part of the address and the brand are guessed first. */
function listPersonalTerms(env: Settings, { email, givenName, middleName = '', familyName }: PasswordOwner): string[] {
  const { name, shortName } = loadBrand(env.BRAND_FILE);
  const address = email === null ? '' : normalizeEmail(email);
  const localPart = address.slice(0, Math.max(address.lastIndexOf('@'), 0));
  const names = [givenName, middleName, familyName, name, shortName];
  const terms = [...names, ...names.flatMap((text) => text.split(/[^\p{L}\p{M}\p{N}]+/u)), localPart];
  return terms.map(foldPassword).filter((term) => [...term].length >= wordMinLength);
}

function foldPassword(text: string): string {
  return normalizeForSearch(normalizePassword(text)).trim();
}
