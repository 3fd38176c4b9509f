import type { Locale } from './locale.ts';

/** The parts of a name. A company has only `givenName`. */
export interface NameParts {
  givenName: string;
  middleName?: string;
  familyName: string;
}

/** Han, Kana and Hangul. A name in these scripts has the family name first and no space, in every interface language. */
const familyFirstPattern = /^[\u3005-\u30ff\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff\u{20000}-\u{3ffff}]+$/u;

/** The only language that puts the family name first in other scripts. */
const familyFirstLanguage = 'hu-HU' satisfies Locale;

/** Formats the full name. `language` is the person's own, or the reader's where that is unknown. */
export function formatPersonName({ givenName, middleName = '', familyName }: NameParts, language: string): string {
  const isUnspaced = familyFirstPattern.test(`${givenName}${middleName}${familyName}`);
  const names =
    isUnspaced || language === familyFirstLanguage
      ? [familyName, givenName, middleName]
      : [givenName, middleName, familyName];
  return names.filter((name) => name !== '').join(isUnspaced ? '' : ' ');
}
