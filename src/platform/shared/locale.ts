/** The 28 interface locales, in the product's own codes. */
export const locales = [
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
  'ms-MY',
  'tl-PH',
] as const;

export type Locale = (typeof locales)[number];
export const defaultLocale: Locale = 'en-US';

/** Modern tags, for Intl and the `lang` attribute, of locales with a legacy code. */
const modernIntlTags: Partial<Record<Locale, string>> = {
  'in-ID': 'id-ID',
  'iw-IL': 'he-IL',
  'no-NO': 'nb-NO',
  'tl-PH': 'fil-PH',
};

/** Language codes of browsers that differ from the codes above. */
const languageAliases: Record<string, string> = { id: 'in', he: 'iw', nb: 'no', nn: 'no', fil: 'tl' };

export function isLocale(value: unknown): value is Locale {
  return (locales as readonly unknown[]).includes(value);
}

export function intlTag(locale: Locale): string {
  return modernIntlTags[locale] ?? locale;
}

/**
 * The tag for number and date formats. Digits are Latin to match the dive computer, and dates are Gregorian. Arabic is
 * used without its country, because `ar-SA` combines Latin digits with the Arabic percent sign.
 */
export function formattingTag(locale: Locale): string {
  return `${locale === 'ar-SA' ? 'ar' : intlTag(locale)}-u-ca-gregory-nu-latn`;
}

export function getTextDirection(locale: Locale): 'ltr' | 'rtl' {
  return locale === 'ar-SA' || locale === 'iw-IL' ? 'rtl' : 'ltr';
}

/** The name of a language in another one, which is its own by default. The region is named only for the two Chinese locales. */
export function getLanguageName(locale: Locale, inLocale: Locale = locale): string {
  const tag = intlTag(inLocale);
  const [language = locale] = intlTag(locale).split('-');
  const isShared = locales.filter((other) => intlTag(other).split('-')[0] === language).length > 1;
  const names = new Intl.DisplayNames([tag], { type: 'language', languageDisplay: 'standard', style: 'short' });
  return names.of(isShared ? intlTag(locale) : language) ?? locale;
}

/** The name as an entry of a list, which starts with a capital letter. */
export function getLanguageLabel(locale: Locale): string {
  const name = getLanguageName(locale);
  return name.charAt(0).toLocaleUpperCase(intlTag(locale)) + name.slice(1);
}

/** All languages by their own names, sorted by name. */
export function listLanguages(): { code: Locale; name: string; lang: string }[] {
  return locales
    .map((code) => ({ code, name: getLanguageLabel(code), lang: intlTag(code) }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** The best locale for a list of language tags, such as an Accept-Language header. */
export function pickLocale(tags: readonly (string | null | undefined)[]): Locale {
  return findLocale(tags) ?? defaultLocale;
}

/** The first locale that a list of language tags, such as `ui_locales`, asks for. */
export function findLocale(tags: readonly (string | null | undefined)[]): Locale | undefined {
  for (const tag of tags) {
    const found = tag ? matchLocale(tag) : undefined;
    if (found) return found;
  }
  return undefined;
}

function matchLocale(tag: string): Locale | undefined {
  const parts = tag.trim().replaceAll('_', '-').split('-');
  const code = (parts[0] ?? '').toLowerCase();
  const language = languageAliases[code] ?? code;
  const isTraditional = parts.slice(1).some((part) => ['hant', 'tw', 'hk', 'mo'].includes(part.toLowerCase()));
  if (language === 'zh') return isTraditional ? 'zh-HK' : 'zh-CN';
  return locales.find((locale) => locale.startsWith(`${language}-`));
}
