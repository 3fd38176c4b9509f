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

/** The fields that a problem depends on: once one of them changes, the problem is checked again. */
const problemDependencies: Partial<Record<ProblemField, readonly ProfileField[]>> = {
  birthDay: ['birthDate'],
  birthMonth: ['birthDate'],
  birthYear: ['birthDate'],
  stateId: ['stateId', 'countryId'],
  postalCode: ['postalCode', 'countryId'],
};

export type ProfileForm = ReturnType<typeof useProfileForm>;

/** The state of the profile form: draft, validation, saving, and changes made elsewhere. */
export function useProfileForm(profile: FullProfile, countries: readonly Country[]) {
  const { affiliateId } = profile;
  const draftName = `profile:${affiliateId}`;
  const refetch = useRefetchProfile(affiliateId);
  const [edit, setEdit] = useState<ProfileEdit>(() => startEdit(profile, readDraft(draftName)));
  const [isRestored, setIsRestored] = useState(() => hasEdits(edit));
  const [savedAt, setSavedAt] = useState<Date | null>(null);
  const [rejected, setRejected] = useState<{ refusals: number; values: ProfileValues } | null>(null);
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
        // The saved values are already known, so an error of this refetch is ignored.
      } else if (outcomes.length > 0) refetch().catch(() => undefined);
      // The page's header shows the name as well.
      if (profile.profile.relation === 'self' && outcomes.some(isSavedName)) void refreshSession();
      if (hasFailed) form.refuse(failure as Parameters<typeof form.refuse>[0]);
    },
  });

  if (form.refusals !== (rejected?.refusals ?? 0)) setRejected({ refusals: form.refusals, values });
  const problems: Partial<Record<ProblemField, string>> = {};
  const current = check(values);
  for (const [field, problem] of Object.entries(form.problems) as [ProblemField, string][]) {
    const sources = problemDependencies[field] ?? [field as ProfileField];
    const isUntouched = sources.every((source) => rejected?.values[source] === values[source]);
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

/** Blocks saving until the conflict is decided; the conflict itself is shown at the field. */
function toConflictProblem(field: ProfileField): [ProblemField, string] {
  return [field === 'birthDate' ? 'birthDay' : field, undecidedConflictId];
}

/** Saves the draft on every change. A page without edits must not delete another tab's draft. */
function useProfileDraft(name: string, edit: ProfileEdit): void {
  const hasSavedDraft = useRef(false);
  useEffect(() => {
    if (hasEdits(edit)) saveDraft(name, { values: toDraftValues(edit), version: edit.versions.user });
    else if (hasSavedDraft.current) deleteDraft(name);
    hasSavedDraft.current = hasEdits(edit);
  }, [name, edit]);
}
