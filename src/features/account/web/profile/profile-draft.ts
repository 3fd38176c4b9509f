import type { ApiErrorInfo } from '#platform/web/client/api-errors.ts';
import { createDraft } from '#platform/web/sync/draft.ts';
import type { Changes } from '#platform/web/sync/draft-options.ts';
import type { DraftStorage } from '#platform/web/sync/draft-storage.ts';
import {
  fieldGroupNames,
  fieldGroups,
  groupOf,
  isInGroup,
  isSameValue,
  listEditedGroups,
  toProfileValues,
  toGroupVersions,
  type FullProfile,
  type FieldGroup,
  type ProfileField,
  type ProfileValues,
} from './profile-values.ts';

/** An edited value and the server's value that it replaces; null if the person has to choose between the two. */
interface FieldEdit {
  value: string;
  was: string | null;
}
type Edits = Changes<FieldEdit>;

interface KnownGroup {
  profile: FullProfile;
  values: ProfileValues;
  version: number;
}

interface SavedGroup {
  version: number;
  /** The stored values, if they may differ from the typed ones. */
  stored: Partial<ProfileValues>;
}
export type SaveGroup = (profile: FullProfile, values: ProfileValues, version: number) => Promise<SavedGroup>;

export interface SaveOutcome {
  group: FieldGroup;
  error: ApiErrorInfo | null;
}

interface ProfileDraftOptions {
  profile: FullProfile;
  storage: DraftStorage<DraftValues>;
  save: Readonly<Record<FieldGroup, SaveGroup>>;
  fetch: () => Promise<FullProfile>;
  browser: EventTarget;
}

/**
 * A profile being edited. Each group of fields has its own endpoint and version, so it is a draft of its own that is
 * saved on request. All groups are stored in one record. A page doesn't show what other tabs store: it starts with the
 * record, and the last tab that changes it replaces it.
 */
export function createProfileDraft({ profile, storage, save, fetch, browser }: ProfileDraftOptions) {
  let stored = parseDraftValues(storage.read() ?? {}, toProfileValues(profile));
  const errors = new Map<FieldGroup, ApiErrorInfo>();
  let fetching: Promise<FullProfile> | null = null;

  function storeGroup(group: FieldGroup, edits: Edits): boolean {
    stored = { ...filterEdits(stored, (field) => !isInGroup(field, group)), ...edits };
    if (Object.keys(stored).length > 0) return storage.write(toDraftValues(stored));
    storage.delete();
    return true;
  }

  /** Shared by groups that are outdated together. */
  function fetchOnce(): Promise<FullProfile> {
    fetching ??= fetch().finally(() => {
      fetching = null;
    });
    return fetching;
  }

  const createGroupDraft = (group: FieldGroup) =>
    createDraft<KnownGroup, FieldEdit, { base: ProfileValues; edits: Edits }>({
      known: toKnownGroup(profile, group),
      storage: {
        read: () => filterEdits(stored, (field) => isInGroup(field, group)),
        write: (edits) => storeGroup(group, edits),
        delete: () => void storeGroup(group, {}),
        subscribe: () => () => undefined,
      },
      view: ({ values }, edits) => ({ base: values, edits }),
      prune: ({ values }, edits) => filterEdits(edits, (field, { value }) => !isSameValue(field, value, values[field])),
      isAutomatic: () => false,
      async put(edits, known) {
        const values = { ...known.values, ...toValues(edits) };
        const saved = await save[group](known.profile, values, known.version);
        const next = { ...known.values };
        for (const field of fieldGroups[group]) next[field] = saved.stored[field] ?? values[field].trim();
        return { known: { ...known, values: next, version: saved.version }, at: new Date() };
      },
      rebase: (field, { value }, { values }) => ({ value, was: values[field as ProfileField] }),
      fetch: async () => toKnownGroup(await fetchOnce(), group),
      resolveError(error) {
        errors.set(group, error);
        // The edits stay on top of the new version, in which a field may have a conflict.
        return isStaleError(error) ? { kind: 'drop', names: [], loss: error.code } : { kind: 'later' };
      },
      isOlder: (next, known) => next.version < known.version,
      browser,
    });

  const drafts = {
    user: createGroupDraft('user'),
    address: createGroupDraft('address'),
    phone: createGroupDraft('phone'),
  };
  const all = Object.values(drafts);
  const draftOf = (field: ProfileField) => drafts[groupOf(field)];
  const combine = () => toProfileEdit(fieldGroupNames.map((group) => [group, drafts[group].get()] as const));
  let state = combine();
  const listeners = new Set<() => void>();
  function update(): void {
    state = combine();
    for (const listener of listeners) listener();
  }
  for (const draft of all) draft.subscribe(update);

  /** An edit that was made before keeps its base. */
  const toEdit = (field: ProfileField, value: string): Edits => {
    const former = draftOf(field).changes()[field];
    return { [field]: { value, was: former === undefined ? state.base[field] : former.was } };
  };
  /** Replaces an edit by one that is based on the server's current value. */
  const decide = (field: ProfileField, value: string) =>
    draftOf(field).set({ [field]: { value, was: state.base[field] } });

  return {
    get: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    type(field: ProfileField, value: string): void {
      // A state is valid only for its country.
      const isMoved = field === 'countryId' && value !== state.values.countryId;
      draftOf(field).set({ ...toEdit(field, value), ...(isMoved && toEdit('stateId', '')) });
    },
    keepLocalValue: (field: ProfileField) => decide(field, state.values[field]),
    acceptServerValue: (field: ProfileField) => decide(field, state.base[field]),
    discard(): void {
      for (const field of state.edited) decide(field, state.base[field]);
    },
    /**
     * Merges the server's current profile. Unedited fields are updated; an edited field that changed on the server too
     * becomes a conflict.
     */
    merge(next: FullProfile): void {
      for (const group of fieldGroupNames) drafts[group].merge(toKnownGroup(next, group));
    },
    /** Saves each edited group with its own request, so a failed one doesn't affect the others. */
    save(): Promise<SaveOutcome[]> {
      errors.clear();
      return Promise.all(
        listEditedGroups(state.edited).map(async (group) => {
          await drafts[group].flush();
          return { group, error: errors.get(group) ?? null };
        }),
      );
    },
    start(): void {
      for (const draft of all) draft.start();
    },
    end(): void {
      for (const draft of all) void draft.end();
    },
  };
}

export const isStaleError = ({ code }: ApiErrorInfo) => code === 'account.stale';

/** The content of the page. */
interface ProfileEdit {
  /** The server's last known values. */
  base: ProfileValues;
  values: ProfileValues;
  edited: readonly ProfileField[];
  /** Fields that were edited here and changed on the server; the person has to choose. */
  conflicts: readonly ProfileField[];
}

function toProfileEdit(groups: readonly (readonly [FieldGroup, { base: ProfileValues; edits: Edits }])[]): ProfileEdit {
  const base: Record<string, string> = {};
  for (const [group, known] of groups) for (const field of fieldGroups[group]) base[field] = known.base[field];
  const server = base as ProfileValues;
  const edits = Object.assign({}, ...groups.map(([, known]) => known.edits)) as Edits;
  const edited = Object.keys(edits) as ProfileField[];
  const isConflicting = (field: ProfileField) => {
    const was = edits[field]?.was ?? null;
    return was === null || !isSameValue(field, was, server[field]);
  };
  return { base: server, values: { ...server, ...toValues(edits) }, edited, conflicts: edited.filter(isConflicting) };
}

const toKnownGroup = (profile: FullProfile, group: FieldGroup): KnownGroup => ({
  profile,
  values: toProfileValues(profile),
  version: toGroupVersions(profile)[group],
});

const filterEdits = (edits: Edits, isIncluded: (field: ProfileField, edit: FieldEdit) => boolean): Edits =>
  Object.fromEntries(Object.entries(edits).filter(([field, edit]) => isIncluded(field as ProfileField, edit)));

const toValues = (edits: Edits): Partial<ProfileValues> =>
  Object.fromEntries(Object.entries(edits).map(([field, { value }]) => [field, value]));

const baseKeyPrefix = 'was.';
const conflictsKey = 'conflicts';

export type DraftValues = Readonly<Record<string, string>>;

/** The record: edits and the values they replace. */
function toDraftValues(edits: Edits): DraftValues {
  const former = Object.entries(edits).map(([field, { was }]) => [baseKeyPrefix + field, was ?? '']);
  const undecided = Object.keys(edits).filter((field) => edits[field]?.was === null);
  return { ...toValues(edits), ...Object.fromEntries(former), [conflictsKey]: undecided.join(' ') };
}

function parseDraftValues(stored: DraftValues, base: ProfileValues): Edits {
  const undecided = (stored[conflictsKey] ?? '').split(' ');
  const fields = Object.keys(base).filter((field) => typeof stored[field] === 'string') as ProfileField[];
  return Object.fromEntries(
    fields.map((field): [string, FieldEdit] => {
      const was = undecided.includes(field) ? null : (stored[baseKeyPrefix + field] ?? base[field]);
      return [field, { value: stored[field] ?? '', was }];
    }),
  );
}
