import type { MessageId } from '#platform/shared/message-id.ts';
import type { ApiErrorInfo } from '#platform/web/client/api-errors.ts';
import { createDraft } from '#platform/web/sync/draft.ts';
import type { Changes, DraftState, Resolution } from '#platform/web/sync/draft-options.ts';
import type { DiveLog } from '#features/logbook/shared/contract.ts';
import type { FormStorage } from './form-storage.ts';
import type { FormState, FormStore, SaveState } from './form-store.ts';
import { parseFieldPath, findAllProblems, findInvalidValues, type Problems } from './log-validation.ts';
import { listDifferingFields, type FieldName, type LogValues } from './log-values.ts';
import { createDiveSaver, type KnownDive, type SaveCalls } from './save-calls.ts';

const debounceMs = 2_000;

interface AutosaveOptions {
  store: FormStore;
  storage: FormStorage;
  calls: SaveCalls;
  /** The stored dive; null for a new one. */
  log: DiveLog | null;
  /** Whether the browser has changes that are based on another version. */
  isOutdated: boolean;
  /** The initial values: a stored dive, or the preset of a new one. */
  base: LogValues;
  /** Converts a stored dive to form values in the page's notation. */
  read: (log: DiveLog) => LogValues;
  onSaved: (log: DiveLog) => void;
  /** Emits `online` when the network returns. */
  network: EventTarget;
}

type FieldChanges = Changes<LogValues[FieldName]>;

/**
 * The draft of a dive. Drafts are saved after a pause, logs that are no longer drafts only on request. The user chooses
 * between concurrent changes, which are never overwritten.
 */
export function createAutosave({ store, storage, calls, log, isOutdated, base, read, ...options }: AutosaveOptions) {
  const { onSaved, network } = options;
  const { found } = storage;
  /** Tabs never share a draft, so this is what the browser has. */
  let stored: FieldChanges = found?.values ?? {};
  /** The values as typed, such as `12.0`, which count as saved when the account has `12`. */
  let typed: LogValues = { ...base, ...found?.values };
  const saver = createDiveSaver({
    calls,
    former: found,
    read,
    beforeCreate: () => storeChanges(draft.changes()),
    onSaved(saved) {
      storage.moveTo(saved.id);
      onSaved(saved);
    },
  });
  const getId = (): string | undefined => draft.known().log?.id ?? saver.getCreatedId();

  const draft = createDraft<KnownDive, LogValues[FieldName], KnownDive>({
    known: { log, values: base },
    storage: {
      read: () => stored,
      write: storeChanges,
      delete() {
        stored = {};
        storage.drop();
      },
      subscribe: () => () => undefined,
    },
    view: (known, changes) => ({ log: known.log, values: keepNotation({ ...known.values, ...changes }, typed) }),
    prune: ({ values }, changes) => pickChanges({ ...values, ...changes }, values),
    check(dive, isRequested) {
      const find = isRequested && !isDraft(dive) ? findAllProblems : findInvalidValues;
      return !showProblems(find(dive.values, store.type, new Date(), base));
    },
    isAutomatic: isDraft,
    isNew: (known) => known.log === null,
    put: saver.put,
    async fetch() {
      const current = await saver.fetch(getId() ?? '');
      return { log: current, values: current === null ? base : read(current) };
    },
    resolveError: classifyError,
    isOlder: (next, known) => getVersion(next) <= getVersion(known),
    isConflict: ({ values }, next) => listDifferingFields(values, next.values).length > 0,
    hasConflict: isOutdated,
    debounceMs,
    browser: network,
  });

  function storeChanges(changes: FieldChanges): boolean {
    stored = changes;
    const known = draft.known();
    // A conflict that was found when the form opened is still one when the next form opens.
    const isUndecided = draft.get().conflict?.theirs === known;
    const version = (isUndecided ? found?.version : undefined) ?? getVersion(known);
    return storage.save({ values: { ...known.values, ...changes }, version, ...saver.getAttempt() });
  }

  function classifyError({ code, entries }: ApiErrorInfo): Resolution {
    const isOutdated = code === 'logbook.stale' || code === 'logbook.locked' || code === 'not_found';
    if (isOutdated && getId() !== undefined) return { kind: 'ask' };
    const problems: Problems = {};
    for (const entry of entries) {
      const field = entry.path === undefined ? null : parseFieldPath(entry.path);
      const isOurs = entry.code.startsWith('logbook.');
      if (field !== null) problems[field] ??= isOurs ? (`error.${entry.code}` as MessageId) : 'error.request.invalid';
    }
    return { kind: showProblems(problems) ? 'holdAll' : 'later' };
  }

  function showProblems(problems: Problems): boolean {
    if (Object.keys(problems).length === 0) return false;
    store.set({ problems: { ...store.get().problems, ...problems } });
    return true;
  }

  const show = () => store.set(toFormState(draft.get()));
  draft.subscribe(show);
  show();
  draft.start();

  return {
    change(values: LogValues): void {
      typed = values;
      draft.set(values);
    },
    /** Handles an error of another mutation; returns false if it concerns neither the fields nor the version. */
    async handleError(error: ApiErrorInfo): Promise<boolean> {
      const { kind } = classifyError(error);
      return kind === 'ask' ? draft.ask() : kind === 'holdAll';
    },
    /** Saves now, including logs that are no longer drafts. Returns whether the account has everything. */
    flush: draft.flush,
    /** Discards the local changes. */
    resolveWithTheirs(): void {
      const theirs = draft.get().conflict?.theirs.log;
      if (!theirs) return;
      store.set({ problems: {} });
      storage.moveTo(theirs.id);
      draft.resolve({});
      onSaved(theirs);
    },
    /** Saves the local values over the other version, or as a new log if that was deleted. */
    resolveWithMine(): void {
      const { conflict, values } = draft.get();
      if (conflict === null) return;
      if (conflict.theirs.log === null) saver.startAnother();
      draft.resolve(pickChanges(values, conflict.theirs.values));
    },
    /** Merges a change of another device: shows it if nothing was typed here, otherwise asks the user to choose. */
    mergeUpdate(theirs: DiveLog): void {
      const former = draft.known();
      draft.merge({ log: theirs, values: read(theirs) });
      if (draft.known() !== former) store.set({ problems: {} });
    },
    /** Called after another mutation, such as a submission. */
    takeStep: (next: DiveLog) => draft.apply({ log: next, values: draft.known().values }),
    /** Called on unmount: sends unsaved changes, which stay in the browser until the account has them. */
    end: () => void draft.end().finally(storage.leave),
  };
}

const isDraft = ({ log }: KnownDive) => (log?.status ?? 'Draft') === 'Draft';
const getVersion = ({ log }: KnownDive) => log?.version ?? 0;

const pickChanges = (values: LogValues, saved: LogValues): FieldChanges =>
  Object.fromEntries(listDifferingFields(values, saved).map((field) => [field, values[field]]));

const keepNotation = (values: LogValues, typed: LogValues): LogValues => ({ ...typed, ...pickChanges(values, typed) });

function toFormState(state: DraftState<KnownDive, KnownDive>): Pick<FormState, 'values' | 'log' | 'save' | 'conflict'> {
  const { values, log, conflict } = state;
  return { values, log, save: toSaveState(state), conflict: conflict && { theirs: conflict.theirs.log } };
}

function toSaveState({ save, conflict, isHeld }: DraftState<KnownDive, KnownDive>): SaveState {
  if (save.kind !== 'local') return save;
  return { kind: conflict !== null ? 'stale' : isHeld ? 'refused' : 'local' };
}
