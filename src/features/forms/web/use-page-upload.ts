import { useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { ApiError } from '../../../platform/web/client.ts';
import { messageOfFailure } from '../../../platform/web/failure.ts';
import { sendForm } from '../../../platform/web/upload.ts';
import { showToast } from '../../../ui/toast-store.ts';
import { pageProblem } from './page-file.ts';
import { refreshForms } from './queries.ts';

export interface PageOnItsWay {
  /** The same key is the same page: sent again after a dead network, it is there once. */
  key: string;
  file: File;
  /** Between 0 and 1; at 1 the server looks at it. */
  progress: number;
  state: 'sending' | 'failed' | 'refused';
  /** A message id. */
  problem: string | null;
}

const template = '/api/forms/Data';

/** Sends the page that a physician signed, and says how far it is. */
export function usePageUpload(recordId: string) {
  const intl = useIntl();
  const [upload, setUpload] = useState<PageOnItsWay | null>(null);
  const sending = useRef<AbortController>(null);
  useEffect(() => () => sending.current?.abort(), []);

  async function send(key: string, file: File): Promise<void> {
    sending.current?.abort();
    const abort = new AbortController();
    sending.current = abort;
    const show = (changed: Partial<PageOnItsWay>) => {
      if (!abort.signal.aborted) setUpload({ key, file, progress: 0, state: 'sending', problem: null, ...changed });
    };
    show({});
    const form = new FormData();
    for (const [name, value] of Object.entries({ kind: 'page', documentId: recordId, key })) form.set(name, value);
    form.set('file', file);
    try {
      await sendForm(template, form, template, { signal: abort.signal, onProgress: (progress) => show({ progress }) });
      await refreshForms();
      showToast({ text: intl.formatMessage({ id: 'forms.page.waits' }) });
      if (!abort.signal.aborted) setUpload(null);
    } catch (error) {
      const isRefused = error instanceof ApiError && [409, 413, 415, 422].includes(error.status);
      const problem = error instanceof ApiError ? messageOfFailure(error) : 'GeneralError';
      show({ state: isRefused ? 'refused' : 'failed', problem });
    }
  }

  return {
    upload,
    choose(file: File) {
      const key = crypto.randomUUID();
      const problem = pageProblem(file);
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
