import { useEffect, useRef, useState } from 'react';
import { dropDraft, keepDraft, readDraft } from '../../../platform/web/draft.ts';
import { useForm } from '../../../platform/web/form.ts';
import { findTextProblems } from '../../../platform/shared/text-rules.ts';
import { refreshSession } from '../../../platform/web/session.ts';
import type { Country } from '../shared/profile-contract.ts';
import { addressTexts, nameTexts } from '../shared/rules.ts';
import {
  draftValues,
  dropEdits,
  hasEdits,
  shownValues,
  startEdit,
  takeIn,
  takeSaved,
  typeInto,
  type ProfileEdit,
} from './profile-edit.ts';
import { gatherFailures, isSavedName, isStale, saveEdits } from './profile-save.ts';
import {
  findProblems,
  typeBirthdate,
  type FullProfile,
  type ProblemField,
  type ProfileField,
  type ProfileValues,
} from './profile-values.ts';
import { useRefetchProfile } from './queries.ts';

/** What a field's problem hangs on besides the field itself: once one of them changes, the field is looked at anew. */
const hangsOn: Partial<Record<ProblemField, readonly ProfileField[]>> = {
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
    setEdit(takeIn(edit, profile));
  }
  useDraft(draftName, edit);

  const values = shownValues(edit);
  const check = (checked: ProfileValues) =>
    findProblems(checked, {
      affiliateTypeId: profile.profile.affiliateTypeId,
      rules: countries.find(({ id }) => id === checked.countryId) ?? null,
    });
  const form = useForm<ProblemField>({
    check: () => ({
      ...findTextProblems(values, edit.base, { ...nameTexts, ...addressTexts }),
      ...check(values),
      ...Object.fromEntries(edit.conflicts.map(conflictProblem)),
    }),
    send: async () => {
      const outcomes = await saveEdits(profile, edit);
      setEdit((current) =>
        outcomes.reduce(
          (next, outcome) =>
            'error' in outcome ? next : takeSaved(next, outcome.group, values, outcome.stored, outcome.version),
          current,
        ),
      );
      const failure = gatherFailures(outcomes, (name) => name in values);
      const hasFailed = outcomes.some((outcome) => 'error' in outcome);
      if (!hasFailed && outcomes.length > 0) {
        setSavedAt(timeNow());
        setIsRestored(false);
      }
      if (outcomes.some(isStale)) {
        const now = await refetch();
        setEdit((current) => takeIn(current, now));
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
    const sources = hangsOn[field] ?? [field as ProfileField];
    const isUntouched = sources.every((source) => refused?.values[source] === values[source]);
    const shown = isUntouched && problem !== undecided ? problem : current[field];
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
    type: (field: ProfileField, value: string) => setEdit((now) => typeInto(now, field, value)),
    typeBirthdate: (part: 'day' | 'month' | 'year', value: string) =>
      setEdit((now) => typeInto(now, 'birthDate', typeBirthdate(shownValues(now).birthDate, part, value))),
    discard: () => {
      setEdit(dropEdits);
      setIsRestored(false);
    },
  };
}

const timeNow = () => new Date();
const undecided = 'account.conflict.choose';

/** Stands in the way of a save until it is decided; the conflict itself is shown at the field all the while. */
function conflictProblem(field: ProfileField): [ProblemField, string] {
  return [field === 'birthDate' ? 'birthDay' : field, undecided];
}

/** Kept on every change. A page without edits of its own leaves alone what another tab keeps. */
function useDraft(name: string, edit: ProfileEdit): void {
  const isKeeping = useRef(false);
  useEffect(() => {
    if (hasEdits(edit)) keepDraft(name, { values: draftValues(edit), version: edit.versions.user });
    else if (isKeeping.current) dropDraft(name);
    isKeeping.current = hasEdits(edit);
  }, [name, edit]);
}
