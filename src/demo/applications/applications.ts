import { createHash } from 'node:crypto';
import { dayMs } from '#platform/shared/dates.ts';
import { loadBrand } from '#platform/server/config/brand.ts';
import type { Services } from '#platform/server/http/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { createUuidFromText } from '#platform/server/crypto/uuid.ts';
import { affiliateType } from '#domain/roles.ts';
import { normalizeForSearch } from '#platform/shared/search-text.ts';
import { renumberFrom } from '#features/logbook/server/public.ts';
import type { Facts } from '#features/applications/shared/requirements.ts';
import { type DemoApplicant, demoApplicants, demoInstructors } from './applicants.ts';
import { candidate, createCandidateApplication } from './candidate.ts';
import { createProofs } from './proofs.ts';
import * as queries from './queries.ts';
import { hasConfirmedExercises, type SeededApplication, listNotes, listSteps } from './steps.ts';
import { encryptSignature } from '#features/applications/server/review/signatures.ts';
import { findApplicationType } from '#features/applications/server/application-types.ts';

const stores = new Map([
  [400_007, 'Kelder Bay Diving 20001'],
  [400_009, 'Palmetto Reef Divers 20002'],
  [400_010, 'Blue Lagoon Dive House 20003'],
]);
const diveKinds = ['night', 'deep', 'navigation'];
/** Below the numbers that are issued, for reproducible tests and screenshots. */
const firstLicense = 20_472_001;
/**
 * Seeds one draft and applications that are with instructors, at the desk or closed. Seeding again changes nothing.
 */
export async function seedDemoApplications(services: Services, db: Db, now = new Date()): Promise<{ isNew: boolean }> {
  const inserted = await queries.insertPeople(db, JSON.stringify(createPeopleRows()));
  if (inserted.length === 0) return { isNew: false };
  const ago = (days: number) => new Date(now.getTime() - days * dayMs).toISOString().slice(0, 10);
  await queries.insertCards(
    db,
    JSON.stringify(demoApplicants.flatMap((applicant, index) => createCards(services, applicant, index, ago))),
  );
  await queries.insertDives(
    db,
    JSON.stringify([...demoApplicants.map((applicant) => createDives(applicant, ago)), candidate.dives(ago)]),
  );
  await renumberFrom(db, { affiliateId: candidate.affiliateId, day: '1900-01-01' });
  const rows = [
    ...demoApplicants.map((applicant, index) => createApplication(applicant, index, now)),
    createCandidateApplication(now),
  ];
  const ids = new Map(
    (await queries.insertApplications(db, JSON.stringify(rows))).map(({ id, affiliateId }) => [affiliateId, id]),
  );
  const all: SeededApplication[] = demoApplicants.map((applicant) => ({
    applicant,
    id: ids.get(applicant.affiliateId) ?? 0,
    steps: listSteps(applicant, now),
  }));
  await queries.setSearchTexts(
    db,
    JSON.stringify(all.map(({ applicant, id }) => ({ id, text: getSearchText(applicant, id) }))),
  );
  await queries.insertSteps(db, JSON.stringify(all.flatMap(createStepRows)));
  await queries.insertSignatures(
    db,
    JSON.stringify(all.flatMap((application) => createSignatures(services, application))),
  );
  await queries.insertProofs(
    db,
    JSON.stringify((await Promise.all(all.map((application) => createProofs(services, application, now)))).flat()),
  );
  await queries.insertNotes(db, JSON.stringify(all.flatMap((application) => listNotes(application, now))));
  return { isNew: true };
}

function createPeopleRows() {
  return [
    ...demoInstructors.slice(1).map(({ affiliateId: id, name, memberNumber: number }) => {
      const [given = '', family = ''] = name.split(' ');
      return { id, given, family, type: affiliateType.instructor, number, city: 'Kelder Bay', country: 'GB' };
    }),
    ...demoApplicants.map((applicant, index) => {
      const { affiliateId: id, givenName: given, familyName: family, birthdate, city, country } = applicant;
      const email = `${normalizeForSearch(`${given}.${family}`).replaceAll(/[^a-z.]/g, '')}@demo.test`;
      const isDivemaster = applicant.state === 'Completed';
      const type = isDivemaster ? affiliateType.divemaster : affiliateType.diver;
      return {
        id,
        email,
        given,
        family,
        birthdate,
        type,
        number: isDivemaster ? 100_200 + index : null,
        city,
        country,
      };
    }),
  ];
}

type DaysAgo = (days: number) => string;

function findInstructor({ instructorId }: DemoApplicant) {
  const found = demoInstructors.find(({ affiliateId }) => affiliateId === instructorId);
  if (found === undefined) throw new Error(`unknown demo instructor ${instructorId}`);
  return found;
}

const getLicenseId = (index: number, place: 'advanced' | 'rescue' | 'divemaster') =>
  firstLicense + index * 3 + ['advanced', 'rescue', 'divemaster'].indexOf(place);

function createCards({ env }: Services, applicant: DemoApplicant, index: number, ago: DaysAgo) {
  const { name: instructor, memberNumber: number } = findInstructor(applicant);
  const { office } = loadBrand(env.BRAND_FILE);
  const card = (license: number, level: number, days: number) => ({
    id: applicant.affiliateId,
    license,
    level,
    on_day: ago(days),
    instructor,
    number,
    office,
  });
  return [
    card(getLicenseId(index, 'advanced'), 30, 1_100 + index * 13),
    card(getLicenseId(index, 'rescue'), 40, 600 + index * 11),
    ...(applicant.state === 'Completed' ? [card(getLicenseId(index, 'divemaster'), 70, applicant.days)] : []),
  ];
}

function createDives(applicant: DemoApplicant, ago: DaysAgo) {
  const { affiliateId: instructor, memberNumber: number, name } = findInstructor(applicant);
  return {
    id: applicant.affiliateId,
    dives: applicant.dives,
    kinds: diveKinds,
    until: ago(applicant.days + 20),
    number,
    instructor,
    name,
  };
}

function createApplication(applicant: DemoApplicant, index: number, now: Date) {
  const ago: DaysAgo = (days) => new Date(now.getTime() - days * dayMs).toISOString().slice(0, 10);
  const steps = listSteps(applicant, now);
  const exercises = Object.fromEntries(
    listExerciseIds().flatMap((id, place) => {
      const score = applicant.scores[place];
      return score === undefined ? [] : [[id, { score, isConfirmed: hasConfirmedExercises(applicant) }]];
    }),
  );
  const firstAid = { date: ago(applicant.firstAidDays), provider: 'Lifeline First Aid School', isElsewhere: true };
  const shown = { isOutside: false, isShown: true };
  const facts: Facts = {
    birthdate: applicant.birthdate,
    cards: {
      advanced: { date: ago(1_100 + index * 13), ...shown },
      rescue: { date: ago(600 + index * 11), ...shown },
    },
    firstAid: { date: firstAid.date, isElsewhere: true, hasProof: true },
    medical: { date: ago(applicant.medicalDays), source: 'proof' },
    dives: {
      total: applicant.dives + diveKinds.length,
      verified: diveKinds.length,
      kinds: Object.fromEntries(diveKinds.map((kind) => [kind, 1])),
    },
    exercises,
    proofs: ['first_aid', 'medical'],
  };
  return {
    affiliate: applicant.affiliateId,
    state: applicant.state,
    version: steps.length + 1,
    instructor: applicant.instructorId,
    store: applicant.storeId,
    cards: {
      advanced: { licenseID: getLicenseId(index, 'advanced') },
      rescue: { licenseID: getLicenseId(index, 'rescue') },
    },
    firstAid,
    exercises,
    statement: applicant.statement,
    recommendation: hasConfirmedExercises(applicant) ? applicant.recommendation : '',
    facts,
    reasons: applicant.reasons,
    fee:
      applicant.state === 'PaymentDue' || applicant.state === 'Completed'
        ? findApplicationType(1).fee.amountMinor
        : null,
    license: applicant.state === 'Completed' ? getLicenseId(index, 'divemaster') : null,
    created: steps[0]?.at,
    at: steps.at(-1)?.at,
    sent: steps.find(({ action }) => action === 'send')?.at ?? null,
  };
}

function listExerciseIds(): readonly string[] {
  return findApplicationType(1).requirements.flatMap((requirement) =>
    requirement.kind === 'exercises' ? requirement.exercises : [],
  );
}

function getSearchText(applicant: DemoApplicant, id: number): string {
  const { affiliateId, memberNumber, name } = findInstructor(applicant);
  const store = applicant.storeId === null ? '' : `${stores.get(applicant.storeId) ?? ''} ${applicant.storeId}`;
  const applicantText = `${applicant.givenName} ${applicant.familyName} ${applicant.affiliateId}`;
  return normalizeForSearch([id, applicantText, `${name} ${affiliateId} ${memberNumber}`, store].join('\n'));
}

function createStepRows({ applicant, id: application, steps }: SeededApplication) {
  const { affiliateId: affiliate } = applicant;
  return steps.map((step, place) => ({
    affiliate,
    application,
    id: createUuidFromText(`demo application step ${affiliate} ${place}`),
    ...step,
  }));
}

function createSignatures(services: Services, { applicant, id: application, steps }: SeededApplication) {
  const { affiliateId: affiliate } = applicant;
  return steps.flatMap(({ action, by: signer, at }) => {
    if (action !== 'submit' && action !== 'send') return [];
    const role = action === 'submit' ? 'applicant' : 'instructor';
    const name =
      role === 'applicant' ? `${applicant.givenName} ${applicant.familyName}` : findInstructor(applicant).name;
    const signed = { name, method: 'typed', strokes: null, typedName: name } as const;
    const encrypted = encryptSignature(services, { ...signed, locale: 'en-US', ip: '203.0.113.7', userAgent: '' });
    const digest = createHash('sha256').update(`demo application ${affiliate} ${action}`).digest('base64url');
    return [
      {
        affiliate,
        application,
        id: createUuidFromText(`demo signature ${affiliate} ${action}`),
        role,
        signer,
        encrypted,
        digest,
        at,
      },
    ];
  });
}
