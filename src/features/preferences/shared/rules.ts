import { type Locale, locales } from '#platform/shared/locale.ts';

export type EmailLanguage = Exclude<Locale, 'ms-MY' | 'tl-PH'>;
/** The languages of mails: those of the interface except Malay and Tagalog. */
export const emailLanguages = locales.filter(
  (locale): locale is EmailLanguage => locale !== 'ms-MY' && locale !== 'tl-PH',
);
/** Used before the first choice, whatever the language of the person's pages. */
export const defaultEmailLanguage: EmailLanguage = 'en-US';

/**
 * The version of the wording, stored with each choice. Increase it with every change of the texts or their translations
 * (`consent-texts.test.ts`).
 */
export const textVersion = '2026-11-19.2';

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
