import type { FontLoader, MessageLoader } from '#platform/web/i18n/i18n.tsx';
import { defaultLocale, type Locale } from '#platform/shared/locale.ts';

/** Defined by the build: the folder with a message file per feature and language. Pages need no list of the files. */
declare const messagesFolder: string;

/** Loads the messages of one feature in one language. */
export const loadMessages: MessageLoader = async (feature, locale) => {
  if (import.meta.env.DEV) return loadMessagesInDev(feature, locale);
  const response = await fetch(`${messagesFolder}/${feature}.${locale}.json`);
  if (!response.ok) throw new Error(`messages of ${feature} in ${locale}: ${response.status}`);
  return (await response.json()) as Record<string, never>;
};

async function loadMessagesInDev(feature: string, locale: Locale): Promise<Record<string, never>> {
  const { messageFiles } = await import('./message-files.ts');
  const folder = feature === 'shell' ? './shell' : `../../features/${feature}/shared`;
  const load =
    messageFiles[`${folder}/messages/${locale}.json`] ?? messageFiles[`${folder}/messages/${defaultLocale}.json`];
  return load ? (await load()).default : {};
}

/** Fonts for scripts that the brand's font does not cover, loaded only for their language. */
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
