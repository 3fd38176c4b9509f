import type { Reason } from '#features/applications/shared/application.ts';
import type { ApplicationState } from '#features/applications/shared/steps.ts';
import { queueLines } from './applicant-queue.ts';
import { blueLagoon, type DemoStore, kelderBay, palmetto } from './places.ts';
import { createRandom } from './random.ts';

/** An invented applicant. Dates are relative to today; everything else is fixed. */
export interface DemoApplicant {
  affiliateId: number;
  givenName: string;
  familyName: string;
  age: number;
  city: string;
  country: string;
  /** The store where they dive. */
  store: DemoStore;
  /** Divemasters have one. */
  memberNumber: number | null;
  isNear: boolean;
  typeId: 1 | 2;
  state: Exclude<ApplicationState, 'Draft'>;
  /** Days since the last change of state. */
  days: number;
  instructorId: number;
  storeId: number | null;
  /** Logged dives besides three verified ones: night, deep and navigation. */
  dives: number;
  firstAidDays: number;
  medicalDays: number;
  scores: readonly number[];
  statement: string;
  recommendation: string;
  reasons: readonly Reason[];
  note: string;
}

const [tomas, aino, kwame] = [400_005, 400_040, 400_041];
const stores = { kelder: kelderBay.affiliateId, palmetto: palmetto.affiliateId, lagoon: blueLagoon.affiliateId };
const storeById = new Map([kelderBay, palmetto, blueLagoon].map((store) => [store.affiliateId, store]));

const firstApplicant = 400_020;
const firstNewApplicant = 400_200;
/** Member numbers of divemasters who apply, from here on. */
const firstMemberNumber = 100_300;
const sampleTexts = {
  calm: 'Calm with students and quick to help. I’d dive with them any day.',
  ready: 'Ready for this level. Gives clear briefings and keeps the group together.',
  steady: 'Steady in cold water and poor visibility. A pleasure to teach.',
  lead: 'I’ve helped on courses for two seasons and would like to lead dives.',
  reef: 'I want to show visitors our reef and make them want to come back.',
  club: 'Our club needs a divemaster to look after newer divers.',
  teach: 'I’ve assisted on courses as a divemaster and want to teach my own.',
};

type ApplicantPerson = [givenName: string, familyName: string, age: number, city: string, country: string];
type ApplicantDetails = Partial<DemoApplicant> & Pick<DemoApplicant, 'state' | 'days' | 'instructorId'>;

const applicants: readonly [ApplicantPerson, ApplicantDetails][] = [
  // Applications at the desk, oldest first.
  [
    ['Oleksandr', 'Kovalenko', 38, 'Lviv', 'UA'],
    { state: 'SubmittedToAssociation', days: 9, instructorId: aino, dives: 112 },
  ],
  [
    ['Amara', 'Diallo', 33, 'Dakar', 'SN'],
    // The medical was valid when the application was sent.
    { state: 'SubmittedToAssociation', days: 8, instructorId: kwame, medicalDays: 369, storeId: stores.palmetto },
  ],
  [
    ['Kenji', 'Watanabe', 46, 'Kamakura', 'JP'],
    { state: 'SubmittedToAssociation', days: 6, instructorId: aino, dives: 240, storeId: stores.lagoon },
  ],
  [
    ['Sofía', 'Herrera Luna', 30, 'La Paz', 'MX'],
    { state: 'SubmittedToAssociation', days: 5, instructorId: tomas, storeId: stores.kelder },
  ],
  [
    ['Linh', 'Trần', 27, 'Nha Trang', 'VN'],
    { state: 'SubmittedToAssociation', days: 4, instructorId: kwame, dives: 58, storeId: stores.lagoon },
  ],
  [
    ['Freyja', 'Einarsdóttir', 35, 'Húsavík', 'IS'],
    { state: 'SubmittedToAssociation', days: 4, instructorId: aino, dives: 88 },
  ],
  [
    ['Ngozi', 'Eze', 40, 'Calabar', 'NG'],
    { state: 'SubmittedToAssociation', days: 3, instructorId: kwame, firstAidDays: 733, storeId: stores.palmetto },
  ],
  [
    ['Mateus', 'Carvalho', 36, 'Paraty', 'BR'],
    { state: 'SubmittedToAssociation', days: 2, instructorId: tomas, dives: 71, storeId: stores.kelder },
  ],
  [
    ['Rania', 'Haddad', 32, 'Batroun', 'LB'],
    { state: 'SubmittedToAssociation', days: 1, instructorId: aino, dives: 66 },
  ],
  // Applications the instructor reviews.
  [
    ['Arjun', 'Nair', 29, 'Kochi', 'IN'],
    { state: 'SubmittedToInstructor', days: 1, instructorId: tomas, dives: 47, storeId: stores.kelder, scores: [] },
  ],
  [
    ['Zofia', 'Wiśniewska', 34, 'Gdynia', 'PL'],
    { state: 'SubmittedToInstructor', days: 3, instructorId: tomas, scores: [4, 5, 3, 4, 4], storeId: stores.kelder },
  ],
  [
    ['Tane', 'Parata', 37, 'Whangārei', 'NZ'],
    { state: 'MemberReview', days: 2, instructorId: tomas, scores: [5, 4, 4], storeId: stores.kelder },
  ],
  // Applications the applicant has to change or pay.
  [
    ['Elif', 'Yıldız', 30, 'Kaş', 'TR'],
    {
      state: 'Returned',
      days: 2,
      instructorId: tomas,
      dives: 45,
      note: 'Almost there.',
      reasons: [{ field: 'dives', reason: 'Please log the dives from your spring trip.' }],
    },
  ],
  [
    ['Samuel', 'Kiprono', 39, 'Watamu', 'KE'],
    {
      state: 'Returned',
      days: 5,
      instructorId: kwame,
      storeId: stores.palmetto,
      reasons: [{ field: 'first_aid', reason: 'We can’t read this copy. Please upload it again.' }],
    },
  ],
  [['Chloé', 'Bertrand', 28, 'Hyères', 'FR'], { state: 'PaymentDue', days: 1, instructorId: aino, dives: 90 }],
  [
    ['Min-seo', 'Park', 33, 'Seogwipo', 'KR'],
    { state: 'PaymentDue', days: 6, instructorId: tomas, storeId: stores.kelder },
  ],
  // Completed and rejected applications.
  [
    ['Malia', 'Tuimavave', 40, 'Apia', 'WS'],
    { state: 'Completed', days: 7, instructorId: tomas, dives: 130, storeId: stores.kelder },
  ],
  [
    ['Dimitrios', 'Galanis', 42, 'Kalymnos', 'GR'],
    {
      state: 'Rejected',
      days: 8,
      instructorId: kwame,
      note: 'These dives were logged before the first certification.',
    },
  ],
];

const statements = [sampleTexts.lead, sampleTexts.reef, sampleTexts.club];
const recommendations = [sampleTexts.calm, sampleTexts.ready, sampleTexts.steady];

const nearApplicants = applicants.map(
  ([[givenName, familyName, age, city, country], details], index): DemoApplicant => ({
    affiliateId: firstApplicant + index,
    givenName,
    familyName,
    age,
    city,
    country,
    store: storeById.get(details.storeId ?? 0) ?? kelderBay,
    // The member number is assigned when the application is completed.
    memberNumber: details.state === 'Completed' ? 100_200 + index : null,
    isNear: true,
    typeId: 1,
    storeId: null,
    dives: 60 + ((index * 7) % 30),
    firstAidDays: 60 + index * 20,
    medicalDays: 20 + index * 9,
    scores: [4, 3, 5, 4, 4],
    statement: statements[index % statements.length] ?? '',
    recommendation: recommendations[index % recommendations.length] ?? '',
    reasons: [],
    note: '',
    ...details,
  }),
);

/** The rest of the desk's queue. Every third application is a divemaster's, who wants to teach. */
const queuedApplicants = queueLines.map(({ givenName, familyName, age, city, country, store, instructorId }, index) => {
  const random = createRandom(`applicant ${givenName} ${familyName}`);
  const isDivemaster = index % 3 === 2;
  // One in six has a proof that has expired since the application was sent.
  const isExpired = index % 6 === 4;
  return {
    affiliateId: firstNewApplicant + index,
    givenName,
    familyName,
    age,
    city,
    country,
    store,
    memberNumber: isDivemaster ? firstMemberNumber + index : null,
    isNear: false,
    typeId: isDivemaster ? 2 : 1,
    state: 'SubmittedToAssociation',
    days: isExpired ? 7 : 1 + (index % 8),
    instructorId,
    storeId: random.chance(70) ? store.affiliateId : null,
    dives: (isDivemaster ? 120 : 62) + random.int(0, 30),
    firstAidDays: isExpired && index % 12 === 4 ? 733 : random.int(30, 500),
    medicalDays: isExpired && index % 12 !== 4 ? 369 : random.int(20, 300),
    scores: [random.int(3, 5), random.int(3, 5), random.int(3, 5), random.int(4, 5), random.int(3, 5)],
    statement: isDivemaster ? sampleTexts.teach : random.pick(statements),
    recommendation: random.pick(recommendations),
    reasons: [],
    note: '',
  } satisfies DemoApplicant;
});

export const applicantLines: readonly DemoApplicant[] = [...nearApplicants, ...queuedApplicants];
