import { isServerPage } from '#platform/web/page-state.ts';
import { hasRecords } from '#platform/web/sync/draft-cleanup.ts';

/** Screens read drafts while they render. Most people have none, so the code that stores them is not loaded. */
export async function loadRecords(): Promise<void> {
  if (isServerPage() || !hasRecords()) return;
  const { records } = await import('#platform/web/sync/records.ts');
  await records.open();
}
