import type { FontLoader, MessageLoader } from '#platform/web/i18n/i18n.tsx';
import { defaultLocale, type Locale } from '#platform/shared/locale.ts';

/** Of the build: every language of every area is a file in it, so that no page carries the list of them. */
declare const messagesFolder: string;

/** Only the open language's messages for the open area are loaded. */
export const loadMessages: MessageLoader = async (area, locale) => {
  if (import.meta.env.DEV) return loadMessagesInDev(area, locale);
  const file = (await import(/* @vite-ignore */ `${messagesFolder}/${area}.${locale}.js`)) as MessageFile;
  return file.default;
};

interface MessageFile {
  default: Record<string, never>;
}

async function loadMessagesInDev(area: string, locale: Locale): Promise<Record<string, never>> {
  const { messageFiles } = await import('./message-files.ts');
  const folder = area === 'shell' ? './shell' : `../../features/${area}/shared`;
  const load =
    messageFiles[`${folder}/messages/${locale}.json`] ?? messageFiles[`${folder}/messages/${defaultLocale}.json`];
  return load ? (await load()).default : {};
}

/** The scripts that the house's own typeface does not draw, each loaded only for its language. */
const fontLoaders: Partial<Record<Locale, () => Promise<unknown>>> = {
  'ar-SA': () => import('@fontsource-variable/noto-sans-arabic/wght.css'),
  'iw-IL': () => import('@fontsource-variable/noto-sans-hebrew/wght.css'),
  'th-TH': () => import('@fontsource-variable/noto-sans-thai/wght.css'),
  'ja-JP': () => import('@fontsource-variable/noto-sans-jp/wght.css'),
  'ko-KR': () => import('@fontsource-variable/noto-sans-kr/wght.css'),
  'zh-CN': () => import('@fontsource-variable/noto-sans-sc/wght.css'),
  'zh-HK': () => import('@fontsource-variable/noto-sans-tc/wght.css'),
};

export const loadFont: FontLoader = async (locale) => fontLoaders[locale]?.();
