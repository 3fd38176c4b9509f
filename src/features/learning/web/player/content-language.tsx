import { createContext, use } from 'react';
import { directionOf, intlTag, isLocale } from '../../../../platform/shared/locale.ts';

/** The language of the course, which may be another one than the page's. */
interface ContentLanguage {
  lang: string;
  dir: 'ltr' | 'rtl';
}

export function languageOf(culture: string): ContentLanguage {
  return isLocale(culture) ? { lang: intlTag(culture), dir: directionOf(culture) } : { lang: culture, dir: 'ltr' };
}

export const ContentLanguageContext = createContext<ContentLanguage>({ lang: 'en-US', dir: 'ltr' });

/** To be spread on what holds words of the course. */
export const useContentLanguage = () => use(ContentLanguageContext);
