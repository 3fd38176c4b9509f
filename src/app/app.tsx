import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from 'react-router/dom';
import { I18n } from '../platform/web/i18n.tsx';
import { router } from './router.tsx';

const queries = new QueryClient({
  // The client itself makes the second attempt; a third would only keep people waiting.
  defaultOptions: { queries: { retry: false, staleTime: 30_000 }, mutations: { retry: false } },
});

export function App() {
  return (
    <QueryClientProvider client={queries}>
      <I18n>
        <RouterProvider router={router} />
      </I18n>
    </QueryClientProvider>
  );
}
