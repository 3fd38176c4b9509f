// Imported first, because it declares the order of the CSS layers.
import '#ui/styles/styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, useEffect, type ReactNode } from 'react';
import { currentQueryClient } from '#platform/web/client/query-client.ts';
import { I18nProvider } from '#platform/web/i18n/i18n.tsx';

/** Everything around the router, in the browser and on the server. */
export function App({ children, onReady }: { children: ReactNode; onReady?: () => void }) {
  useEffect(() => onReady?.(), [onReady]);
  return (
    <StrictMode>
      <QueryClientProvider client={currentQueryClient()}>
        <I18nProvider>{children}</I18nProvider>
      </QueryClientProvider>
    </StrictMode>
  );
}
