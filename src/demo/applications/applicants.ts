import type { Reason } from '#features/applications/shared/application.ts';
import type { ApplicationState } from '#features/applications/shared/steps.ts';

/** An invented applicant. Dates are relative to today; everything else is fixed. */
export interface DemoApplicant {
  affiliateId: number;
  givenName: string;
  familyName: string;
  birthdate: string;
  city: string;
  country: string;
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

export const demoInstructors = [
  { affiliateId: 400_005, name: 'Tomás Reyes', memberNumber: 100_001 },
  { affiliateId: 400_040, name: 'Aino Salmi', memberNumber: 100_090 },
  { affiliateId: 400_041, name: 'Kwame Mensah', memberNumber: 100_091 },
] as const;
const [tomas, aino, kwame] = demoInstructors.map(({ affiliateId }) => affiliateId) as [number, number, number];
const stores = { kelder: 400_007, palmetto: 400_009, lagoon: 400_010 };

const firstApplicant = 400_020;
const sampleTexts = {
  calm: 'Calm with students, and quick to help. I would dive with them any day.',
  ready: 'Ready for this. Leads briefings clearly and keeps the group together.',
  steady: 'Steady in cold water and poor visibility. A pleasure to teach.',
  lead: 'I have helped on courses for two seasons and would like to lead dives.',
  reef: 'I want to show visitors our reef, and bring them back to it.',
  club: 'Our club needs somebody who can look after newer divers.',
};

type ApplicantPerson = [givenName: string, familyName: string, birthdate: string, city: string, country: string];
type ApplicantDetails = Partial<DemoApplicant> & Pick<DemoApplicant, 'state' | 'days' | 'instructorId'>;

const applicants: readonly [ApplicantPerson, ApplicantDetails][] = [
  // Applications at the desk, oldest first.
  [
    ['Oleksandr', 'Kovalenko', '1988-02-11', 'Lviv', 'UA'],
    { state: 'SubmittedToAssociation', days: 9, instructorId: aino, dives: 112 },
  ],
  [
    ['Amara', 'Diallo', '1993-06-04', 'Dakar', 'SN'],
    // The medical was valid when the application was sent.
    { state: 'SubmittedToAssociation', days: 8, instructorId: kwame, medicalDays: 369, storeId: stores.palmetto },
  ],
  [
    ['Kenji', 'Watanabe', '1979-12-20', 'Kamakura', 'JP'],
    { state: 'SubmittedToAssociation', days: 6, instructorId: aino, dives: 240, storeId: stores.lagoon },
  ],
  [
    ['Sofía', 'Herrera Luna', '1996-09-15', 'La Paz', 'MX'],
    { state: 'SubmittedToAssociation', days: 5, instructorId: tomas, storeId: stores.kelder },
  ],
  [
    ['Linh', 'Trần', '1999-01-30', 'Nha Trang', 'VN'],
    // Some dives were deleted after submission.
    { state: 'SubmittedToAssociation', days: 4, instructorId: kwame, dives: 54, storeId: stores.lagoon },
  ],
  [
    ['Freyja', 'Einarsdóttir', '1991-04-08', 'Húsavík', 'IS'],
    { state: 'SubmittedToAssociation', days: 4, instructorId: aino, dives: 88 },
  ],
  [
    ['Ngozi', 'Eze', '1985-11-23', 'Calabar', 'NG'],
    { state: 'SubmittedToAssociation', days: 3, instructorId: kwame, firstAidDays: 733, storeId: stores.palmetto },
  ],
  [
    ['Mateus', 'Carvalho', '1990-08-02', 'Paraty', 'BR'],
    { state: 'SubmittedToAssociation', days: 2, instructorId: tomas, dives: 71, storeId: stores.kelder },
  ],
  [
    ['Rania', 'Haddad', '1994-05-27', 'Batroun', 'LB'],
    { state: 'SubmittedToAssociation', days: 1, instructorId: aino, dives: 66 },
  ],
  // Applications the instructor reviews.
  [
    ['Arjun', 'Nair', '1997-10-19', 'Kochi', 'IN'],
    { state: 'SubmittedToInstructor', days: 1, instructorId: tomas, dives: 47, storeId: stores.kelder, scores: [] },
  ],
  [
    ['Zofia', 'Wiśniewska', '1992-03-12', 'Gdynia', 'PL'],
    { state: 'SubmittedToInstructor', days: 3, instructorId: tomas, scores: [4, 5, 3, 4, 4], storeId: stores.kelder },
  ],
  [
    ['Tane', 'Parata', '1989-07-07', 'Whangārei', 'NZ'],
    { state: 'MemberReview', days: 2, instructorId: tomas, scores: [5, 4, 4], storeId: stores.kelder },
  ],
  // Applications the applicant has to change or pay.
  [
    ['Elif', 'Yıldız', '1995-12-01', 'Kaş', 'TR'],
    {
      state: 'Returned',
      days: 2,
      instructorId: tomas,
      dives: 45,
      note: 'Almost there.',
      reasons: [{ field: 'dives', reason: 'Please log the dives of the trip in spring.' }],
    },
  ],
  [
    ['Samuel', 'Kiprono', '1987-01-18', 'Watamu', 'KE'],
    {
      state: 'Returned',
      days: 5,
      instructorId: kwame,
      storeId: stores.palmetto,
      reasons: [{ field: 'first_aid', reason: 'The copy cannot be read. Please upload it once more.' }],
    },
  ],
  [
    ['Chloé', 'Bertrand', '1998-02-25', 'Hyères', 'FR'],
    { state: 'PaymentDue', days: 1, instructorId: aino, dives: 90 },
  ],
  [
    ['Min-seo', 'Park', '1993-11-11', 'Seogwipo', 'KR'],
    { state: 'PaymentDue', days: 6, instructorId: tomas, storeId: stores.kelder },
  ],
  // Completed and rejected applications.
  [
    ['Malia', 'Tuimavave', '1986-06-30', 'Apia', 'WS'],
    { state: 'Completed', days: 7, instructorId: tomas, dives: 130, storeId: stores.kelder },
  ],
  [
    ['Dimitrios', 'Galanis', '1984-09-09', 'Kalymnos', 'GR'],
    { state: 'Rejected', days: 8, instructorId: kwame, note: 'The dives were made before the first certification.' },
  ],
];

const statements = [sampleTexts.lead, sampleTexts.reef, sampleTexts.club];
const recommendations = [sampleTexts.calm, sampleTexts.ready, sampleTexts.steady];

export const demoApplicants: readonly DemoApplicant[] = applicants.map(
  ([[givenName, familyName, birthdate, city, country], details], index) => ({
    affiliateId: firstApplicant + index,
    givenName,
    familyName,
    birthdate,
    city,
    country,
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
