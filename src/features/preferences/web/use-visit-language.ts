import { useEffect } from 'react';
import { useParams } from 'react-router';
import { isLocale } from '#platform/shared/locale.ts';
import { currentLocale, switchLocale } from '#platform/web/i18n/i18n.tsx';

/** The `:lang` of the URL applies to this visit only; the person's own language stays. */
export function useVisitLanguage(): void {
  const { lang } = useParams();
  useEffect(() => {
    if (isLocale(lang) && lang !== currentLocale()) void switchLocale(lang, { isForVisit: true });
  }, [lang]);
}
