import type { ApiErrorInfo } from '#platform/web/client/api-errors.ts';
import type { DraftStorage } from './draft-storage.ts';

/** Changes that are not saved in the account yet, by name. */
export type Changes<Value> = Readonly<Record<string, Value>>;

/** The save state of the changes. */
export type SaveState =
  | { kind: 'untouched' }
  /** Stored in this browser and about to be sent. */
  | { kind: 'kept' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: Date }
  /** Stored in this browser; the server is unreachable. Changes that are sent automatically are retried. */
  | { kind: 'offline' }
  /** Stored in this browser until the change is complete, its problem is fixed or the person saves or chooses. */
  | { kind: 'local' }
  /** Neither sent nor stored, because the browser's storage is unavailable. */
  | { kind: 'unkept' };

export interface DraftStatus<Known> {
  save: SaveState;
  /** Why changes were discarded. */
  loss: string | null;
  /** Message ids of problems, by the name of the change or of its part. */
  problems: Readonly<Record<string, string>>;
  /** Whether `check` or the server rejected the changes. They are sent again after the next change or request. */
  isHeld: boolean;
  /** Another version of the account, between which and the changes the person has to choose. */
  conflict: { theirs: Known } | null;
  isGone: boolean;
}
export type DraftState<View, Known = unknown> = View & DraftStatus<Known>;

/** The handling of changes that the server rejected. */
export type Resolution =
  /** The edited object no longer exists. */
  | { kind: 'gone' }
  /** Another device saved first: fetch the new version and send again. */
  | { kind: 'retry' }
  /** Another device saved first: fetch the new version and let the person choose. */
  | { kind: 'ask' }
  /** Fetch the new version and discard these changes; `loss` is the reason. */
  | { kind: 'drop'; names: readonly string[]; loss: string }
  /** Hold these changes until they are edited. Message ids are keyed by the change or by a part of it (`name.part`). */
  | { kind: 'hold'; problems: Readonly<Record<string, string>> }
  /** Hold all changes until the next change or request. */
  | { kind: 'holdAll' }
  /** Retry later. */
  | { kind: 'later' };

export interface DraftOptions<Known, Value, View> {
  /** The state saved in the account. */
  known: Known;
  /** Stores the changes for all tabs of this browser. */
  storage: DraftStorage<Changes<Value>>;
  /** Combines the saved state and the changes for the screen. */
  view: (known: Known, changes: Changes<Value>) => View;
  /** Removes changes that no longer have an effect. */
  prune?: (known: Known, changes: Changes<Value>) => Changes<Value>;
  /** Whether a change is complete enough to be sent. */
  isReady?: (name: string, value: Value) => boolean;
  /** Whether everything may be sent now; otherwise it is held. */
  check?: (view: View, isRequested: boolean) => boolean;
  /** Whether changes are sent after a pause in typing. Others are sent on request only. */
  isAutomatic?: (known: Known) => boolean;
  /** Whether the account has no version yet: a request creates it even without changes. */
  isNew?: (known: Known) => boolean;
  put: (changes: Changes<Value>, known: Known) => Promise<{ known: Known; at: Date }>;
  /** Bases a change that was made during a request on the state that the request saved. */
  rebase?: (name: string, value: Value, known: Known) => Value;
  fetch: () => Promise<Known>;
  resolveError: (error: ApiErrorInfo, sent: Changes<Value>) => Resolution;
  isOlder: (next: Known, known: Known) => boolean;
  /** Whether the person has to choose between the shown state and a newer one. By default, changes stay on top of it. */
  isConflict?: (view: View, next: Known) => boolean;
  /** Whether the stored changes are based on another version. The draft then starts with the conflict. */
  hasConflict?: boolean;
  /** Whether two views show the same content to the person who signs. */
  isSame?: (first: View, second: View) => boolean;
  /** The pause in typing after which changes are sent; also the delay for changes stored earlier. */
  debounceMs?: number;
  /** Emits `online` when the network returns. */
  browser: EventTarget;
}
