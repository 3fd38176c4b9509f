import type { DiveLog } from '#features/logbook/shared/contract.ts';
import type { LogType } from '#features/logbook/shared/enums.ts';
import type { Problems } from './log-validation.ts';
import type { LogValues } from './log-values.ts';

/** Where the dive is kept; always what is true. */
export type SaveState =
  | { kind: 'untouched' }
  /** In this browser, and about to go to the account. */
  | { kind: 'kept' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: Date }
  /** In this browser; the account cannot be reached, and it is tried again. */
  | { kind: 'offline' }
  /** In this browser until what is marked is mended. */
  | { kind: 'refused' }
  /** In this browser until somebody chooses between two versions. */
  | { kind: 'stale' }
  /** In this browser until it is saved by hand: it is no draft any more. */
  | { kind: 'local' }
  /** Nowhere but on the screen: the browser keeps nothing, and the account does not have it. */
  | { kind: 'unkept' };

export interface FormState {
  values: LogValues;
  problems: Problems;
  /** Whether it was refused once: from then on what is missing is counted. */
  hasTried: boolean;
  /** As the account has it. */
  log: DiveLog | null;
  save: SaveState;
  /** What the account has meanwhile, from elsewhere: `null` in it says that it was deleted. */
  conflict: { theirs: DiveLog | null } | null;
}

export interface FormStore {
  type: LogType;
  get(): FormState;
  set(change: Partial<FormState>): void;
  subscribe(listener: () => void): () => void;
}

export function createFormStore(type: LogType, first: FormState): FormStore {
  let state = first;
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
