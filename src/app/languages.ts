import type { LoadFont, LoadMessages } from '../platform/web/i18n.tsx';
import { defaultLocale, type Locale } from '../platform/shared/locale.ts';

type Loader = () => Promise<{ default: Record<string, never> }>;

const files = {
  ...import.meta.glob<{ default: Record<string, never> }>('./shell/messages/*.json'),
  ...import.meta.glob<{ default: Record<string, never> }>('../features/*/shared/messages/*.json'),
} as Record<string, Loader>;

/** Only the open language's messages for the open area are loaded. */
export const loadMessages: LoadMessages = async (area, locale) => {
  const folder = area === 'shell' ? './shell' : `../features/${area}/shared`;
  const load = files[`${folder}/messages/${locale}.json`] ?? files[`${folder}/messages/${defaultLocale}.json`];
  return load ? (await load()).default : {};
};

/** The scripts that the house's own typeface does not draw, each loaded only for its language. */
const fonts: Partial<Record<Locale, () => Promise<unknown>>> = {
  'ar-SA': () => import('@fontsource-variable/noto-sans-arabic/wght.css'),
  'iw-IL': () => import('@fontsource-variable/noto-sans-hebrew/wght.css'),
  'th-TH': () => import('@fontsource-variable/noto-sans-thai/wght.css'),
  'ja-JP': () => import('@fontsource-variable/noto-sans-jp/wght.css'),
  'ko-KR': () => import('@fontsource-variable/noto-sans-kr/wght.css'),
  'zh-CN': () => import('@fontsource-variable/noto-sans-sc/wght.css'),
  'zh-HK': () => import('@fontsource-variable/noto-sans-tc/wght.css'),
};

export const loadFont: LoadFont = async (locale) => fonts[locale]?.();
