import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { boot } from '#platform/web/session/boot.ts';
import { startI18n } from '#platform/web/i18n/i18n.tsx';
import { reportUncaughtErrors } from '#platform/web/client/error-reporting.ts';
import { App } from './app.tsx';
import { loadFont, loadMessages } from './load-locale.ts';

reportUncaughtErrors();
// Nobody has removed anything yet: it need not be there for the first paint.
void import('#ui/accessibility/focus-recovery.ts').then(({ installFocusRecovery }) => installFocusRecovery());
// Not awaited at the top: a part of the page that is loaded later must never wait for this file to finish.
void startI18n(boot.locale, { messages: loadMessages, font: loadFont }).then(() =>
  createRoot(document.getElementById('root') as HTMLElement).render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
);
