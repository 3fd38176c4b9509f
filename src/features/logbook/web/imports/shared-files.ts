import { definePageState } from '#platform/web/page-state.ts';
import { currentToken } from '#platform/web/session/session.ts';
import { heldFilesCache as cacheName } from '#platform/web/sync/draft-cleanup.ts';
import type { CollectedFiles } from './collect-files.ts';

/** Files that were shared long ago belong to an import that was never finished. */
const maxAgeMs = 60 * 60_000;

/** Whose import the files belong to. Files from another app belong to the person who opens the import screen. */
const ownerHeader = 'held-for';

/** Files that were dropped on the logbook, until the import screen takes them. */
const nothing: CollectedFiles = { files: [], isIncomplete: false };
const pageState = definePageState(() => ({ dropped: nothing }));

export function setDroppedFiles(dropped: CollectedFiles): void {
  pageState().dropped = dropped;
}

export function takeDroppedFiles(): CollectedFiles {
  const { dropped } = pageState();
  pageState().dropped = nothing;
  return dropped;
}

/**
 * The files that another app shared, which the service worker holds (service-worker.ts), or those of an import that a reload
 * has interrupted. They are taken once. After the session has ended, another person may have signed in.
 */
export async function takeSharedFiles(): Promise<File[]> {
  if (!('caches' in globalThis) || !(await caches.has(cacheName))) return [];
  const cache = await caches.open(cacheName);
  const files: File[] = [];
  for (const request of await cache.keys()) {
    const response = await cache.match(request);
    const { headers } = response ?? {};
    if (response === undefined || Date.now() - Number(headers?.get('kept-at')) > maxAgeMs) continue;
    const owner = response.headers.get(ownerHeader);
    if (owner !== null && owner !== getOwner()) continue;
    files.push(new File([await response.blob()], decodeURIComponent(headers?.get('file-name') ?? '')));
  }
  await caches.delete(cacheName);
  return files;
}

/** Holds the files of an import in this browser while they are uploaded, so that a reload doesn't lose them. */
export async function holdFiles(files: readonly File[]): Promise<void> {
  if (!('caches' in globalThis)) return;
  const cache = await caches.open(cacheName);
  const headers = { 'kept-at': String(Date.now()), [ownerHeader]: getOwner() };
  await Promise.all(
    files.map((file, index) =>
      cache.put(
        `/shared-files/${index}`,
        new Response(file, { headers: { ...headers, 'file-name': encodeURIComponent(file.name) } }),
      ),
    ),
  );
}

const getOwner = () => String(currentToken()?.affiliateId);

export async function releaseFiles(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(cacheName);
}
