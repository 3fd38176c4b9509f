import type { MessageId } from '#platform/shared/message-id.ts';
import { useEffect, useRef, useState } from 'react';
import { getErrorMessageId, isApiError } from '#platform/web/client/api-errors.ts';
import { uploadFormData } from './upload-form.ts';

interface PendingUpload {
  /** An idempotency key: a file that is sent again after a network failure is stored once. */
  key: string;
  file: File;
  /** Between 0 and 1; at 1 the server processes the file. */
  progress: number;
  /** A failed upload can be retried, a refused one cannot. */
  state: 'sending' | 'failed' | 'refused';
  /** A message id. */
  problem: MessageId | null;
}

interface UploadOptions {
  url: string;
  /** The URL with placeholders instead of ids, for error reports. */
  template: string;
  /** Returns the message id of a problem that is visible before the upload. */
  check: (file: File) => MessageId | null;
  /** The other fields of the form. */
  fields: (key: string, file: File) => Readonly<Record<string, string>>;
  onSent: (response: unknown) => void | Promise<void>;
}

/** Uploads one file at a time and reports its progress. */
export function useFileUpload({ url, template, check, fields, onSent }: UploadOptions) {
  const [upload, setUpload] = useState<PendingUpload | null>(null);
  const sending = useRef<AbortController>(null);
  useEffect(() => () => sending.current?.abort(), []);

  async function send(key: string, file: File): Promise<void> {
    sending.current?.abort();
    const abort = new AbortController();
    sending.current = abort;
    const show = (changed: Partial<PendingUpload>) => {
      if (!abort.signal.aborted) setUpload({ key, file, progress: 0, state: 'sending', problem: null, ...changed });
    };
    show({});
    const form = new FormData();
    for (const [name, value] of Object.entries(fields(key, file))) form.set(name, value);
    form.set('file', file);
    try {
      const onProgress = (progress: number) => show({ progress });
      await onSent(await uploadFormData(url, form, template, { signal: abort.signal, onProgress }));
      if (!abort.signal.aborted) setUpload(null);
    } catch (error) {
      const isRefused = isApiError(error) && [400, 409, 413, 415, 422].includes(error.status);
      const problem = isApiError(error) ? getErrorMessageId(error) : 'GeneralError';
      show({ state: isRefused ? 'refused' : 'failed', problem });
    }
  }

  return {
    upload,
    choose(file: File) {
      const key = crypto.randomUUID();
      const problem = check(file);
      if (problem === null) void send(key, file);
      else setUpload({ key, file, progress: 0, state: 'refused', problem });
    },
    retry: () => upload && void send(upload.key, upload.file),
    cancel() {
      sending.current?.abort();
      setUpload(null);
    },
  };
}
