import { useMemo, useSyncExternalStore } from 'react';
import type { MessageId } from '#platform/shared/message-id.ts';
import { ApiError } from '#platform/web/client/client.ts';
import { uploadFormData } from '#platform/web/files/upload-form.ts';
import { createOutbox } from '#platform/web/sync/outbox.ts';
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
  problem: MessageId | null;
}

const maxParallel = 2;
const template = '/api/logbook/api/Image/UploadImage/{logId}';

const progress = new Map<string, number>();
/** Why an upload is held, by key. */
const failures = new Map<string, Pick<Upload, 'state' | 'problem'>>();
const listeners = new Set<() => void>();

// Uploads belong to the page, so leaving a screen doesn't stop them. They are not stored, because photos are large.
const outbox = createOutbox<Pick<Upload, 'logId' | 'file'>, LogPhoto>({
  store: null,
  prefix: '',
  maxParallel,
  async send([operation], signal) {
    const { key, body } = operation;
    setProgress(key, 0);
    const form = new FormData();
    form.set('key', key);
    form.set('image', body.file);
    const options = { signal, onProgress: (sent: number) => setProgress(key, sent) };
    return (await uploadFormData(template.replace('{logId}', body.logId), form, template, options)) as LogPhoto;
  },
  resolveError(error, [{ key }]) {
    const outcome =
      error instanceof ApiError
        ? toUploadOutcome(error)
        : { state: 'failed' as const, problem: 'GeneralError' as const };
    if (outcome.state === 'offline') return { kind: 'later' };
    failures.set(key, outcome);
    return { kind: 'hold' };
  },
  onSent([{ body }], photo) {
    const { logId } = body;
    updateCachedPhotos(logId, (photos) => (photos.some(({ id }) => id === photo.id) ? photos : [...photos, photo]));
    refreshPhotos(logId);
  },
});

let uploads: readonly Upload[] = [];
const readUploads = () => uploads;

function showUploads(): void {
  const { operations, isLate } = outbox.read();
  const isRunning = operations.some(({ state }) => state === 'sending');
  const waiting = isLate && !isRunning ? 'offline' : 'waiting';
  uploads = operations.map(({ key, body, state }) => ({
    key,
    ...body,
    progress: progress.get(key) ?? 0,
    problem: null,
    state: state === 'sending' ? state : waiting,
    ...(state === 'held' && failures.get(key)),
  }));
  for (const listener of listeners) listener();
}
outbox.subscribe(showUploads);

function setProgress(key: string, sent: number): void {
  progress.set(key, sent);
  showUploads();
}

const isActiveUpload = ({ state }: Upload) => state === 'waiting' || state === 'sending' || state === 'offline';

/** `stored` is the number of existing photos. Files that can't be sent are shown with the reason until dismissed. */
export function addUploads(logId: string, files: Iterable<File>, stored: number): void {
  let room =
    limits.photos - stored - uploads.filter((upload) => upload.logId === logId && isActiveUpload(upload)).length;
  for (const file of files) {
    const key = crypto.randomUUID();
    const problem = findPhotoProblem(file) ?? (room > 0 ? null : 'error.logbook.too_many_photos');
    if (problem === null) room--;
    else failures.set(key, { state: 'refused', problem });
    void outbox.add({ logId, file }, key);
    if (problem !== null) outbox.hold(key);
  }
}

/** Cancels an upload, or dismisses a rejected one. */
export function cancelUpload(key: string): void {
  outbox.remove(key);
}

export function retryUpload(key: string): void {
  void outbox.retry(key);
}

// The server renders pages with photos too.
if (typeof window !== 'undefined') {
  addEventListener('online', () => void outbox.flush());
  addEventListener('beforeunload', (event) => {
    if (uploads.some(isActiveUpload)) event.preventDefault();
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useUploads(logId: string | undefined): readonly Upload[] {
  const all = useSyncExternalStore(subscribe, readUploads, readUploads);
  return useMemo(() => all.filter((upload) => upload.logId === logId), [all, logId]);
}
