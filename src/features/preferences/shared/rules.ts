import type { Locale } from '#platform/shared/locale.ts';

/** The languages in which we can write to people: those of the interface but Malay and Tagalog. */
export const emailLanguages = [
  'en-US',
  'nl-NL',
  'fr-FR',
  'de-DE',
  'it-IT',
  'es-ES',
  'ja-JP',
  'ko-KR',
  'zh-CN',
  'zh-HK',
  'cs-CZ',
  'da-DK',
  'el-GR',
  'fi-FI',
  'hr-HR',
  'hu-HU',
  'in-ID',
  'no-NO',
  'pl-PL',
  'pt-PT',
  'ru-RU',
  'sv-SE',
  'th-TH',
  'tr-TR',
  'ar-SA',
  'iw-IL',
] as const satisfies readonly Locale[];
export type EmailLanguage = (typeof emailLanguages)[number];
/** In which we write to people who have not chosen yet, whatever language their pages are in. */
export const defaultEmailLanguage: EmailLanguage = 'en-US';

/** The wording of the choices; it grows with every change of what they say, so that a record names what was read. */
export const textVersion = '2026-11-15';

/** Within this time a choice takes effect. */
export const takesEffectWithinHours = 24;

/** `{product}Communications` with the brand's own key. */
export function communicationsKey(productKey: string): string {
  return `${productKey}Communications`;
}

/** The language of a person, if it is one in which we write. */
export function toEmailLanguage(language: string): EmailLanguage {
  return emailLanguages.find((known) => known === language) ?? defaultEmailLanguage;
}

/** What a person wants to hear of. */
export interface Choices {
  communications: boolean;
  thirdParty: boolean;
  communicationLanguage: EmailLanguage;
}
