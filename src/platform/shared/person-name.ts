import type { Locale } from './locale.ts';

/** A company has only the first. */
export interface NameParts {
  givenName: string;
  middleName?: string;
  familyName: string;
}

/**
 * Han, Kana and Hangul, for JavaScript and PostgreSQL alike. A name in these letters has the family before the given
 * name, with nothing between, whoever reads it.
 */
export const familyFirstPattern = '^[\u3005-\u30ff\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff\u{20000}-\u{3ffff}]+$';
const familyFirstRegExp = new RegExp(familyFirstPattern, 'u');

/** In other letters it is the language that puts the family first. */
export const familyFirstLanguage = 'hu-HU' satisfies Locale;

/** The whole name of somebody who speaks the language; where that is not known, of somebody whom its speaker reads of. */
export function formatPersonName({ givenName, middleName = '', familyName }: NameParts, language: string): string {
  const isUnspaced = familyFirstRegExp.test(`${givenName}${middleName}${familyName}`);
  const names =
    isUnspaced || language === familyFirstLanguage
      ? [familyName, givenName, middleName]
      : [givenName, middleName, familyName];
  return names.filter((name) => name !== '').join(isUnspaced ? '' : ' ');
}
