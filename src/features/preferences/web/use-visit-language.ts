import { useEffect } from 'react';
import { useParams } from 'react-router';
import { isLocale } from '#platform/shared/locale.ts';
import { currentLocale, switchLocale } from '#platform/web/i18n/i18n.tsx';

/** The `:lang` of an address is the language of this visit; what the person has chosen for themselves stays. */
export function useVisitLanguage(): void {
  const { lang } = useParams();
  useEffect(() => {
    if (isLocale(lang) && lang !== currentLocale()) void switchLocale(lang, { isForVisit: true });
  }, [lang]);
}
