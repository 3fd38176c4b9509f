import { CloudCheck } from '#ui/icons/icons.ts';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useNavigate } from 'react-router';
import type { MessageId } from '#platform/shared/message-id.ts';
import { graphql } from '#platform/web/client/graphql.ts';
import { showToast } from '#ui/overlays/toast-store.ts';
import type { DiveLog } from '#features/logbook/shared/contract.ts';
import { getEditPath } from '#features/logbook/web/dive-text.tsx';
import { documents } from '#features/logbook/web/graphql-documents.ts';
import { fetchLastDive } from '#features/logbook/web/queries.ts';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { cacheLog, getFormattingTag, type LogForm } from './create-log-form.ts';
import { fillFromLastDive } from './log-changes.ts';
import { toFormValues } from './log-values.ts';

export type FormActions = ReturnType<typeof useFormActions>;

/** The actions of the form. `onInvalid` shows the user what is wrong. */
export function useFormActions(form: LogForm, onInvalid: () => void) {
  const intl = useIntl();
  const navigate = useNavigate();
  const [isBusy, setIsBusy] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const showMessage = (id: MessageId, values: Record<string, string> = {}) =>
    showToast({ icon: <CloudCheck size={20} aria-hidden="true" />, text: intl.formatMessage({ id }, values) });

  /** Runs one action at a time. */
  const run = (step: () => Promise<void>) => () => {
    if (isBusy) return;
    setIsBusy(true);
    void step().finally(() => setIsBusy(false));
  };

  async function save(onSaved: (log: DiveLog) => void): Promise<void> {
    const isSaved = await form.autosave.flush();
    const { log, save: state } = form.store.get();
    if (isSaved && log !== null) return onSaved(log);
    if (state.kind === 'refused' || state.kind === 'stale') return onInvalid();
    showMessage('logbook.form.not_saved');
  }

  return {
    isBusy,
    hasFailed,
    closeFailure: () => setHasFailed(false),
    publish: run(async () => {
      setHasFailed(false);
      const done = await form.publish();
      if (done === 'refused') onInvalid();
      else if (done === 'failed') setHasFailed(true);
      else await navigate(`${getEditPath(done)}/confirmation`, { replace: true });
    }),
    saveDraft: run(() =>
      save(() => {
        showMessage('logbook.form.to_drafts');
        void navigate('/logbook/list?tab=drafts');
      }),
    ),
    saveChanges: run(() =>
      save((log) => {
        showMessage('logbook.form.changes_saved');
        if (log.status === 'Logged') void navigate(`/logbook/dive/${log.id}`);
      }),
    ),
    withdraw: run(async () => {
      const { log } = form.store.get();
      if (log === null) return;
      try {
        const { withdrawLog } = await graphql(documents.withdraw, {
          id: log.id,
          version: log.version,
        });
        cacheLog(withdrawLog);
        form.autosave.takeStep(withdrawLog);
      } catch (error) {
        showToast({ text: formatErrorMessage(intl, error) });
      }
    }),
    repeat: run(async () => {
      try {
        const last = (await fetchLastDive(form.type)) ?? (await fetchLastDive('Recreational'));
        if (last === null || last.id === form.store.get().log?.id) return void showMessage('logbook.form.repeat_none');
        form.replace(fillFromLastDive(form.store.get().values, toFormValues(last, getFormattingTag())));
        showMessage('logbook.form.repeated', { title: last.dive_title });
      } catch (error) {
        showToast({ text: formatErrorMessage(intl, error) });
      }
    }),
  };
}
