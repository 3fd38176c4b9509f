import { ApiError } from '#platform/web/client/client.ts';
import { toFormErrors, type FormErrors } from '#platform/web/client/api-errors.ts';
import type { Gender } from '#features/identity/shared/contract.ts';
import { isCompany, joinBirthdate } from '#features/account/shared/rules.ts';
import { profiles, user } from '#features/account/web/client.ts';
import { listEditedGroups, getCurrentValues, type ProfileEdit } from './profile-edit.ts';
import {
  fieldGroups,
  splitBirthdate,
  type FullProfile,
  type FieldGroup,
  type ProfileValues,
} from './profile-values.ts';

interface SavedGroup {
  version: number;
  /** The stored values, if they may differ from the typed ones. */
  stored: Partial<ProfileValues>;
}

export type SaveOutcome = { group: FieldGroup } & (SavedGroup | { error: ApiError });

/** Saves each changed group with its own request, so a failed one doesn't affect the others. */
export async function saveEdits(profile: FullProfile, edit: ProfileEdit): Promise<SaveOutcome[]> {
  const values = getCurrentValues(edit);
  const saves = listEditedGroups(edit).map(async (group): Promise<SaveOutcome> => {
    try {
      return { group, ...(await saveByGroup[group](profile, values, edit.versions[group])) };
    } catch (error) {
      if (error instanceof ApiError) return { group, error };
      throw error;
    }
  });
  return Promise.all(saves);
}

type SaveGroup = (profile: FullProfile, values: ProfileValues, version: number) => Promise<SavedGroup>;

const saveByGroup: Readonly<Record<FieldGroup, SaveGroup>> = {
  user: async ({ affiliateId, profile }, values, version) => {
    const answer = await user('PUT user/update/{email}', {
      params: { email: getUserIdentifier(affiliateId, profile.email) },
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
    const stored = Object.fromEntries(fieldGroups.address.map((field) => [field, answer[field] ?? '']));
    return { version: answer.version, stored };
  },
  phone: async ({ affiliateId, profile }, { phoneNumber }, version) => {
    const answer = await user('PUT user/update/phone/{email}', {
      params: { email: getUserIdentifier(affiliateId, profile.email) },
      body: { affiliateId, phoneNumber, version },
    });
    return { version: answer.version, stored: { phoneNumber: answer.phoneNumber ?? '' } };
  },
};

/** A child without an email address is identified by affiliate id. */
function getUserIdentifier(affiliateId: number, email: string | null): string {
  return email ?? String(affiliateId);
}

export function isStale(outcome: SaveOutcome): boolean {
  return 'error' in outcome && outcome.error.code === 'account.stale';
}

export function isSavedName(outcome: SaveOutcome): boolean {
  return outcome.group === 'user' && !('error' in outcome);
}

/** Combines the errors of all failed requests, by field and for the form. */
export function collectFailures(outcomes: readonly SaveOutcome[], hasField: (name: string) => boolean): FormErrors {
  const failures = outcomes.flatMap((outcome) =>
    'error' in outcome && !isStale(outcome) ? [toFormErrors(outcome.error, hasField)] : [],
  );
  const { birthDate, ...problems } = Object.assign({}, ...failures.map((failure) => failure.problems)) as Record<
    string,
    string
  >;
  return {
    // The server has one birthdate field; the page has three.
    problems: birthDate === undefined ? problems : { ...problems, birthYear: birthDate },
    formProblem: failures.find((failure) => failure.formProblem !== null)?.formProblem ?? null,
  };
}
