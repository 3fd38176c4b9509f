import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { Locale } from '#platform/shared/locale.ts';

const latinFamily = 'Geologica';
/** Noto Sans Arabic draws dots as separate glyphs, which duplicates letters in search, copy and screen readers. */
const arabicFamily = 'Vazirmatn';
/** Simplified Chinese, used for Han characters that the font of the language doesn't have. */
const hanFamily = 'Noto Sans SC';
/** Han characters outside the common sets, such as rare ones in names. It has no semibold. */
const rareHanFamily = 'Noto Sans Han';

const fontFolder = join(import.meta.dirname, 'fonts');

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
  [/\p{Script=Han}/u, rareHanFamily],
  // Characters such as 𠮷 are used in Japan and Hong Kong only, and simplified Chinese lacks some of them.
  [/[\u{20000}-\u{3ffff}]/u, 'Noto Sans JP'],
  [/[\u{20000}-\u{3ffff}]/u, 'Noto Sans TC'],
];

/** The font families of a text in order of preference. A German page may contain a Japanese name. */
export function listFontFamilies(locale: Locale, text: string): string[] {
  const localeFamily = familyByLocale[locale];
  const found = familyByScript.filter(([script]) => script.test(text)).map(([, family]) => family);
  return [...new Set([latinFamily, ...(localeFamily === undefined ? [] : [localeFamily]), ...found])];
}

/** The regular and semibold fonts of a family, as TrueType. */
export function loadFontFiles(family: string): Buffer[] {
  const name = family.toLowerCase().replaceAll(' ', '-');
  const weights = family === rareHanFamily ? ['regular'] : ['regular', 'semibold'];
  return weights.map((weight) => brotliDecompressSync(readFileSync(join(fontFolder, `${name}-${weight}.ttf.br`))));
}
