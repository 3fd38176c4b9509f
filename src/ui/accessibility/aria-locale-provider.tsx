import type { ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';

/** React Aria goes by the browser's language unless it is told the page's: its popovers would open the wrong way round. */
export function AriaLocaleProvider({ children }: { children: ReactNode }) {
  return <I18nProvider locale={document.documentElement.lang || 'en-US'}>{children}</I18nProvider>;
}
