import { formattingTag } from '#platform/shared/locale.ts';
import { ApiError } from '#platform/web/client/client.ts';
import { graphql } from '#platform/web/client/graphql.ts';
import { currentLocale } from '#platform/web/i18n/i18n.tsx';
import { currentQueryClient } from '#platform/web/client/query-client.ts';
import type { DiveLog } from '#features/logbook/shared/contract.ts';
import type { LogType } from '#features/logbook/shared/enums.ts';
import { getEditPath } from '#features/logbook/web/dive-text.tsx';
import { documents } from '#features/logbook/web/graphql-documents.ts';
import { logbookKey } from '#features/logbook/web/queries.ts';
import { createAutosave } from './autosave.ts';
import type { FormStorage } from './form-storage.ts';
import { createFormStore } from './form-store.ts';
import { changeField } from './log-changes.ts';
import { findAllProblems, revalidate } from './log-validation.ts';
import { getStartValues } from './start-values.ts';
import { createSaveCalls } from './save-calls.ts';
import {
  listDifferingFields,
  emptyValues,
  fieldNames,
  toFormValues,
  type FieldName,
  type LogValues,
} from './log-values.ts';

export interface FormStart {
  type: LogType;
  /** A stored dive; null for a new one. */
  log: DiveLog | null;
  preset: Partial<LogValues>;
  storage: FormStorage;
}

export type LogForm = ReturnType<typeof createLogForm>;

/** The state of a dive form: values, autosave and actions. It outlives renders. */
export function createLogForm({ type, log, preset, storage }: FormStart) {
  const read = (stored: DiveLog) => toFormValues(stored, getFormattingTag());
  const base = log === null ? { ...emptyValues, ...getStartValues(new Date()), ...preset } : read(log);
  const { found } = storage;
  const isOther = found !== null && listDifferingFields(found.values, base).length > 0;
  const isOutdated = isOther && log !== null && log.version !== found.version;
  const store = createFormStore(type, base);
  // Values that the form filled in itself may follow later changes; those of a stored dive are the diver's.
  const typed = new Set<FieldName>(log === null && found === null ? [] : fieldNames);
  let isShown = true;
  const autosave = createAutosave({
    store,
    storage,
    calls: createSaveCalls(type, graphql),
    log,
    isOutdated,
    base,
    read,
    network: window,
    onSaved(saved) {
      cacheLog(saved);
      // Bypasses the router, so the page and its focus stay unchanged.
      if (isShown && location.pathname.includes('/create')) history.replaceState(history.state, '', getEditPath(saved));
    },
  });

  function replace(values: LogValues): void {
    store.set({ problems: {} });
    autosave.change(values);
  }

  return {
    type,
    store,
    autosave,
    base,
    /** Whether it started with a draft from this browser. */
    isRestored: isOther && !isOutdated,
    set<Field extends FieldName>(field: Field, value: LogValues[Field]): void {
      const { values, problems } = store.get();
      typed.add(field);
      const next = changeField(values, field, value, (other) => typed.has(other));
      // A change can fill other fields, whose messages must go away too.
      const changed = [field, ...listDifferingFields(values, next)];
      store.set({ problems: revalidate(problems, changed, findAllProblems(next, type, new Date(), base)) });
      autosave.change(next);
    },
    replace,
    /** Discards the restored draft and resets the form. */
    discard: () => replace(base),
    /** Logs or submits the dive; problems are in the state afterwards. */
    async publish(): Promise<DiveLog | 'refused' | 'failed'> {
      const problems = findAllProblems(store.get().values, type, new Date(), base);
      store.set({ problems, hasTried: true });
      if (Object.keys(problems).length > 0) return 'refused';
      const isSaved = await autosave.flush();
      const { log: saved, save } = store.get();
      if (!isSaved || saved === null) return save.kind === 'refused' || save.kind === 'stale' ? 'refused' : 'failed';
      // Another tab may have submitted the dive.
      if (saved.status !== 'Draft' && saved.status !== 'Returned') return saved;
      try {
        const { submitLog } = await graphql(documents.submit, { id: saved.id, version: saved.version });
        autosave.takeStep(submitLog);
        cacheLog(submitLog);
        return submitLog;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        return (await autosave.handleError(error)) ? 'refused' : 'failed';
      }
    },
    end(): void {
      isShown = false;
      autosave.end();
    },
  };
}

/** The locale that decides the decimal separator. */
export const getFormattingTag = () => formattingTag(currentLocale());

/** Caches the dive and invalidates the rest of the logbook. */
export function cacheLog(log: DiveLog): void {
  const queryKey = [...logbookKey, 'log', log.id];
  currentQueryClient().setQueryData(queryKey, log);
  void currentQueryClient().invalidateQueries({
    queryKey: logbookKey,
    predicate: (query) => query.queryKey[1] !== 'log' || query.queryKey[2] !== log.id,
  });
}
