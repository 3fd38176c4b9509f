import type { Draft } from '#platform/web/sync/drafts.ts';
import {
  fieldGroupNames,
  fieldGroups,
  isSameValue,
  toProfileValues,
  toGroupVersions,
  type FullProfile,
  type FieldGroup,
  type ProfileField,
  type ProfileValues,
} from './profile-values.ts';

/** A profile being edited: the server's values and the local edits. */
export interface ProfileEdit {
  /** The server's last known values. */
  base: ProfileValues;
  versions: Readonly<Record<FieldGroup, number>>;
  /** Local edits that aren't saved yet. */
  edits: Partial<ProfileValues>;
  /** Fields that were edited here and changed on the server; the person has to choose. */
  conflicts: readonly ProfileField[];
}

const allFields = fieldGroupNames.flatMap((group): readonly ProfileField[] => fieldGroups[group]);

export function startEdit(profile: FullProfile, draft: Pick<Draft, 'values'> | null): ProfileEdit {
  const fresh = { base: toProfileValues(profile), versions: toGroupVersions(profile), edits: {}, conflicts: [] };
  if (draft === null) return fresh;
  const { edits, base, conflicts } = parseDraftValues(draft.values);
  return rebaseEdits({ ...fresh, base: { ...fresh.base, ...base }, edits, conflicts }, fresh.base);
}

export function getCurrentValues({ base, edits }: ProfileEdit): ProfileValues {
  return { ...base, ...edits };
}

export function hasEdits({ edits }: ProfileEdit): boolean {
  return Object.keys(edits).length > 0;
}

export function listEditedGroups({ edits }: ProfileEdit): FieldGroup[] {
  return fieldGroupNames.filter((group) => fieldGroups[group].some((field) => edits[field] !== undefined));
}

export function editField(edit: ProfileEdit, field: ProfileField, value: string): ProfileEdit {
  const { [field]: _, ...others } = edit.edits;
  const isBack = isSameValue(field, value, edit.base[field]);
  const edits = isBack ? others : { ...edit.edits, [field]: value };
  const next = { ...edit, edits, ...(isBack && { conflicts: withoutField(edit.conflicts, field) }) };
  // A state is valid only for its country.
  return field === 'countryId' && value !== getCurrentValues(edit).countryId ? editField(next, 'stateId', '') : next;
}

/**
 * Merges the server's current profile. Unedited fields are updated; an edited field that changed on the server too
 * becomes a conflict.
 */
export function mergeServerProfile(edit: ProfileEdit, profile: FullProfile): ProfileEdit {
  const [now, versions] = [toProfileValues(profile), toGroupVersions(profile)];
  // A response that was sent before our save is older than what we know.
  const updatedGroups = fieldGroupNames.filter((group) => versions[group] >= edit.versions[group]);
  const base = { ...edit.base };
  for (const group of updatedGroups) for (const field of fieldGroups[group]) base[field] = now[field];
  const known = { ...edit.versions };
  for (const group of updatedGroups) known[group] = versions[group];
  return rebaseEdits({ ...edit, versions: known }, base);
}

function rebaseEdits(edit: ProfileEdit, now: ProfileValues): ProfileEdit {
  const edits = { ...edit.edits };
  let { conflicts } = edit;
  for (const field of allFields) {
    const edited = edits[field];
    if (edited === undefined) continue;
    if (isSameValue(field, edited, now[field])) {
      delete edits[field];
      conflicts = withoutField(conflicts, field);
    } else if (!isSameValue(field, edit.base[field], now[field]))
      conflicts = [...withoutField(conflicts, field), field];
  }
  return { ...edit, base: now, edits, conflicts };
}

/** Applies a successful save; edits made since it was sent stay. */
export function applySavedGroup(
  edit: ProfileEdit,
  group: FieldGroup,
  sent: ProfileValues,
  stored: Partial<ProfileValues>,
  version: number,
): ProfileEdit {
  const fields: readonly ProfileField[] = fieldGroups[group];
  const edits = { ...edit.edits };
  const base = { ...edit.base };
  for (const field of fields) {
    base[field] = stored[field] ?? sent[field].trim();
    if (edits[field] === sent[field]) delete edits[field];
  }
  const conflicts = edit.conflicts.filter((field) => !fields.includes(field));
  return { ...edit, base, edits, conflicts, versions: { ...edit.versions, [group]: version } };
}

export function keepLocalValue(edit: ProfileEdit, field: ProfileField): ProfileEdit {
  return { ...edit, conflicts: withoutField(edit.conflicts, field) };
}

export function acceptServerValue(edit: ProfileEdit, field: ProfileField): ProfileEdit {
  const { [field]: _, ...edits } = edit.edits;
  return { ...edit, edits, conflicts: withoutField(edit.conflicts, field) };
}

export function discardEdits(edit: ProfileEdit): ProfileEdit {
  return { ...edit, edits: {}, conflicts: [] };
}

function withoutField(fields: readonly ProfileField[], field: ProfileField): readonly ProfileField[] {
  return fields.filter((other) => other !== field);
}

const baseKeyPrefix = 'was.';
const conflictsKey = 'conflicts';

/** The draft's content: edits, the values they replace, and undecided conflicts. */
export function toDraftValues({ base, edits, conflicts }: ProfileEdit): Record<string, string> {
  const former = Object.keys(edits).map((field) => [baseKeyPrefix + field, base[field as ProfileField]]);
  return { ...edits, ...Object.fromEntries(former), [conflictsKey]: conflicts.join(' ') };
}

function parseDraftValues(
  stored: Draft['values'],
): Pick<ProfileEdit, 'edits' | 'conflicts'> & { base: Partial<ProfileValues> } {
  const edited = allFields.filter((field) => typeof stored[field] === 'string');
  const pick = (prefix: string) =>
    Object.fromEntries(edited.flatMap((field) => (prefix + field in stored ? [[field, stored[prefix + field]]] : [])));
  const conflicts = (stored[conflictsKey] ?? '').split(' ');
  return { edits: pick(''), base: pick(baseKeyPrefix), conflicts: edited.filter((field) => conflicts.includes(field)) };
}
