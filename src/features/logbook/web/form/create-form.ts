import { formattingTag } from '../../../../platform/shared/locale.ts';
import { ApiError } from '../../../../platform/web/client.ts';
import { graphql } from '../../../../platform/web/graphql.ts';
import { currentLocale } from '../../../../platform/web/i18n.tsx';
import { queries } from '../../../../platform/web/query.ts';
import type { DiveLog } from '../../shared/contract.ts';
import type { LogType } from '../../shared/enums.ts';
import { canSubmit } from '../../shared/policy.ts';
import { updateFormOf } from '../dive-words.tsx';
import { documents } from '../documents.ts';
import { logbookKey } from '../queries.ts';
import { createAutosave, type SaveCalls } from './autosave.ts';
import type { DraftPlace } from './draft-place.ts';
import { createFormStore, type FormState } from './form-store.ts';
import { changeField } from './log-changes.ts';
import { findAllProblems, recheck } from './log-checks.ts';
import { differingFields, emptyValues, inputOf, valuesOf, type FieldName, type LogValues } from './log-values.ts';

export interface FormStart {
  type: LogType;
  /** A stored dive, or what a new one begins with. */
  log: DiveLog | null;
  preset: Partial<LogValues>;
  place: DraftPlace;
}

export type LogForm = ReturnType<typeof createForm>;

/** The dive being logged: what is typed, where it is kept, and the steps that can be taken with it. It outlives renders. */
export function createForm({ type, log, preset, place }: FormStart) {
  const read = (stored: DiveLog) => valuesOf(stored, tag());
  const base = log === null ? { ...emptyValues, ...preset } : read(log);
  const { found } = place;
  const isOther = found !== null && differingFields(found.values, base).length > 0;
  const isOutdated = isOther && log !== null && log.version !== found.version;
  const first: FormState = {
    values: isOther ? { ...base, ...found.values } : base,
    problems: {},
    hasTried: false,
    log,
    save: { kind: 'untouched' },
    conflict: isOutdated ? { theirs: log } : null,
  };
  const store = createFormStore(type, first);
  let isShown = true;
  const autosave = createAutosave({
    store,
    place,
    calls: callsOf(type),
    base,
    read,
    network: window,
    onSaved(saved) {
      remember(saved);
      // Without the router: the page stays as it is, with the focus where it is.
      if (isShown && location.pathname.includes('/create'))
        history.replaceState(history.state, '', updateFormOf(saved));
    },
  });
  if (isOther) autosave.touch();

  function change(next: LogValues, field: FieldName): void {
    const { problems } = store.get();
    store.set({ values: next, problems: recheck(problems, field, findAllProblems(next, type, new Date(), base)) });
    autosave.touch();
  }

  return {
    type,
    store,
    autosave,
    base,
    /** Whether it began with what a form before had kept in this browser. */
    isRestored: isOther && !isOutdated,
    set<Field extends FieldName>(field: Field, value: LogValues[Field]): void {
      change(changeField(store.get().values, field, value), field);
    },
    replace(values: LogValues): void {
      store.set({ values, problems: {} });
      autosave.touch();
    },
    /** What was found in this browser goes, and the form begins anew. */
    discard(): void {
      store.set({ values: base, problems: {}, conflict: null });
      autosave.touch();
    },
    /** Logs or submits it; what is wrong is in the state by then. */
    async publish(): Promise<DiveLog | 'refused' | 'failed'> {
      const problems = findAllProblems(store.get().values, type, new Date(), base);
      store.set({ problems, hasTried: true });
      if (Object.keys(problems).length > 0) return 'refused';
      const isSaved = await autosave.flush();
      const { log: saved, save } = store.get();
      if (!isSaved || saved === null) return save.kind === 'refused' || save.kind === 'stale' ? 'refused' : 'failed';
      if (!canSubmit(saved.status)) return saved;
      try {
        const { submitLog } = await graphql<{ submitLog: DiveLog }>(documents.submit, versionOf(saved));
        autosave.takeStep(submitLog);
        remember(submitLog);
        return submitLog;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        return (await autosave.meetRefusal(error, saved)) ? 'refused' : 'failed';
      }
    },
    end(): void {
      isShown = false;
      autosave.end();
    },
  };
}

/** Where the decimal mark is what the language has. */
export const tag = () => formattingTag(currentLocale());

const versionOf = ({ id, version }: DiveLog) => ({ id, version });

/** The rest of the logbook is asked for again when it is next seen; the dive itself is known. */
export function remember(log: DiveLog): void {
  const queryKey = [...logbookKey, 'log', log.id];
  queries.setQueryData(queryKey, log);
  void queries.invalidateQueries({
    queryKey: logbookKey,
    predicate: (query) => query.queryKey[1] !== 'log' || query.queryKey[2] !== log.id,
  });
}

function callsOf(type: LogType): SaveCalls {
  const kind = type === 'Training' ? 'Training' : 'Recreational';
  return {
    async create(values, key) {
      const general = { ...inputOf(values, type), status: 'Draft' };
      const answer = await graphql<Record<string, DiveLog>>(documents[`create${kind}`], { key, general });
      return answer[`create${kind}Log`] as DiveLog;
    },
    async update(log, values) {
      const general = log.status === 'Verified' ? notesOf(log, values) : inputOf(values, type);
      const answer = await graphql<Record<string, DiveLog>>(documents[`update${kind}`], { ...versionOf(log), general });
      return answer[`update${kind}Log`] as DiveLog;
    },
    async fetch(id) {
      try {
        return (await graphql<{ diveLog: DiveLog }>(documents.log, { id })).diveLog;
      } catch (error) {
        if (error instanceof ApiError && error.code === 'not_found') return null;
        throw error;
      }
    },
  };
}

/** All that may still change of a verified dive. */
function notesOf({ experiences }: DiveLog, { notes }: LogValues) {
  const { photos: _, ...experience } = experiences[0] ?? { photos: [] };
  return { experiences: [{ ...experience, notes: notes.trim() }] };
}
