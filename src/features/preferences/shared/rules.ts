import type { Locale } from '#platform/shared/locale.ts';

/** The languages of mails: those of the interface except Malay and Tagalog. */
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
/** Used before the first choice, whatever the language of the person's pages. */
export const defaultEmailLanguage: EmailLanguage = 'en-US';

/** The version of the wording, stored with each choice. Increase it with every change of the texts. */
export const textVersion = '2026-11-15';

/** The promised time in which a choice takes effect. */
export const takesEffectWithinHours = 24;

export function communicationsKey(productKey: string): string {
  return `${productKey}Communications`;
}

/** The person's language if mails exist in it, otherwise the default. */
export function toEmailLanguage(language: string): EmailLanguage {
  return emailLanguages.find((known) => known === language) ?? defaultEmailLanguage;
}

/** A person's mail preferences. */
export interface Choices {
  communications: boolean;
  thirdParty: boolean;
  communicationLanguage: EmailLanguage;
}
