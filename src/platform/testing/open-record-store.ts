import { createRecordStore, type RecordStore } from '#platform/web/sync/record-store.ts';
import type { stubBrowser } from './fake-browser.ts';

/** Opens another tab of this browser. `deliver` delivers the storage events of other tabs. */
export async function openRecordStore(
  browser: ReturnType<typeof stubBrowser>,
  owner = 7,
): Promise<RecordStore & { deliver: () => void }> {
  const tab = browser.openTab();
  const store = createRecordStore({ getOwner: () => owner, browser: tab });
  await store.open();
  return { ...store, deliver: () => browser.deliver(tab) };
}
