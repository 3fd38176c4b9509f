import { useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { ApiError } from '#platform/web/client/client.ts';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { useApplicant, useOpenApplication } from './applicant-context.ts';
import { listMissingFields } from './applicant-sections.ts';
import { applicationClient } from '#features/applications/web/client.ts';
import { cacheApplication, refreshApplications } from '#features/applications/web/queries.ts';
import { useSignature, type SignatureState } from '#features/applications/web/use-signature.ts';

export interface Submission {
  signing: SignatureState;
  isBusy: boolean;
  /** The error of the last attempt. */
  problem: string | null;
  failureCount: number;
  submit: () => Promise<void>;
}

/** Signs the application and submits it to the instructor. Calls `onMissing` with the fields that block it. */
export function useSubmission(onMissing: (fields: readonly string[]) => void): Submission {
  const intl = useIntl();
  const { autosave } = useOpenApplication();
  const { application } = useApplicant();
  const signing = useSignature();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [failureCount, setFailureCount] = useState(0);
  // Retries use the same key and create one submission.
  const key = useRef(crypto.randomUUID());

  function showError(text: string): void {
    setProblem(text);
    setFailureCount((count) => count + 1);
  }

  async function send(): Promise<void> {
    const isSaved = await autosave.flush();
    const { application: now, filled } = autosave.get();
    const signature = signing.give();
    const missing = [...listMissingFields(now, filled), ...(signature === null ? ['signature'] : [])];
    if (missing.length > 0 || signature === null) return onMissing(missing);
    if (!isSaved) return showError(intl.formatMessage({ id: 'applications.apply.not_saved' }));
    // Changes of another device must be seen before signing.
    if (autosave.takeUpdates()) return showError(intl.formatMessage({ id: 'error.applications.changed' }));
    const next = await applicationClient('POST Applications/{id}/submit-to-member', {
      params: { id: now.id },
      body: { key: key.current, version: now.version, signature },
    });
    cacheApplication(next);
    await refreshApplications();
    // The form is replaced by the status page, so the focus moves to its title.
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-page-title]')?.focus());
  }

  async function submit(): Promise<void> {
    if (isBusy) return;
    setProblem(null);
    setIsBusy(true);
    try {
      await send();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status >= 400 && error.status < 500) key.current = crypto.randomUUID();
      if (signing.handleError(error)) return onMissing(['signature']);
      showError(formatErrorMessage(intl, error));
      await refreshApplications();
      const known = new Set(application.requirements.map(({ id }) => id));
      const open = error.entries.flatMap(({ path }) => {
        if (path === 'memberNumber') return ['instructor'];
        return path !== undefined && known.has(path) ? [path] : [];
      });
      if (open.length > 0) onMissing(open);
    } finally {
      setIsBusy(false);
    }
  }

  return { signing, isBusy, problem, failureCount, submit };
}
