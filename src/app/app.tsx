// First, so that the order of the layers is settled before any other style.
import '../ui/styles.css';
import { RouterProvider } from 'react-router/dom';
import { I18n } from '../platform/web/i18n.tsx';
import { router } from './router.tsx';

export function App() {
  return (
    <I18n>
      <RouterProvider router={router} />
    </I18n>
  );
}
