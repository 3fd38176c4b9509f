import { affiliateType } from '#domain/roles.ts';
import type { MessageId } from '#platform/shared/message-id.ts';
import { toIsoDate } from '#platform/shared/dates.ts';

const nameMaxLength = 100;
const earliestYear = 1900;

/** The upload limit; photos are stored as JPEG. */
export const photoMaxBytes = 4.5 * 1024 * 1024;
export const photoTypes = ['image/jpeg', 'image/png'] as const;
/** The side of a card's photo: sharp in print, and usable in a document without scaling. */
export const photoSizePx = 480;
/** The smallest side of a picture and of its crop. */
export const photoMinSizePx = 100;

/** The upload limit of a document that shows a birthdate. */
export const documentMaxBytes = 10 * 1024 * 1024;

/** How long a deletion can be canceled. */
export const deletionDays = 14;
/** How long an export can be downloaded. */
export const exportDays = 7;

export interface BirthdateParts {
  day: string;
  month: string;
  year: string;
}

type BirthdateField = 'birthDay' | 'birthMonth' | 'birthYear';

/** Message ids by field: missing parts first, then an invalid date. */
export function findBirthdateProblems(
  parts: BirthdateParts,
  today: string,
): Partial<Record<BirthdateField, MessageId>> {
  const missing: Partial<Record<BirthdateField, MessageId>> = {
    ...(parts.day.trim() === '' && { birthDay: 'account.birthdate.day.missing' }),
    ...(parts.month.trim() === '' && { birthMonth: 'account.birthdate.month.missing' }),
    ...(parts.year.trim() === '' && { birthYear: 'account.birthdate.year.missing' }),
  };
  if (Object.keys(missing).length > 0) return missing;
  const birthdate = joinBirthdate(parts);
  if (birthdate === null) return { birthDay: 'account.birthdate.invalid' };
  const problem = findBirthdateProblem(birthdate, today);
  return problem === null ? {} : { birthYear: problem };
}

/** Returns the ISO date, or null if the date doesn't exist. */
export function joinBirthdate({ day, month, year }: BirthdateParts): string | null {
  const numbers = [year, month, day].map((part) => part.trim());
  if (!numbers.every((part) => /^\d{1,4}$/.test(part)) || numbers[0]?.length !== 4) return null;
  const iso = numbers.map((part, index) => part.padStart(index === 0 ? 4 : 2, '0')).join('-');
  return isCalendarDay(iso) ? iso : null;
}

function isCalendarDay(iso: string): boolean {
  const date = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && toIsoDate(date) === iso;
}

export function findBirthdateProblem(birthdate: string, today: string): MessageId | null {
  if (!isCalendarDay(birthdate)) return 'account.birthdate.invalid';
  if (birthdate > today) return 'account.birthdate.future';
  return Number(birthdate.slice(0, 4)) < earliestYear ? 'account.birthdate.too_old' : null;
}

export interface NameValues {
  firstName: string;
  middleName: string;
  lastName: string;
}

/** A store has one name and no birthdate. */
export function isCompany(affiliateTypeId: number): boolean {
  return affiliateTypeId === affiliateType.store;
}

export function findNameProblems(
  values: NameValues,
  affiliateTypeId: number,
): Partial<Record<keyof NameValues, MessageId>> {
  const problems: Partial<Record<keyof NameValues, MessageId>> = {};
  for (const field of ['firstName', 'middleName', 'lastName'] as const)
    if (values[field].trim().length > nameMaxLength) problems[field] = 'account.name.too_long';
  if (values.firstName.trim() === '') problems.firstName = 'account.first_name.missing';
  if (values.lastName.trim() === '' && !isCompany(affiliateTypeId)) problems.lastName = 'account.last_name.missing';
  return problems;
}

/** The text rules of an address, wherever one is edited. */
export const addressTextKinds = {
  addressLine1: 'short',
  addressLine2: 'short',
  city: 'short',
  postalCode: 'short',
} as const;
export const nameTextKinds = { firstName: 'name', middleName: 'name', lastName: 'name' } as const;

export interface AddressValues {
  addressLine1: string;
  addressLine2: string;
  city: string;
  postalCode: string;
  stateId: string | null;
  countryId: string;
}

/** A country's address requirements, from the list of countries. */
export interface AddressRules {
  postalCodeRequired: boolean;
  stateRequired: boolean;
}

/** Finds missing fields. Only the server checks whether state and postal code match the country. */
export function findAddressProblems(
  values: AddressValues,
  rules: AddressRules | null,
): Partial<Record<keyof AddressValues, MessageId>> {
  const problems: Partial<Record<keyof AddressValues, MessageId>> = {};
  for (const field of ['addressLine1', 'addressLine2', 'city'] as const)
    if (values[field].trim().length > nameMaxLength) problems[field] = 'account.name.too_long';
  if (values.countryId === '') problems.countryId = 'account.country.missing';
  if (values.addressLine1.trim() === '') problems.addressLine1 = 'account.address.missing';
  if (values.city.trim() === '') problems.city = 'account.city.missing';
  if (rules?.postalCodeRequired && values.postalCode.trim() === '') problems.postalCode = 'account.postal_code.missing';
  if (rules?.stateRequired && !values.stateId) problems.stateId = 'account.state.missing';
  return problems;
}
