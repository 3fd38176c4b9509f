import { affiliateType } from '#domain/roles.ts';
import { normalizeForSearch } from '#platform/shared/search-text.ts';
import type { Gender } from '#features/identity/shared/contract.ts';
import { demoPeople } from '#features/identity/server/public.ts';
import { applicantLines } from './applicants.ts';
import { diverLines, type Journey } from './divers.ts';
import { blueLagoon, costaClara, type DemoStore, hatomaBlue, kelderBay, marsaNur, palmetto } from './places.ts';
import { createRandom } from './random.ts';
import type { Timeline } from './timeline.ts';

/** Fixed ids, for reproducible tests and screenshots. */
export const ids = {
  diver: 400_001,
  student: 400_002,
  minor: 400_003,
  guardian: 400_004,
  instructor: 400_005,
  candidate: 400_006,
  store: 400_007,
  staff: 400_008,
  guestWithForms: 400_011,
  guestAfterDive: 400_012,
  firstApplicant: 400_020,
  readyStudent: 400_050,
  youngStudent: 400_051,
  halfwayStudent: 400_052,
  firstDiver: 400_100,
  firstNewApplicant: 400_200,
} as const;

export interface Professional {
  affiliateId: number;
  memberNumber: number;
  name: string;
  store: DemoStore;
}

/** A professional in the order given, family, affiliate id, member number, store, gender, age. */
type ProfessionalLine = [string, string, number, number, DemoStore, 'Female' | 'Male', number];

const tomasLine: ProfessionalLine = ['Tomás', 'Reyes', ids.instructor, 100_001, kelderBay, 'Male', 47];
const instructorLines: readonly ProfessionalLine[] = [
  ['Aino', 'Salmi', 400_040, 100_090, kelderBay, 'Female', 58],
  ['Kwame', 'Mensah', 400_041, 100_091, palmetto, 'Male', 39],
  ['Ibrahim', 'Naseem', 400_043, 100_093, blueLagoon, 'Male', 36],
  ['Yui', 'Nakamura', 400_044, 100_094, hatomaBlue, 'Female', 42],
  ['Nour', 'El-Masry', 400_046, 100_096, marsaNur, 'Female', 34],
  ['Lucía', 'Ferrer', 400_048, 100_098, costaClara, 'Female', 45],
];
/** With a new divemaster of Kelder Bay Diving, these are twelve professionals. */
const divemasterLines: readonly ProfessionalLine[] = [
  ['Renata', 'Oliveira', 400_042, 100_092, palmetto, 'Female', 31],
  ['Haruto', 'Ono', 400_045, 100_095, hatomaBlue, 'Male', 28],
  ['Matteo', 'Ricci', 400_047, 100_097, marsaNur, 'Male', 33],
  ['Pau', 'Soler', 400_049, 100_099, costaClara, 'Male', 32],
];

function toProfessional([given, family, affiliateId, memberNumber, store]: ProfessionalLine): Professional {
  return { affiliateId, memberNumber, name: `${given} ${family}`, store };
}

export const tomas = toProfessional(tomasLine);
export const instructors: readonly Professional[] = [tomasLine, ...instructorLines].map(toProfessional);
export const divemasters: readonly Professional[] = divemasterLines.map(toProfessional);

export function findInstructorOf(store: DemoStore): Professional {
  return instructors.find((instructor) => instructor.store === store) ?? tomas;
}

/** Everyone except the stores. */
export interface Person {
  affiliateId: number;
  givenName: string;
  familyName: string;
  birthdate: string | null;
  gender: Gender | null;
  city: string;
  country: string;
  affiliateTypeId: number;
  email: string | null;
  memberNumber: number | null;
  /** The store where they dive or work. */
  store: DemoStore;
  guardianId: number | null;
  journey: Journey | null;
  /** Whether they belong to the story of the eight accounts. */
  isNear: boolean;
}

export function formatPersonName({ givenName, familyName }: Pick<Person, 'givenName' | 'familyName'>): string {
  return `${givenName} ${familyName}`.trim();
}

export function findPersonByName({ people }: { people: readonly Person[] }, name: string): Person {
  const person = people.find((one) => formatPersonName(one) === name);
  if (person === undefined) throw new Error(`the demo has no person named ${name}`);
  return person;
}

/** All people on a day. Only the accounts have fixed birthdates. */
export function listPeople(timeline: Timeline): Person[] {
  return [
    ...listNearPeople(timeline),
    ...listProfessionals(timeline),
    ...listDivers(timeline),
    ...listApplicants(timeline),
  ];
}

const plain = {
  gender: null,
  affiliateTypeId: affiliateType.diver,
  email: null,
  memberNumber: null,
  guardianId: null,
  journey: null,
  store: kelderBay,
  isNear: true,
} as const;

const homeByEmail: Readonly<Record<string, [city: string, country: string]>> = {
  'diver@demo.test': ['Gothenburg', 'SE'],
  'student@demo.test': ['Hamburg', 'DE'],
  'minor@demo.test': ['Kelder Bay', 'GB'],
  'guardian@demo.test': ['Kelder Bay', 'GB'],
  'instructor@demo.test': ['Kelder Bay', 'GB'],
  'candidate@demo.test': ['Hilo', 'US'],
  'staff@demo.test': ['Lisbon', 'PT'],
};

function listNearPeople(timeline: Timeline): Person[] {
  const accounts = demoPeople.flatMap(({ email, givenName, familyName, birthdate, gender, affiliateTypeId }, index) => {
    const [city, country] = homeByEmail[email] ?? [];
    if (city === undefined || country === undefined) return [];
    const affiliateId = ids.diver + index;
    const person = {
      ...plain,
      affiliateId,
      givenName,
      familyName,
      birthdate,
      gender,
      affiliateTypeId,
      email,
      city,
      country,
    };
    const more = {
      ...(affiliateId === ids.minor && { guardianId: ids.guardian }),
      ...(affiliateId === ids.instructor && { memberNumber: tomas.memberNumber }),
    };
    return [{ ...person, ...more } satisfies Person];
  });
  const other = (
    affiliateId: number,
    givenName: string,
    familyName: string,
    birthdate: string,
    gender: Person['gender'],
  ) => ({
    ...plain,
    affiliateId,
    givenName,
    familyName,
    birthdate,
    gender,
    city: '',
    country: '',
  });
  return [
    ...accounts,
    other(ids.guestWithForms, 'Noor', 'Haddad', timeline.born(25, 153), 'Female'),
    other(ids.guestAfterDive, 'Mateo', 'Ruiz', timeline.born(33, 47), 'Male'),
    other(ids.readyStudent, 'Keiko', 'Arai', timeline.born(35, 220), 'Female'),
    other(ids.youngStudent, 'Samuel', 'Osei', timeline.born(15, 74), 'Male'),
    other(ids.halfwayStudent, 'Clara', 'Novak', timeline.born(40, 323), 'Female'),
  ];
}

function listProfessionals(timeline: Timeline): Person[] {
  const toPerson = (affiliateTypeId: number, isNear: boolean) => (line: ProfessionalLine, index: number) => {
    const [givenName, familyName, affiliateId, memberNumber, store, gender, age] = line;
    const birthdate = timeline.born(age, 40 + index * 47);
    const { city, country } = store;
    const person = { ...plain, affiliateId, givenName, familyName, birthdate, gender, affiliateTypeId, memberNumber };
    return { ...person, store, city, country, isNear };
  };
  return [
    ...instructorLines.slice(0, 2).map(toPerson(affiliateType.instructor, true)),
    ...instructorLines.slice(2).map(toPerson(affiliateType.instructor, false)),
    ...divemasterLines.map(toPerson(affiliateType.divemaster, false)),
  ];
}

function listDivers(timeline: Timeline): Person[] {
  const people = diverLines.map(({ given, family, gender, age, city, country, journey, store }, index): Person => ({
    ...plain,
    affiliateId: ids.firstDiver + index,
    givenName: given,
    familyName: family,
    birthdate: timeline.born(age, createRandom(`birthday ${index}`).int(20, 340)),
    gender,
    city,
    country,
    email: toEmail(given, family),
    journey,
    store,
    isNear: false,
  }));
  return people.map((person, index) => {
    const parent = diverLines[index]?.parent ?? null;
    const isParent = ({ givenName, familyName }: Person) => givenName === parent && familyName === person.familyName;
    return parent === null
      ? person
      : { ...person, email: null, guardianId: people.find(isParent)?.affiliateId ?? null };
  });
}

function listApplicants(timeline: Timeline): Person[] {
  return applicantLines.map((line): Person => {
    const { affiliateId, givenName, familyName, age, city, country, store, memberNumber, isNear } = line;
    return {
      ...plain,
      affiliateId,
      givenName,
      familyName,
      birthdate: timeline.born(age, createRandom(`birthday ${affiliateId}`).int(20, 340)),
      city,
      country,
      email: toEmail(givenName, familyName),
      store,
      memberNumber,
      affiliateTypeId: memberNumber === null ? affiliateType.diver : affiliateType.divemaster,
      isNear,
    };
  });
}

function toEmail(given: string, family: string): string {
  return `${normalizeForSearch(`${given}.${family}`).replaceAll(/[^a-z.]/g, '')}@demo.test`;
}
