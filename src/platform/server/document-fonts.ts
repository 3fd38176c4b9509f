import type { Locale } from '../shared/locale.ts';

const latin = 'Geologica';
/** Not Noto Sans: that one draws the dots apart, and whoever searches, copies or listens gets such letters twice. */
const arabic = 'Vazirmatn';
/** Han as it is written on the mainland; the only one of the four that has every sign. */
const allHan = 'Noto Sans SC';

const packages: Record<string, string> = {
  [latin]: 'geologica',
  [arabic]: 'vazirmatn',
  'Noto Sans Hebrew': 'noto-sans-hebrew',
  'Noto Sans Thai': 'noto-sans-thai',
  'Noto Sans JP': 'noto-sans-jp',
  'Noto Sans KR': 'noto-sans-kr',
  'Noto Sans TC': 'noto-sans-tc',
  [allHan]: 'noto-sans-sc',
};

const ofLocale: Partial<Record<Locale, string>> = {
  'ar-SA': arabic,
  'iw-IL': 'Noto Sans Hebrew',
  'th-TH': 'Noto Sans Thai',
  'ja-JP': 'Noto Sans JP',
  'ko-KR': 'Noto Sans KR',
  'zh-HK': 'Noto Sans TC',
  'zh-CN': allHan,
};

const ofScript: [RegExp, string][] = [
  [/\p{Script=Arabic}/u, arabic],
  [/\p{Script=Hebrew}/u, 'Noto Sans Hebrew'],
  [/\p{Script=Thai}/u, 'Noto Sans Thai'],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'Noto Sans JP'],
  [/\p{Script=Hangul}/u, 'Noto Sans KR'],
  [/[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u, allHan],
];

/** The families that a text needs, in their order: a page in German may well carry a name in Japanese. */
export function fontsFor(locale: Locale, text: string): string[] {
  const own = ofLocale[locale];
  const found = ofScript.filter(([script]) => script.test(text)).map(([, family]) => family);
  return [...new Set([latin, ...(own === undefined ? [] : [own]), ...found])];
}

/** Regular and semibold. */
export function filesOf(family: string): URL[] {
  const file = family.replaceAll(' ', '');
  return ['400Regular', '600SemiBold'].map(
    (weight) => new URL(import.meta.resolve(`@expo-google-fonts/${packages[family]}/${weight}/${file}_${weight}.ttf`)),
  );
}
