import { useEffect, useRef, useState } from 'react';
import { deleteDraft, saveDraft, readDraft } from '#platform/web/sync/drafts.ts';
import { useForm } from '#platform/web/hooks/use-form.ts';
import { findTextProblems } from '#platform/shared/text-rules.ts';
import { refreshSession } from '#platform/web/session/session.ts';
import type { Country } from '#features/account/shared/profile-contract.ts';
import { addressTextKinds, nameTextKinds } from '#features/account/shared/rules.ts';
import {
  toDraftValues,
  discardEdits,
  hasEdits,
  getCurrentValues,
  startEdit,
  mergeServerProfile,
  applySavedGroup,
  editField,
  type ProfileEdit,
} from './profile-edit.ts';
import { collectFailures, isSavedName, isStale, saveEdits } from './save-profile.ts';
import {
  findProfileProblems,
  setBirthdatePart,
  type FullProfile,
  type ProblemField,
  type ProfileField,
  type ProfileValues,
} from './profile-values.ts';
import { useRefetchProfile } from './profile-queries.ts';

/** What a field's problem hangs on besides the field itself: once one of them changes, the field is looked at anew. */
const problemDependencies: Partial<Record<ProblemField, readonly ProfileField[]>> = {
  birthDay: ['birthDate'],
  birthMonth: ['birthDate'],
  birthYear: ['birthDate'],
  stateId: ['stateId', 'countryId'],
  postalCode: ['postalCode', 'countryId'],
};

export type ProfileForm = ReturnType<typeof useProfileForm>;

/** The profile being edited: draft, checks, the up to three calls of a save, and what others changed meanwhile. */
export function useProfileForm(profile: FullProfile, countries: readonly Country[]) {
  const { affiliateId } = profile;
  const draftName = `profile:${affiliateId}`;
  const refetch = useRefetchProfile(affiliateId);
  const [edit, setEdit] = useState<ProfileEdit>(() => startEdit(profile, readDraft(draftName)));
  const [isRestored, setIsRestored] = useState(() => hasEdits(edit));
  const [savedAt, setSavedAt] = useState<Date | null>(null);
  const [refused, setRefused] = useState<{ refusals: number; values: ProfileValues } | null>(null);
  const [known, setKnown] = useState(profile);
  if (known !== profile) {
    setKnown(profile);
    setEdit(mergeServerProfile(edit, profile));
  }
  useProfileDraft(draftName, edit);

  const values = getCurrentValues(edit);
  const check = (checked: ProfileValues) =>
    findProfileProblems(checked, {
      affiliateTypeId: profile.profile.affiliateTypeId,
      rules: countries.find(({ id }) => id === checked.countryId) ?? null,
    });
  const form = useForm<ProblemField>({
    check: () => ({
      ...findTextProblems(values, edit.base, { ...nameTextKinds, ...addressTextKinds }),
      ...check(values),
      ...Object.fromEntries(edit.conflicts.map(toConflictProblem)),
    }),
    send: async () => {
      const outcomes = await saveEdits(profile, edit);
      setEdit((current) =>
        outcomes.reduce(
          (next, outcome) =>
            'error' in outcome ? next : applySavedGroup(next, outcome.group, values, outcome.stored, outcome.version),
          current,
        ),
      );
      const failure = collectFailures(outcomes, (name) => name in values);
      const hasFailed = outcomes.some((outcome) => 'error' in outcome);
      if (!hasFailed && outcomes.length > 0) {
        setSavedAt(getCurrentTime());
        setIsRestored(false);
      }
      if (outcomes.some(isStale)) {
        const now = await refetch();
        setEdit((current) => mergeServerProfile(current, now));
        failure.formProblem ??= 'account.profile.stale';
        // What was saved is known without it.
      } else if (outcomes.length > 0) refetch().catch(() => undefined);
      // The frame of the page shows the name as well.
      if (profile.profile.relation === 'self' && outcomes.some(isSavedName)) void refreshSession();
      if (hasFailed) form.refuse(failure as Parameters<typeof form.refuse>[0]);
    },
  });

  if (form.refusals !== (refused?.refusals ?? 0)) setRefused({ refusals: form.refusals, values });
  const problems: Partial<Record<ProblemField, string>> = {};
  const current = check(values);
  for (const [field, problem] of Object.entries(form.problems) as [ProblemField, string][]) {
    const sources = problemDependencies[field] ?? [field as ProfileField];
    const isUntouched = sources.every((source) => refused?.values[source] === values[source]);
    const shown = isUntouched && problem !== undecidedConflictId ? problem : current[field];
    if (shown !== undefined) problems[field] = shown;
  }

  return {
    ...form,
    edit,
    values,
    problems,
    isRestored: isRestored && hasEdits(edit),
    savedAt,
    change: setEdit,
    type: (field: ProfileField, value: string) => setEdit((now) => editField(now, field, value)),
    typeBirthdate: (part: 'day' | 'month' | 'year', value: string) =>
      setEdit((now) => editField(now, 'birthDate', setBirthdatePart(getCurrentValues(now).birthDate, part, value))),
    discard: () => {
      setEdit(discardEdits);
      setIsRestored(false);
    },
  };
}

const getCurrentTime = () => new Date();
const undecidedConflictId = 'account.conflict.choose';

/** Stands in the way of a save until it is decided; the conflict itself is shown at the field all the while. */
function toConflictProblem(field: ProfileField): [ProblemField, string] {
  return [field === 'birthDate' ? 'birthDay' : field, undecidedConflictId];
}

/** Kept on every change. A page without edits of its own leaves alone what another tab keeps. */
function useProfileDraft(name: string, edit: ProfileEdit): void {
  const isKeeping = useRef(false);
  useEffect(() => {
    if (hasEdits(edit)) saveDraft(name, { values: toDraftValues(edit), version: edit.versions.user });
    else if (isKeeping.current) deleteDraft(name);
    isKeeping.current = hasEdits(edit);
  }, [name, edit]);
}
