import { dropAllDrafts } from '../../../platform/web/drop-drafts.ts';
import { ownCopies } from '../../../platform/web/kept-owner.ts';
import { subscribe } from '../../../platform/web/live.ts';
import type { Settings } from '../shared/contract.ts';
import { documents } from './documents.ts';
import { followLanguage, isEndExpected, takeUnit } from './session.ts';

/** When the session is deleted in another tab, or ended by the server, this tab starts again. */
export function watchSession(): void {
  subscribe(documents.onDeleteSession, () => {
    if (isEndExpected()) return;
    // Whoever ended it from elsewhere may have left this device to somebody else.
    dropAllDrafts();
    ownCopies(null);
    location.assign(
      `/auth/start?prompt=login&returnTo=${encodeURIComponent(location.pathname + location.search + location.hash)}`,
    );
  });
  subscribe<{ onUpdateSettings: Settings }>(documents.onUpdateSettings, ({ onUpdateSettings: { language, unit } }) => {
    takeUnit(unit);
    followLanguage(language);
  });
}
