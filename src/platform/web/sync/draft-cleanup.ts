/** The prefix of records in local storage. */
export const draftPrefix = 'draft:';
/** The prefix of the names of records that are sent automatically. */
export const outboxPrefix = 'unsent:';
/** The name of the database, and the key of its generation in local storage. */
export const recordDatabaseName = 'drafts';

/** The cache of files that were shared with the app or are being uploaded. The service worker uses the same name. */
export const heldFilesCache = 'shared-files';

const listKeys = () => Object.keys(localStorage).filter((key) => key.startsWith('draft'));

/** Whether a screen has to load the records before it is shown. */
export const hasRecords = () => listKeys().length > 0;

/** Deletes the drafts of all users at sign-out, because the next person on this device must not read them. */
export function deleteAllDrafts(): void {
  for (const key of listKeys()) localStorage.removeItem(key);
  indexedDB.deleteDatabase(recordDatabaseName);
  if ('caches' in globalThis) void caches.delete(heldFilesCache);
}

/** Deletes unsent changes of other users at sign-in, because they may never return to this device. */
export function deleteOtherUsersOutbox(affiliateId: number): void {
  const others = new RegExp(`^${draftPrefix}(?!${affiliateId}:)\\d+:${outboxPrefix}`);
  const keys = listKeys().filter((key) => others.test(key));
  for (const key of keys) localStorage.removeItem(key);
  if (keys.length > 0) void import('./record-database.ts').then(({ loadValidRecords }) => loadValidRecords());
}
