import type { Locale } from '#platform/shared/locale.ts';

const latinFamily = 'Geologica';
/** Noto Sans Arabic draws dots as separate glyphs, which duplicates letters in search, copy and screen readers. */
const arabicFamily = 'Vazirmatn';
/** Simplified Chinese. The only one of the four CJK families with every Han character. */
const hanFamily = 'Noto Sans SC';

const fontPackages: Record<string, string> = {
  [latinFamily]: 'geologica',
  [arabicFamily]: 'vazirmatn',
  'Noto Sans Hebrew': 'noto-sans-hebrew',
  'Noto Sans Thai': 'noto-sans-thai',
  'Noto Sans JP': 'noto-sans-jp',
  'Noto Sans KR': 'noto-sans-kr',
  'Noto Sans TC': 'noto-sans-tc',
  [hanFamily]: 'noto-sans-sc',
};

const familyByLocale: Partial<Record<Locale, string>> = {
  'ar-SA': arabicFamily,
  'iw-IL': 'Noto Sans Hebrew',
  'th-TH': 'Noto Sans Thai',
  'ja-JP': 'Noto Sans JP',
  'ko-KR': 'Noto Sans KR',
  'zh-HK': 'Noto Sans TC',
  'zh-CN': hanFamily,
};

const familyByScript: [RegExp, string][] = [
  [/\p{Script=Arabic}/u, arabicFamily],
  [/\p{Script=Hebrew}/u, 'Noto Sans Hebrew'],
  [/\p{Script=Thai}/u, 'Noto Sans Thai'],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'Noto Sans JP'],
  [/\p{Script=Hangul}/u, 'Noto Sans KR'],
  [/[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u, hanFamily],
];

/** The font families of a text in order of preference. A German page may contain a Japanese name. */
export function listFontFamilies(locale: Locale, text: string): string[] {
  const localeFamily = familyByLocale[locale];
  const found = familyByScript.filter(([script]) => script.test(text)).map(([, family]) => family);
  return [...new Set([latinFamily, ...(localeFamily === undefined ? [] : [localeFamily]), ...found])];
}

/** The regular and semibold font files. */
export function listFontFiles(family: string): URL[] {
  const file = family.replaceAll(' ', '');
  return ['400Regular', '600SemiBold'].map(
    (weight) =>
      new URL(import.meta.resolve(`@expo-google-fonts/${fontPackages[family]}/${weight}/${file}_${weight}.ttf`)),
  );
}
