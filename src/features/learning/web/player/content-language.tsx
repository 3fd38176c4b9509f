import { createContext, use, type ComponentProps } from 'react';
import { FormattedMessage } from 'react-intl';
import { getTextDirection, intlTag, isLocale } from '#platform/shared/locale.ts';
import { useLocale } from '#platform/web/i18n/i18n.tsx';

/** Language of the course content, which may differ from the page language. */
interface ContentLanguage {
  lang: string;
  dir: 'ltr' | 'rtl';
}

export function getLanguageProps(culture: string): ContentLanguage {
  return isLocale(culture) ? { lang: intlTag(culture), dir: getTextDirection(culture) } : { lang: culture, dir: 'ltr' };
}

export const ContentLanguageContext = createContext<ContentLanguage>({ lang: 'en-US', dir: 'ltr' });

/** Language attributes for elements that contain course content. */
export const useContentLanguage = () => use(ContentLanguageContext);

/** Language attributes for page text inside course content. */
export const usePageLanguage = () => getLanguageProps(useLocale());

/** A page message inside course content. */
export function PageMessage(message: Pick<ComponentProps<typeof FormattedMessage>, 'id' | 'values'>) {
  return (
    <span {...usePageLanguage()}>
      <FormattedMessage {...message} />
    </span>
  );
}
