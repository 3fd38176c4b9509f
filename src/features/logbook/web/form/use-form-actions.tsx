import { CloudCheck } from 'lucide-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useNavigate } from 'react-router';
import { graphql } from '../../../../platform/web/graphql.ts';
import { showToast } from '../../../../ui/toast-store.ts';
import type { DiveLog } from '../../shared/contract.ts';
import { updateFormOf } from '../dive-words.tsx';
import { documents } from '../documents.ts';
import { fetchLastDive } from '../queries.ts';
import { failureText } from '../../../../platform/web/failure-text.ts';
import { remember, tag, type LogForm } from './create-form.ts';
import { repeatFrom } from './log-changes.ts';
import { valuesOf } from './log-values.ts';

export type FormActions = ReturnType<typeof useFormActions>;

/** The buttons of the form. `onRefused` brings whoever pressed one to what is wrong. */
export function useFormActions(form: LogForm, onRefused: () => void) {
  const intl = useIntl();
  const navigate = useNavigate();
  const [isBusy, setIsBusy] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const say = (id: string, values: Record<string, string> = {}) =>
    showToast({ icon: <CloudCheck size={20} aria-hidden="true" />, text: intl.formatMessage({ id }, values) });

  /** One step at a time, whichever button it was. */
  const run = (step: () => Promise<void>) => () => {
    if (isBusy) return;
    setIsBusy(true);
    void step().finally(() => setIsBusy(false));
  };

  async function save(onSaved: (log: DiveLog) => void): Promise<void> {
    const isSaved = await form.autosave.flush();
    const { log, save: state } = form.store.get();
    if (isSaved && log !== null) return onSaved(log);
    if (state.kind === 'refused' || state.kind === 'stale') return onRefused();
    say('logbook.form.not_saved');
  }

  return {
    isBusy,
    hasFailed,
    closeFailure: () => setHasFailed(false),
    publish: run(async () => {
      setHasFailed(false);
      const done = await form.publish();
      if (done === 'refused') onRefused();
      else if (done === 'failed') setHasFailed(true);
      else await navigate(`${updateFormOf(done)}/confirmation`, { replace: true });
    }),
    saveDraft: run(() =>
      save(() => {
        say('logbook.form.to_drafts');
        void navigate('/logbook/list?tab=drafts');
      }),
    ),
    saveChanges: run(() =>
      save((log) => {
        say('logbook.form.changes_saved');
        if (log.status === 'Logged') void navigate(`/logbook/dive/${log.id}`);
      }),
    ),
    withdraw: run(async () => {
      const { log } = form.store.get();
      if (log === null) return;
      try {
        const { withdrawLog } = await graphql<{ withdrawLog: DiveLog }>(documents.withdraw, {
          id: log.id,
          version: log.version,
        });
        remember(withdrawLog);
        form.autosave.takeStep(withdrawLog);
      } catch (error) {
        showToast({ text: failureText(intl, error) });
      }
    }),
    repeat: run(async () => {
      try {
        const last = (await fetchLastDive(form.type)) ?? (await fetchLastDive('Recreational'));
        if (last === null || last.id === form.store.get().log?.id) return void say('logbook.form.repeat_none');
        form.replace(repeatFrom(form.store.get().values, valuesOf(last, tag())));
        say('logbook.form.repeated', { title: last.dive_title });
      } catch (error) {
        showToast({ text: failureText(intl, error) });
      }
    }),
  };
}
