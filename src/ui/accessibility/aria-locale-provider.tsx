import type { ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { useIntl } from 'react-intl';

/** Sets the page's locale, because React Aria would use the browser's and open popovers in the wrong direction. */
export function AriaLocaleProvider({ children }: { children: ReactNode }) {
  return <I18nProvider locale={useIntl().locale}>{children}</I18nProvider>;
}
