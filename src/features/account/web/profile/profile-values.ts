import type { MessageId } from '#platform/shared/message-id.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import type { Profile } from '#features/account/shared/profile-contract.ts';
import {
  findAddressProblems,
  findBirthdateProblems,
  isCompany,
  findNameProblems,
  type AddressRules,
  type BirthdateParts,
} from '#features/account/shared/rules.ts';

/** The three endpoints that save the page, each with its fields. */
export const fieldGroups = {
  user: ['firstName', 'middleName', 'lastName', 'birthDate', 'gender'],
  address: ['countryId', 'addressLine1', 'addressLine2', 'city', 'stateId', 'postalCode'],
  phone: ['phoneNumber'],
} as const;
export type FieldGroup = keyof typeof fieldGroups;
export const fieldGroupNames = Object.keys(fieldGroups) as readonly FieldGroup[];
export type ProfileField = (typeof fieldGroups)[FieldGroup][number];
/** Values as typed, '' if empty. A birthdate is its three parts, 2014-3-9, each possibly empty. */
export type ProfileValues = Readonly<Record<ProfileField, string>>;
export type ProfileDetails = NonNullable<Profile['profile']>;

/** The profile with the details that the page edits. */
export type FullProfile = Profile & { profile: ProfileDetails };

export function toProfileValues({ dob, gender, mailingAddress, profile }: FullProfile): ProfileValues {
  return {
    firstName: profile.firstName,
    middleName: profile.middleName,
    lastName: profile.lastName,
    birthDate: (dob ?? '--').split('-').map(stripLeadingZeros).join('-'),
    gender: gender ?? '',
    countryId: mailingAddress?.countryId ?? '',
    addressLine1: mailingAddress?.addressLine1 ?? '',
    addressLine2: mailingAddress?.addressLine2 ?? '',
    city: mailingAddress?.city ?? '',
    stateId: mailingAddress?.stateId ?? '',
    postalCode: mailingAddress?.postalCode ?? '',
    phoneNumber: profile.phoneNumber ?? '',
  };
}

export function toGroupVersions({ profile }: FullProfile): Readonly<Record<FieldGroup, number>> {
  return { user: profile.version, address: profile.addressVersion, phone: profile.phoneVersion };
}

export function splitBirthdate(typed: string): BirthdateParts {
  const [year = '', month = '', day = ''] = typed.split('-');
  return { year, month, day };
}

export function setBirthdatePart(typed: string, part: keyof BirthdateParts, value: string): string {
  // The dash separates the parts.
  const parts: BirthdateParts = { ...splitBirthdate(typed), [part]: value.replaceAll('-', '') };
  return [parts.year, parts.month, parts.day].join('-');
}

function stripLeadingZeros(part: string): string {
  return part.trim().replace(/^0+(?=\d)/, '');
}

/** Compares values regardless of spaces and leading zeros. */
export function isSameValue(field: ProfileField, value: string, other: string): boolean {
  if (field === 'birthDate') return normalizeBirthdate(value) === normalizeBirthdate(other);
  return value.trim() === other.trim();
}

function normalizeBirthdate(birthdate: string): string {
  return birthdate.split('-').map(stripLeadingZeros).join('-');
}

/** Fields that show problems: each part of the birthdate has its own. */
export type ProblemField = Exclude<ProfileField, 'birthDate'> | 'birthDay' | 'birthMonth' | 'birthYear';

export function isInGroup(field: string, group: FieldGroup): boolean {
  return (fieldGroups[group] as readonly string[]).includes(field);
}

export function groupOf(field: ProfileField): FieldGroup {
  return fieldGroupNames.find((group) => isInGroup(field, group)) as FieldGroup;
}

export function listEditedGroups(edited: readonly ProfileField[]): readonly FieldGroup[] {
  return fieldGroupNames.filter((group) => edited.some((field) => isInGroup(field, group)));
}

interface ValidationContext {
  edited: readonly ProfileField[];
  affiliateTypeId: number;
  rules: AddressRules | null;
}

/** Checks only the groups that are saved, so a new phone number doesn't require an address. */
export function findProfileProblems(
  values: ProfileValues,
  { edited, affiliateTypeId, rules }: ValidationContext,
  today = toIsoDate(new Date()),
): Partial<Record<ProblemField, MessageId>> {
  const groups = listEditedGroups(edited);
  const hasBirthdate = !isCompany(affiliateTypeId);
  return {
    ...(groups.includes('user') && findNameProblems(values, affiliateTypeId)),
    ...(groups.includes('user') && hasBirthdate && findBirthdateProblems(splitBirthdate(values.birthDate), today)),
    ...(groups.includes('address') && findAddressProblems({ ...values, stateId: values.stateId || null }, rules)),
  };
}
