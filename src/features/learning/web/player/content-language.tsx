import { createContext, use, type ComponentProps } from 'react';
import { FormattedMessage } from 'react-intl';
import { getTextDirection, intlTag, isLocale } from '#platform/shared/locale.ts';
import { useLocale } from '#platform/web/i18n/i18n.tsx';

/** The language of the course, which may be another one than the page's. */
interface ContentLanguage {
  lang: string;
  dir: 'ltr' | 'rtl';
}

export function getLanguageProps(culture: string): ContentLanguage {
  return isLocale(culture) ? { lang: intlTag(culture), dir: getTextDirection(culture) } : { lang: culture, dir: 'ltr' };
}

export const ContentLanguageContext = createContext<ContentLanguage>({ lang: 'en-US', dir: 'ltr' });

/** To be spread on what holds words of the course. */
export const useContentLanguage = () => use(ContentLanguageContext);

/** To be spread on what is of the page and stands within words of the course. */
export const usePageLanguage = () => getLanguageProps(useLocale());

/** Words of the page within words of the course. */
export function PageMessage(message: Pick<ComponentProps<typeof FormattedMessage>, 'id' | 'values'>) {
  return (
    <span {...usePageLanguage()}>
      <FormattedMessage {...message} />
    </span>
  );
}
