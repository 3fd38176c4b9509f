import type { DiveLog } from '#features/logbook/shared/contract.ts';
import type { LogType } from '#features/logbook/shared/enums.ts';
import type { Problems } from './log-validation.ts';
import type { LogValues } from './log-values.ts';

/** The save status of the dive. */
export type SaveState =
  | { kind: 'untouched' }
  /** Stored in this browser, about to be sent. */
  | { kind: 'kept' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: Date }
  /** Stored in this browser; the account can't be reached and is retried. */
  | { kind: 'offline' }
  /** Stored in this browser until the marked fields are fixed. */
  | { kind: 'refused' }
  /** Stored in this browser until the user chooses between two versions. */
  | { kind: 'stale' }
  /** Stored in this browser until it is saved manually, because it is no longer a draft. */
  | { kind: 'local' }
  /** Stored nowhere: neither the browser nor the account has it. */
  | { kind: 'unkept' };

export interface FormState {
  values: LogValues;
  problems: Problems;
  /** True after the first rejected submission; missing fields are counted from then on. */
  hasTried: boolean;
  /** The stored version. */
  log: DiveLog | null;
  save: SaveState;
  /** A concurrent change; `theirs` is null if the log was deleted. */
  conflict: { theirs: DiveLog | null } | null;
}

export interface FormStore {
  type: LogType;
  get(): FormState;
  set(change: Partial<FormState>): void;
  subscribe(listener: () => void): () => void;
}

export function createFormStore(type: LogType, values: LogValues): FormStore {
  let state: FormState = {
    values,
    problems: {},
    hasTried: false,
    log: null,
    save: { kind: 'untouched' },
    conflict: null,
  };
  const listeners = new Set<() => void>();
  return {
    type,
    get: () => state,
    set(change) {
      state = { ...state, ...change };
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
