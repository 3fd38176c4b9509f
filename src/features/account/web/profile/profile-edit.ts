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

/** A profile while somebody works on it: what the server has, and what was typed beside it. */
export interface ProfileEdit {
  /** As the server last told it. */
  base: ProfileValues;
  versions: Readonly<Record<FieldGroup, number>>;
  /** Typed and not saved yet. */
  edits: Partial<ProfileValues>;
  /** Typed here and changed elsewhere meanwhile: nobody but the person can say which holds. */
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
  // A state belongs to its country.
  return field === 'countryId' && value !== getCurrentValues(edit).countryId ? editField(next, 'stateId', '') : next;
}

/** What the server has now. Untouched fields follow it; a touched one that was changed there too is a conflict. */
export function mergeServerProfile(edit: ProfileEdit, profile: FullProfile): ProfileEdit {
  const [now, versions] = [toProfileValues(profile), toGroupVersions(profile)];
  // An answer that was on its way while we saved is older than what we know.
  const news = fieldGroupNames.filter((group) => versions[group] >= edit.versions[group]);
  const base = { ...edit.base };
  for (const group of news) for (const field of fieldGroups[group]) base[field] = now[field];
  const known = { ...edit.versions };
  for (const group of news) known[group] = versions[group];
  return rebaseEdits({ ...edit, versions: known }, base);
}

function rebaseEdits(edit: ProfileEdit, now: ProfileValues): ProfileEdit {
  const edits = { ...edit.edits };
  let { conflicts } = edit;
  for (const field of allFields) {
    const mine = edits[field];
    if (mine === undefined) continue;
    if (isSameValue(field, mine, now[field])) {
      delete edits[field];
      conflicts = withoutField(conflicts, field);
    } else if (!isSameValue(field, edit.base[field], now[field]))
      conflicts = [...withoutField(conflicts, field), field];
  }
  return { ...edit, base: now, edits, conflicts };
}

/** What was sent is now what the server has; what was typed since then stays typed. */
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

/** What a draft keeps: what was typed, what it was typed over, and what is still to be decided. */
export function toDraftValues({ base, edits, conflicts }: ProfileEdit): Record<string, string> {
  const former = Object.keys(edits).map((field) => [baseKeyPrefix + field, base[field as ProfileField]]);
  return { ...edits, ...Object.fromEntries(former), [conflictsKey]: conflicts.join(' ') };
}

function parseDraftValues(
  kept: Draft['values'],
): Pick<ProfileEdit, 'edits' | 'conflicts'> & { base: Partial<ProfileValues> } {
  const edited = allFields.filter((field) => typeof kept[field] === 'string');
  const pick = (prefix: string) =>
    Object.fromEntries(edited.flatMap((field) => (prefix + field in kept ? [[field, kept[prefix + field]]] : [])));
  const conflicts = (kept[conflictsKey] ?? '').split(' ');
  return { edits: pick(''), base: pick(baseKeyPrefix), conflicts: edited.filter((field) => conflicts.includes(field)) };
}
