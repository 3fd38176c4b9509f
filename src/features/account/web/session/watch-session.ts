import { deleteAllDrafts } from '#platform/web/sync/draft-cleanup.ts';
import { deleteOtherUsersCache } from '#platform/web/sync/offline-cache-owner.ts';
import { subscribe } from '#platform/web/client/subscriptions.ts';
import type { Settings } from '#features/account/shared/contract.ts';
import { sessionDocuments } from './session-documents.ts';
import { applyLanguage, isSignOutExpected, applyUnit } from './session.ts';

/** When the session is deleted in another tab, or ended by the server, this tab starts again. */
export function watchSession(): void {
  subscribe(sessionDocuments.onDeleteSession, () => {
    if (isSignOutExpected()) return;
    // Whoever ended it from elsewhere may have left this device to somebody else.
    deleteAllDrafts();
    deleteOtherUsersCache(null);
    location.assign(
      `/auth/start?prompt=login&returnTo=${encodeURIComponent(location.pathname + location.search + location.hash)}`,
    );
  });
  subscribe<{ onUpdateSettings: Settings }>(
    sessionDocuments.onUpdateSettings,
    ({ onUpdateSettings: { language, unit } }) => {
      applyUnit(unit);
      applyLanguage(language);
    },
  );
}
