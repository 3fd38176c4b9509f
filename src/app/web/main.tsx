import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { boot } from '#platform/web/session/boot.ts';
import { startI18n } from '#platform/web/i18n/i18n.tsx';
import { reportUncaughtErrors } from '#platform/web/client/error-reporting.ts';
import { App } from './app.tsx';
import { loadFont, loadMessages } from './load-locale.ts';

reportUncaughtErrors();
// Focus recovery is not needed for the first paint.
void import('#ui/accessibility/focus-recovery.ts').then(({ installFocusRecovery }) => installFocusRecovery());
// No top-level await, because lazy chunks that import this module would wait for it.
void startI18n(boot.locale, { messages: loadMessages, font: loadFont }).then(() =>
  createRoot(document.getElementById('root') as HTMLElement).render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
);
