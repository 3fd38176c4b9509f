import { useMemo, useSyncExternalStore } from 'react';
import { ApiError } from '#platform/web/client/client.ts';
import { backoffMs } from '#platform/web/client/backoff.ts';
import { uploadFormData } from '#platform/web/files/upload-form.ts';
import type { LogPhoto } from '#features/logbook/shared/contract.ts';
import { limits } from '#features/logbook/shared/rules.ts';
import { toUploadOutcome, findPhotoProblem } from './photo-file.ts';
import { updateCachedPhotos, refreshPhotos } from './photo-queries.ts';

export interface Upload {
  /** The photo's id and idempotency key. */
  key: string;
  logId: string;
  file: File;
  state: 'waiting' | 'sending' | 'offline' | 'failed' | 'refused';
  /** Between 0 and 1. */
  progress: number;
  /** A message id if something is wrong. */
  problem: string | null;
}

const maxParallel = 2;
const template = '/api/logbook/api/Image/UploadImage/{logId}';

// Uploads belong to the page, so leaving a screen doesn't stop them.
let uploads: readonly Upload[] = [];
let offlineTries = 0;
const listeners = new Set<() => void>();
const sending = new Map<string, AbortController>();

function setUploads(next: readonly Upload[]): void {
  uploads = next;
  for (const listener of listeners) listener();
}

function updateUpload(key: string, changed: Partial<Upload>): void {
  setUploads(uploads.map((upload) => (upload.key === key ? { ...upload, ...changed } : upload)));
}

function removeUpload(key: string): void {
  setUploads(uploads.filter((upload) => upload.key !== key));
}

const isActiveUpload = ({ state }: Upload) => state === 'waiting' || state === 'sending' || state === 'offline';

/** `stored` is the number of existing photos. Files that can't be sent are shown with the reason until dismissed. */
export function addUploads(logId: string, files: Iterable<File>, stored: number): void {
  let room =
    limits.photos - stored - uploads.filter((upload) => upload.logId === logId && isActiveUpload(upload)).length;
  const added = Array.from(files, (file): Upload => {
    const own = findPhotoProblem(file);
    const problem = own ?? (room > 0 ? null : 'error.logbook.too_many_photos');
    if (problem === null) room--;
    return {
      key: crypto.randomUUID(),
      logId,
      file,
      state: problem === null ? 'waiting' : 'refused',
      progress: 0,
      problem,
    };
  });
  setUploads([...uploads, ...added]);
  sendNext();
}

/** Cancels an upload, or dismisses a rejected one. */
export function cancelUpload(key: string): void {
  sending.get(key)?.abort();
  removeUpload(key);
  sendNext();
}

export function retryUpload(key: string): void {
  updateUpload(key, { state: 'waiting', problem: null });
  sendNext();
}

function sendNext(): void {
  for (const upload of uploads.filter(({ state }) => state === 'waiting').slice(0, maxParallel - sending.size))
    void sendUpload(upload);
}

async function sendUpload({ key, logId, file }: Upload): Promise<void> {
  const abort = new AbortController();
  sending.set(key, abort);
  updateUpload(key, { state: 'sending', progress: 0 });
  const form = new FormData();
  form.set('key', key);
  form.set('image', file);
  try {
    const options = { signal: abort.signal, onProgress: (progress: number) => updateUpload(key, { progress }) };
    const url = template.replace('{logId}', logId);
    const photo = (await uploadFormData(url, form, template, options)) as LogPhoto;
    offlineTries = 0;
    updateCachedPhotos(logId, (photos) => (photos.some(({ id }) => id === photo.id) ? photos : [...photos, photo]));
    removeUpload(key);
    refreshPhotos(logId);
  } catch (error) {
    if (!abort.signal.aborted) failUpload(key, error);
  } finally {
    sending.delete(key);
    sendNext();
  }
}

function failUpload(key: string, error: unknown): void {
  const outcome =
    error instanceof ApiError ? toUploadOutcome(error) : { state: 'failed' as const, problem: 'GeneralError' };
  updateUpload(key, { problem: null, ...outcome });
  // Browsers don't always detect a lost network, and then don't report its return either.
  if (outcome.state === 'offline') setTimeout(resumeUploads, backoffMs(offlineTries++));
}

function resumeUploads(): void {
  if (!navigator.onLine || !uploads.some(({ state }) => state === 'offline')) return;
  setUploads(uploads.map((upload) => (upload.state === 'offline' ? { ...upload, state: 'waiting' } : upload)));
  sendNext();
}

addEventListener('online', resumeUploads);
addEventListener('beforeunload', (event) => {
  if (uploads.some(isActiveUpload)) event.preventDefault();
});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useUploads(logId: string | undefined): readonly Upload[] {
  const all = useSyncExternalStore(subscribe, () => uploads);
  return useMemo(() => all.filter((upload) => upload.logId === logId), [all, logId]);
}
