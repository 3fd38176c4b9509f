import type { Context } from '#platform/server/http/context.ts';
import { canSeeContact } from '#features/applications/shared/policy.ts';
import { decryptAddress } from '#features/account/server/public.ts';
import { ageOn } from '#domain/age.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import type { Application } from '#features/applications/shared/application.ts';
import type { ApplicationAccess } from '#features/applications/server/find-application.ts';
import { type PersonRow, listPeople } from './queries.ts';

export interface Expand {
  applicant: boolean;
  instructor: boolean;
  store: boolean;
}

export const expandAll: Expand = { applicant: true, instructor: true, store: true };

type People = Pick<Application, 'applicant' | 'instructor' | 'store'>;

export async function loadPeople(ctx: Context, { row, role }: ApplicationAccess, expand: Expand): Promise<People> {
  const { affiliateId, instructorId, storeId } = row;
  const affiliateIds = [affiliateId, instructorId, storeId].filter((id) => id !== null);
  const people = await listPeople(ctx.db, { affiliateIds });
  const find = (id: number | null) => people.find((person) => person.affiliateId === id);
  const applicant = find(affiliateId);
  if (applicant === undefined) throw new Error(`no applicant with affiliate id ${affiliateId}`);
  return {
    applicant: expand.applicant
      ? describeApplicant(ctx, applicant, role)
      : { affiliateId, name: null, email: null, birthdate: null, age: null, city: null, country: null, hasPhoto: null },
    instructor: describeInstructor(find(instructorId), expand.instructor),
    store: describeStore(find(storeId), expand.store),
  };
}

function describeApplicant(
  { services, now }: Context,
  { affiliateId, name, email, birthdate, hasPhoto, encryptedAddress }: PersonRow,
  role: ApplicationAccess['role'],
): People['applicant'] {
  const home =
    canSeeContact(role) && encryptedAddress !== null
      ? decryptAddress(services.env.SECRET_KEYS, affiliateId, encryptedAddress)
      : null;
  return {
    affiliateId,
    name,
    email: canSeeContact(role) ? email : null,
    birthdate,
    age: birthdate === null ? null : ageOn(birthdate, toIsoDate(now)),
    city: home?.city ?? null,
    country: home?.countryId ?? null,
    hasPhoto,
  };
}

function describeInstructor(person: PersonRow | undefined, isExpanded: boolean): People['instructor'] {
  if (person === undefined) return null;
  const { affiliateId, memberNumber, name, city, country, memberStatus } = person;
  if (!isExpanded) return { affiliateId, memberNumber, name: null, city: null, country: null, memberStatus: null };
  return { affiliateId, memberNumber, name, city, country, memberStatus };
}

function describeStore(person: PersonRow | undefined, isExpanded: boolean): People['store'] {
  if (person === undefined) return null;
  const { affiliateId, storeNumber, name, city, country } = person;
  if (!isExpanded) return { affiliateId, storeNumber, name: null, city: null, country: null };
  return { affiliateId, storeNumber, name, city, country };
}
