/** Who has copies in this browser, and where they are; see kept.ts. */
export const cacheOwnerKey = 'kept-by';
export const cacheDatabaseName = 'kept';

/** Who is signed in, or nobody. What another person kept here is deleted, whichever tab they kept it in. */
export function deleteOtherUsersCache(affiliateId: number | null): void {
  const owner = localStorage.getItem(cacheOwnerKey);
  if (owner === null || owner === String(affiliateId)) return;
  localStorage.removeItem(cacheOwnerKey);
  indexedDB.deleteDatabase(cacheDatabaseName);
}
