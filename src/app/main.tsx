import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { boot } from '../platform/web/boot.ts';
import { startI18n } from '../platform/web/i18n.tsx';
import { reportUncaught } from '../platform/web/report.ts';
import { App } from './app.tsx';
import { loadFont, loadMessages } from './languages.ts';

reportUncaught();
// Nobody has removed anything yet: it need not be there for the first paint.
void import('../ui/kept-focus.ts').then(({ keepFocus }) => keepFocus());
// Not awaited at the top: a part of the page that is loaded later must never wait for this file to finish.
void startI18n(boot.locale, { messages: loadMessages, font: loadFont }).then(() =>
  createRoot(document.getElementById('root') as HTMLElement).render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
);
