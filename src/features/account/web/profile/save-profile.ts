import type { MessageId } from '#platform/shared/message-id.ts';
import { toFormErrors, type FormErrors } from '#platform/web/client/api-errors.ts';
import type { Gender } from '#features/identity/shared/contract.ts';
import { isCompany, joinBirthdate } from '#features/account/shared/rules.ts';
import { profileClient, userClient } from '#features/account/web/client.ts';
import { isStaleError, type SaveGroup, type SaveOutcome } from './profile-draft.ts';
import { fieldGroups, splitBirthdate, type FieldGroup } from './profile-values.ts';

export const saveByGroup: Readonly<Record<FieldGroup, SaveGroup>> = {
  user: async ({ affiliateId, profile }, values, version) => {
    const answer = await userClient('PUT user/update/{email}', {
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
    const answer = await profileClient('POST profiles/{affiliateId}/MailingAddress', {
      params: { affiliateId },
      body: { addressLine1, addressLine2, city, countryId, stateId: stateId || null, postalCode, version },
    });
    const stored = Object.fromEntries(fieldGroups.address.map((field) => [field, answer[field] ?? '']));
    return { version: answer.version, stored };
  },
  phone: async ({ affiliateId, profile }, { phoneNumber }, version) => {
    const answer = await userClient('PUT user/update/phone/{email}', {
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

export const isSavedName = ({ group, error }: SaveOutcome) => group === 'user' && error === null;

/** Combines the errors of all failed requests, by field and for the form. */
export function collectFailures(outcomes: readonly SaveOutcome[], hasField: (name: string) => boolean): FormErrors {
  const failures = outcomes.flatMap(({ error }) =>
    error === null || isStaleError(error) ? [] : [toFormErrors(error, hasField)],
  );
  const { birthDate, ...problems } = Object.assign({}, ...failures.map((failure) => failure.problems)) as Record<
    string,
    MessageId
  >;
  return {
    // The server has one birthdate field; the page has three.
    problems: birthDate === undefined ? problems : { ...problems, birthYear: birthDate },
    formProblem: failures.find((failure) => failure.formProblem !== null)?.formProblem ?? null,
  };
}
