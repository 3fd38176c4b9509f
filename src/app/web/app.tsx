// Imported first, because it declares the order of the CSS layers.
import '#ui/styles/styles.css';
import { RouterProvider } from 'react-router/dom';
import { I18nProvider } from '#platform/web/i18n/i18n.tsx';
import { router } from './router.tsx';

export function App() {
  return (
    <I18nProvider>
      <RouterProvider router={router} />
    </I18nProvider>
  );
}
