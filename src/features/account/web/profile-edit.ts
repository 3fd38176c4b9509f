import type { Draft } from '../../../platform/web/draft.ts';
import {
  groupNames,
  groups,
  isSame,
  valuesOf,
  versionsOf,
  type FullProfile,
  type Group,
  type ProfileField,
  type ProfileValues,
} from './profile-values.ts';

/** A profile while somebody works on it: what the server has, and what was typed beside it. */
export interface ProfileEdit {
  /** As the server last told it. */
  base: ProfileValues;
  versions: Readonly<Record<Group, number>>;
  /** Typed and not saved yet. */
  edits: Partial<ProfileValues>;
  /** Typed here and changed elsewhere meanwhile: nobody but the person can say which holds. */
  conflicts: readonly ProfileField[];
}

const allFields = groupNames.flatMap((group): readonly ProfileField[] => groups[group]);

export function startEdit(profile: FullProfile, draft: Pick<Draft, 'values'> | null): ProfileEdit {
  const fresh = { base: valuesOf(profile), versions: versionsOf(profile), edits: {}, conflicts: [] };
  if (draft === null) return fresh;
  const { edits, base, conflicts } = readKept(draft.values);
  return mergeAll({ ...fresh, base: { ...fresh.base, ...base }, edits, conflicts }, fresh.base);
}

export function shownValues({ base, edits }: ProfileEdit): ProfileValues {
  return { ...base, ...edits };
}

export function hasEdits({ edits }: ProfileEdit): boolean {
  return Object.keys(edits).length > 0;
}

export function editedGroups({ edits }: ProfileEdit): Group[] {
  return groupNames.filter((group) => groups[group].some((field) => edits[field] !== undefined));
}

export function typeInto(edit: ProfileEdit, field: ProfileField, value: string): ProfileEdit {
  const { [field]: _, ...others } = edit.edits;
  const isBack = isSame(field, value, edit.base[field]);
  const edits = isBack ? others : { ...edit.edits, [field]: value };
  const next = { ...edit, edits, ...(isBack && { conflicts: without(edit.conflicts, field) }) };
  // A state belongs to its country.
  return field === 'countryId' && value !== shownValues(edit).countryId ? typeInto(next, 'stateId', '') : next;
}

/** What the server has now. Untouched fields follow it; a touched one that was changed there too is a conflict. */
export function takeIn(edit: ProfileEdit, profile: FullProfile): ProfileEdit {
  const [now, versions] = [valuesOf(profile), versionsOf(profile)];
  // An answer that was on its way while we saved is older than what we know.
  const news = groupNames.filter((group) => versions[group] >= edit.versions[group]);
  const base = { ...edit.base };
  for (const group of news) for (const field of groups[group]) base[field] = now[field];
  const known = { ...edit.versions };
  for (const group of news) known[group] = versions[group];
  return mergeAll({ ...edit, versions: known }, base);
}

function mergeAll(edit: ProfileEdit, now: ProfileValues): ProfileEdit {
  const edits = { ...edit.edits };
  let { conflicts } = edit;
  for (const field of allFields) {
    const mine = edits[field];
    if (mine === undefined) continue;
    if (isSame(field, mine, now[field])) {
      delete edits[field];
      conflicts = without(conflicts, field);
    } else if (!isSame(field, edit.base[field], now[field])) conflicts = [...without(conflicts, field), field];
  }
  return { ...edit, base: now, edits, conflicts };
}

/** What was sent is now what the server has; what was typed since then stays typed. */
export function takeSaved(
  edit: ProfileEdit,
  group: Group,
  sent: ProfileValues,
  stored: Partial<ProfileValues>,
  version: number,
): ProfileEdit {
  const fields: readonly ProfileField[] = groups[group];
  const edits = { ...edit.edits };
  const base = { ...edit.base };
  for (const field of fields) {
    base[field] = stored[field] ?? sent[field].trim();
    if (edits[field] === sent[field]) delete edits[field];
  }
  const conflicts = edit.conflicts.filter((field) => !fields.includes(field));
  return { ...edit, base, edits, conflicts, versions: { ...edit.versions, [group]: version } };
}

export function keepMine(edit: ProfileEdit, field: ProfileField): ProfileEdit {
  return { ...edit, conflicts: without(edit.conflicts, field) };
}

export function takeTheirs(edit: ProfileEdit, field: ProfileField): ProfileEdit {
  const { [field]: _, ...edits } = edit.edits;
  return { ...edit, edits, conflicts: without(edit.conflicts, field) };
}

export function dropEdits(edit: ProfileEdit): ProfileEdit {
  return { ...edit, edits: {}, conflicts: [] };
}

function without(fields: readonly ProfileField[], field: ProfileField): readonly ProfileField[] {
  return fields.filter((other) => other !== field);
}

const was = 'was.';
const inConflict = 'conflicts';

/** What a draft keeps: what was typed, what it was typed over, and what is still to be decided. */
export function draftValues({ base, edits, conflicts }: ProfileEdit): Record<string, string> {
  const former = Object.keys(edits).map((field) => [was + field, base[field as ProfileField]]);
  return { ...edits, ...Object.fromEntries(former), [inConflict]: conflicts.join(' ') };
}

function readKept(kept: Draft['values']): Pick<ProfileEdit, 'edits' | 'conflicts'> & { base: Partial<ProfileValues> } {
  const edited = allFields.filter((field) => typeof kept[field] === 'string');
  const pick = (prefix: string) =>
    Object.fromEntries(edited.flatMap((field) => (prefix + field in kept ? [[field, kept[prefix + field]]] : [])));
  const conflicts = (kept[inConflict] ?? '').split(' ');
  return { edits: pick(''), base: pick(was), conflicts: edited.filter((field) => conflicts.includes(field)) };
}
