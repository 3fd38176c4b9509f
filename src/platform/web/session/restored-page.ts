import { currentToken, refreshSession } from './session.ts';

/**
 * The back button may restore a page from memory after its person has signed out. It is hidden, with its dialogs, until the
 * session is confirmed; without one, the sign-in page follows.
 */
export function watchRestoredPages(): void {
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted || currentToken() === null) return;
    document.body.hidden = true;
    void confirmSession().catch(() => location.reload());
  });
}

async function confirmSession(): Promise<void> {
  document.body.hidden = !(await refreshSession());
}
