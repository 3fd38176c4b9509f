import { deleteAllDrafts } from '#platform/web/sync/draft-cleanup.ts';
import { deleteOtherUsersCache } from '#platform/web/sync/offline-cache-owner.ts';
import { subscribe } from '#platform/web/client/subscriptions.ts';
import { sessionDocuments } from './session-documents.ts';
import { applyLanguage, isSignOutExpected, applyUnit } from './session.ts';

/** Restarts this tab when the session is ended by another tab or the server. */
export function watchSession(): void {
  subscribe(sessionDocuments.onDeleteSession, () => {
    if (isSignOutExpected()) return;
    // The session may have been ended from elsewhere because this device now belongs to another person.
    deleteAllDrafts();
    deleteOtherUsersCache(null);
    location.assign(
      `/auth/start?prompt=login&returnTo=${encodeURIComponent(location.pathname + location.search + location.hash)}`,
    );
  });
  subscribe(sessionDocuments.onUpdateSettings, ({ onUpdateSettings: { language, unit } }) => {
    applyUnit(unit);
    applyLanguage(language);
  });
}
