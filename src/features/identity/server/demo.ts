import type { Db } from '#platform/server/db/database.ts';
import { affiliateType } from '#domain/roles.ts';
import type { DemoRole, Gender } from '#features/identity/shared/contract.ts';
import { findAccount, insertAccountWithHash } from './accounts/accounts.ts';
import { hashPassword } from './accounts/passwords.ts';
import { markEmailVerified } from './accounts/queries.ts';

export interface DemoPerson {
  sub: string;
  email: string;
  role: DemoRole;
  givenName: string;
  familyName: string;
  birthdate: string | null;
  gender: Gender | null;
  affiliateTypeId: number;
}

export const demoPassword = 'Diver123';

/** Fixed data, because tests and screenshots have to repeat. The store has a company name and no birthdate. */
export const demoPeople: readonly DemoPerson[] = [
  person(1, 'diver', 'Maren', 'Lindqvist', '1987-05-21', 'Female', affiliateType.diver),
  person(2, 'student', 'Jonas', 'Weber', '1999-02-14', 'Male', affiliateType.diver),
  person(3, 'minor', 'Ida', 'Okafor', '2014-03-09', 'Female', affiliateType.diver),
  person(4, 'guardian', 'Adaeze', 'Okafor', '1982-08-30', 'Female', affiliateType.diver),
  person(5, 'instructor', 'Tomás', 'Reyes', '1979-11-03', 'Male', affiliateType.instructor),
  person(6, 'candidate', 'Leilani', 'Kahale', '1995-07-17', 'Non-binary', affiliateType.diver),
  person(7, 'store', 'Kelder Bay Diving', '', null, null, affiliateType.store),
  person(8, 'staff', 'Priya', 'Raman', '1990-01-26', 'Female', affiliateType.staff),
];

export async function seedDemoAccounts(db: Db): Promise<void> {
  const known = await Promise.all(demoPeople.map(({ sub }) => findAccount(db, sub)));
  const missing = demoPeople.filter((_person, index) => known[index] === null);
  if (missing.length === 0) return;
  const passwordHash = await hashPassword(demoPassword);
  for (const demoPerson of missing) {
    const created = await insertAccountWithHash(db, { ...demoPerson, locale: 'en-US' }, passwordHash);
    if (created !== null) await markEmailVerified(db, { sub: created.sub });
  }
}

function person(
  number: number,
  role: DemoRole,
  givenName: string,
  familyName: string,
  birthdate: string | null,
  gender: Gender | null,
  affiliateTypeId: number,
): DemoPerson {
  const sub = `d1be0000-0000-5000-8000-00000000000${number}`;
  return { sub, email: `${role}@demo.test`, role, givenName, familyName, birthdate, gender, affiliateTypeId };
}
