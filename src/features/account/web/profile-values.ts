import type { Profile } from '../shared/profile-contract.ts';
import {
  addressProblems,
  birthdateProblems,
  dayOf,
  isCompany,
  nameProblems,
  type AddressRules,
  type BirthdateParts,
} from '../shared/rules.ts';

/** The three calls that save the page, each with the fields it carries. */
export const groups = {
  user: ['firstName', 'middleName', 'lastName', 'birthDate', 'gender'],
  address: ['countryId', 'addressLine1', 'addressLine2', 'city', 'stateId', 'postalCode'],
  phone: ['phoneNumber'],
} as const;
export type Group = keyof typeof groups;
export const groupNames = Object.keys(groups) as readonly Group[];
export type ProfileField = (typeof groups)[Group][number];
/** As they are typed: an empty one is ''. A birthdate is its three parts, 2014-3-9, however little of them there is. */
export type ProfileValues = Readonly<Record<ProfileField, string>>;
export type Details = NonNullable<Profile['profile']>;

/** What the page edits: the profile with all that belongs to it. */
export type FullProfile = Profile & { profile: Details };

export function valuesOf({ dob, gender, mailingAddress, profile }: FullProfile): ProfileValues {
  return {
    firstName: profile.firstName,
    middleName: profile.middleName,
    lastName: profile.lastName,
    birthDate: (dob ?? '--').split('-').map(withoutZeros).join('-'),
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

export function versionsOf({ profile }: FullProfile): Readonly<Record<Group, number>> {
  return { user: profile.version, address: profile.addressVersion, phone: profile.phoneVersion };
}

export function splitBirthdate(typed: string): BirthdateParts {
  const [year = '', month = '', day = ''] = typed.split('-');
  return { year, month, day };
}

export function typeBirthdate(typed: string, part: keyof BirthdateParts, value: string): string {
  // The dash is what keeps the parts apart.
  const parts: BirthdateParts = { ...splitBirthdate(typed), [part]: value.replaceAll('-', '') };
  return [parts.year, parts.month, parts.day].join('-');
}

function withoutZeros(part: string): string {
  return part.trim().replace(/^0+(?=\d)/, '');
}

/** Whether two of them mean the same, however they were typed. */
export function isSame(field: ProfileField, one: string, other: string): boolean {
  if (field === 'birthDate') return canonical(one) === canonical(other);
  return one.trim() === other.trim();
}

function canonical(birthdate: string): string {
  return birthdate.split('-').map(withoutZeros).join('-');
}

/** Where the page says what is wrong: the parts of the birthdate each on their own. */
export type ProblemField = Exclude<ProfileField, 'birthDate'> | 'birthDay' | 'birthMonth' | 'birthYear';

interface Asked {
  affiliateTypeId: number;
  rules: AddressRules | null;
}

export function findProblems(
  values: ProfileValues,
  { affiliateTypeId, rules }: Asked,
  today = dayOf(new Date()),
): Partial<Record<ProblemField, string>> {
  const parts = splitBirthdate(values.birthDate);
  return {
    ...nameProblems(values, affiliateTypeId),
    ...(isCompany(affiliateTypeId) ? {} : birthdateProblems(parts, today)),
    ...addressProblems({ ...values, stateId: values.stateId || null }, rules),
  };
}
