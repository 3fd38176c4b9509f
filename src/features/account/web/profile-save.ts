import { ApiError } from '../../../platform/web/client.ts';
import { sortFailure, type Failure } from '../../../platform/web/failure.ts';
import type { Gender } from '../../identity/shared/contract.ts';
import { isCompany, joinBirthdate } from '../shared/rules.ts';
import { profiles, user } from './client.ts';
import { editedGroups, shownValues, type ProfileEdit } from './profile-edit.ts';
import { groups, splitBirthdate, type FullProfile, type Group, type ProfileValues } from './profile-values.ts';

interface Saved {
  version: number;
  /** What the server made of what was typed, where that may differ. */
  stored: Partial<ProfileValues>;
}

export type Outcome = { group: Group } & (Saved | { error: ApiError });

/** Each changed part by its own call; one that fails stands in no other's way. */
export async function saveEdits(profile: FullProfile, edit: ProfileEdit): Promise<Outcome[]> {
  const values = shownValues(edit);
  const saves = editedGroups(edit).map(async (group): Promise<Outcome> => {
    try {
      return { group, ...(await save[group](profile, values, edit.versions[group])) };
    } catch (error) {
      if (error instanceof ApiError) return { group, error };
      throw error;
    }
  });
  return Promise.all(saves);
}

type Save = (profile: FullProfile, values: ProfileValues, version: number) => Promise<Saved>;

const save: Readonly<Record<Group, Save>> = {
  user: async ({ affiliateId, profile }, values, version) => {
    const answer = await user('PUT user/update/{email}', {
      params: { email: nameInPath(affiliateId, profile.email) },
      body: {
        affiliateId,
        firstName: values.firstName,
        middleName: values.middleName,
        lastName: values.lastName,
        birthDate: isCompany(profile.affiliateTypeId) ? null : joinBirthdate(splitBirthdate(values.birthDate)),
        gender: values.gender === '' ? null : (values.gender as Gender),
        version,
      },
    });
    return { version: answer.version, stored: {} };
  },
  address: async ({ affiliateId }, values, version) => {
    const { addressLine1, addressLine2, city, countryId, stateId, postalCode } = values;
    const answer = await profiles('POST profiles/{affiliateId}/MailingAddress', {
      params: { affiliateId },
      body: { addressLine1, addressLine2, city, countryId, stateId: stateId || null, postalCode, version },
    });
    const stored = Object.fromEntries(groups.address.map((field) => [field, answer[field] ?? '']));
    return { version: answer.version, stored };
  },
  phone: async ({ affiliateId, profile }, { phoneNumber }, version) => {
    const answer = await user('PUT user/update/phone/{email}', {
      params: { email: nameInPath(affiliateId, profile.email) },
      body: { affiliateId, phoneNumber, version },
    });
    return { version: answer.version, stored: { phoneNumber: answer.phoneNumber ?? '' } };
  },
};

/** A child may have no e-mail of its own; its number stands for it. */
function nameInPath(affiliateId: number, email: string | null): string {
  return email ?? String(affiliateId);
}

export function isStale(outcome: Outcome): boolean {
  return 'error' in outcome && outcome.error.code === 'account.stale';
}

export function isSavedName(outcome: Outcome): boolean {
  return outcome.group === 'user' && !('error' in outcome);
}

/** What all failed calls say, together: by field, and as a whole. */
export function gatherFailures(outcomes: readonly Outcome[], hasField: (name: string) => boolean): Failure {
  const failures = outcomes.flatMap((outcome) =>
    'error' in outcome && !isStale(outcome) ? [sortFailure(outcome.error, hasField)] : [],
  );
  const { birthDate, ...problems } = Object.assign({}, ...failures.map((failure) => failure.problems)) as Record<
    string,
    string
  >;
  return {
    // The server knows the birthdate as one; the page has it in three.
    problems: birthDate === undefined ? problems : { ...problems, birthYear: birthDate },
    formProblem: failures.find((failure) => failure.formProblem !== null)?.formProblem ?? null,
  };
}
