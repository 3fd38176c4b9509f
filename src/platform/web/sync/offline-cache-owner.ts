/** The local storage key for the owner of the offline cache in this browser. */
export const cacheOwnerKey = 'kept-by';
export const cacheDatabaseName = 'kept';

/** Deletes the offline cache unless it belongs to this affiliate; null is a signed-out browser. */
export function deleteOtherUsersCache(affiliateId: number | null): void {
  const owner = localStorage.getItem(cacheOwnerKey);
  if (owner === null || owner === String(affiliateId)) return;
  localStorage.removeItem(cacheOwnerKey);
  indexedDB.deleteDatabase(cacheDatabaseName);
}
