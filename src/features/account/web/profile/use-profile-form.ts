import { useEffect, useState, useSyncExternalStore } from 'react';
import type { MessageId } from '#platform/shared/message-id.ts';
import { createDraftStorage } from '#platform/web/sync/draft-storage.ts';
import { records } from '#platform/web/sync/records.ts';
import { useForm } from '#platform/web/hooks/use-form.ts';
import { findTextProblems } from '#platform/shared/text-rules.ts';
import { refreshSession } from '#platform/web/session/session.ts';
import type { Country } from '#features/account/shared/profile-contract.ts';
import { addressTextKinds, nameTextKinds } from '#features/account/shared/rules.ts';
import { createProfileDraft, isStaleError, type DraftValues } from './profile-draft.ts';
import { collectFailures, isSavedName, saveByGroup } from './save-profile.ts';
import {
  findProfileProblems,
  groupOf,
  listEditedGroups,
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
  const refetch = useRefetchProfile(affiliateId);
  const draft = useProfileDraft(profile, refetch);
  const { base, values, edited, conflicts } = useSyncExternalStore(draft.subscribe, draft.get);
  const hasEdits = edited.length > 0;
  const [isRestored, setIsRestored] = useState(hasEdits);
  const [savedAt, setSavedAt] = useState<Date | null>(null);
  const [rejected, setRejected] = useState<{ failureCount: number; values: ProfileValues } | null>(null);

  const check = (checked: ProfileValues) =>
    findProfileProblems(checked, {
      edited,
      affiliateTypeId: profile.profile.affiliateTypeId,
      rules: countries.find(({ id }) => id === checked.countryId) ?? null,
    });
  const form = useForm<ProblemField>({
    check: () => ({
      ...findTextProblems(values, base, { ...nameTextKinds, ...addressTextKinds }),
      ...check(values),
      ...Object.fromEntries(conflicts.map(toConflictProblem)),
    }),
    send: async () => {
      const outcomes = await draft.save();
      const failure = collectFailures(outcomes, (name) => name in values);
      const hasFailed = outcomes.some(({ error }) => error !== null);
      if (!hasFailed && outcomes.length > 0) {
        setSavedAt(getCurrentTime());
        setIsRestored(false);
      }
      if (outcomes.some(({ error }) => error !== null && isStaleError(error)))
        failure.formProblem ??= 'account.profile.stale';
      // The saved values are already known, so an error of this refetch is ignored.
      else if (outcomes.length > 0) refetch().catch(() => undefined);
      // The page's header shows the name as well.
      if (profile.profile.relation === 'self' && outcomes.some(isSavedName)) void refreshSession();
      if (hasFailed) form.showErrors(failure as Parameters<typeof form.showErrors>[0]);
    },
  });

  if (form.failureCount !== (rejected?.failureCount ?? 0)) setRejected({ failureCount: form.failureCount, values });
  const problems: Partial<Record<ProblemField, MessageId>> = {};
  const current = check(values);
  const editedGroups = listEditedGroups(edited);
  for (const [field, problem] of Object.entries(form.problems) as [ProblemField, MessageId][]) {
    const sources = problemDependencies[field] ?? [field as ProfileField];
    // A missing city no longer matters once the address is unedited again.
    if (!editedGroups.includes(groupOf(sources[0] as ProfileField))) continue;
    const isUntouched = sources.every((source) => rejected?.values[source] === values[source]);
    const shown = isUntouched && problem !== undecidedConflictId ? problem : current[field];
    if (shown !== undefined) problems[field] = shown;
  }

  return {
    ...form,
    base,
    values,
    conflicts,
    hasEdits,
    problems,
    isRestored: isRestored && hasEdits,
    savedAt,
    type: draft.type,
    typeBirthdate: (part: 'day' | 'month' | 'year', value: string) =>
      draft.type('birthDate', setBirthdatePart(draft.get().values.birthDate, part, value)),
    keepLocalValue: draft.keepLocalValue,
    acceptServerValue: draft.acceptServerValue,
    discard: () => {
      draft.discard();
      setIsRestored(false);
    },
  };
}

const getCurrentTime = () => new Date();
const undecidedConflictId = 'account.conflict.choose';

/** Blocks saving until the conflict is decided; the conflict itself is shown at the field. */
function toConflictProblem(field: ProfileField): [ProblemField, MessageId] {
  return [field === 'birthDate' ? 'birthDay' : field, undecidedConflictId];
}

/** Holds the draft while the page is open. Unlike other drafts, it isn't saved on leaving or signing out. */
function useProfileDraft(profile: FullProfile, fetch: () => Promise<FullProfile>) {
  const [draft] = useState(() => {
    const name = `profile:${profile.affiliateId}`;
    const storage = createDraftStorage<DraftValues>(records, name);
    return createProfileDraft({ profile, storage, save: saveByGroup, fetch, browser: window });
  });
  useEffect(() => {
    draft.start();
    return () => draft.end();
  }, [draft]);
  useEffect(() => draft.merge(profile), [draft, profile]);
  return draft;
}
