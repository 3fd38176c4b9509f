import { currentToken, isPersonalPage, refreshSession } from './session.ts';

/**
 * The back button may restore a page from memory after its person has signed out. The page is hidden, with its dialogs, before
 * the browser stores it, and shown again when the session is confirmed. Without a session the sign-in page follows.
 */
export function watchRestoredPages(): void {
  addEventListener('pagehide', ({ persisted }) => {
    if (persisted && isPersonalPage()) document.body.hidden = true;
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted || !isPersonalPage()) return;
    document.body.hidden = true;
    void confirmSession().catch(() => location.reload());
  });
}

async function confirmSession(): Promise<void> {
  // The page has signed out itself and shows the person until the next one is loaded.
  if (currentToken() === null) return location.reload();
  document.body.hidden = !(await refreshSession());
}
