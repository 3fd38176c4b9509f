import { createHash } from 'node:crypto';
import { loadBrand } from '#platform/server/config/brand.ts';
import type { Services } from '#platform/server/http/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { createUuidFromText } from '#platform/server/crypto/uuid.ts';
import { affiliateType } from '#features/professionals/shared/rules.ts';
import { normalizeForSearch } from '#platform/shared/search-text.ts';
import { renumberFrom } from '#features/logbook/server/public.ts';
import type { Facts } from '#features/applications/shared/requirements.ts';
import { type DemoApplicant, demoApplicants, demoInstructors } from './applicants.ts';
import { candidate, createCandidateApplication } from './candidate.ts';
import { createProofs } from './proofs.ts';
import * as sql from './queries.ts';
import { hasConfirmedExercises, type SeededApplication, listNotes, listSteps } from './steps.ts';
import { encryptSignature } from '#features/applications/server/review/signatures.ts';
import { findApplicationType } from '#features/applications/server/application-types.ts';

const stores = new Map([
  [400_007, 'Kelder Bay Diving 20001'],
  [400_009, 'Palmetto Reef Divers 20002'],
  [400_010, 'Blue Lagoon Dive House 20003'],
]);
const diveKinds = ['night', 'deep', 'navigation'];
/** Below those that are given out, so that tests and pictures repeat. */
const firstLicense = 20_472_001;
const dayMs = 86_400_000;

/**
 * One who is filling in an application, and some whose applications are with their instructors, at the desk, or over.
 * Loading it again changes nothing.
 */
export async function seedDemoApplications(services: Services, db: Db, now = new Date()): Promise<{ isNew: boolean }> {
  const made = await sql.insertPeople(db, JSON.stringify(createPeopleRows()));
  if (made.length === 0) return { isNew: false };
  const ago = (days: number) => new Date(now.getTime() - days * dayMs).toISOString().slice(0, 10);
  await sql.insertCards(
    db,
    JSON.stringify(demoApplicants.flatMap((one, index) => createCards(services, one, index, ago))),
  );
  await sql.insertDives(
    db,
    JSON.stringify([...demoApplicants.map((one) => createDives(one, ago)), candidate.dives(ago)]),
  );
  await renumberFrom(db, candidate.affiliateId, '1900-01-01');
  const rows = [
    ...demoApplicants.map((one, index) => createApplication(one, index, now)),
    createCandidateApplication(now),
  ];
  const ids = new Map(
    (await sql.insertApplications(db, JSON.stringify(rows))).map(({ id, affiliateId }) => [affiliateId, id]),
  );
  const all: SeededApplication[] = demoApplicants.map((one) => ({
    one,
    id: ids.get(one.affiliateId) ?? 0,
    steps: listSteps(one, now),
  }));
  await sql.setSearchTexts(db, JSON.stringify(all.map(({ one, id }) => ({ id, text: getSearchText(one, id) }))));
  await sql.insertSteps(db, JSON.stringify(all.flatMap(createStepRows)));
  await sql.insertSignatures(db, JSON.stringify(all.flatMap((one) => createSignatures(services, one))));
  await sql.insertProofs(
    db,
    JSON.stringify((await Promise.all(all.map((one) => createProofs(services, one, now)))).flat()),
  );
  await sql.insertNotes(db, JSON.stringify(all.flatMap((one) => listNotes(one, now))));
  return { isNew: true };
}

function createPeopleRows() {
  return [
    ...demoInstructors.slice(1).map(({ affiliateId: id, name, memberNumber: number }) => {
      const [given = '', family = ''] = name.split(' ');
      return { id, given, family, type: affiliateType.instructor, number, city: 'Kelder Bay', country: 'GB' };
    }),
    ...demoApplicants.map((one, index) => {
      const { affiliateId: id, givenName: given, familyName: family, birthdate, city, country } = one;
      const email = `${normalizeForSearch(`${given}.${family}`).replaceAll(/[^a-z.]/g, '')}@demo.test`;
      const isDivemaster = one.state === 'Completed';
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
  if (found === undefined) throw new Error(`there is no demo instructor ${instructorId}`);
  return found;
}

const getLicenseId = (index: number, place: 'advanced' | 'rescue' | 'divemaster') =>
  firstLicense + index * 3 + ['advanced', 'rescue', 'divemaster'].indexOf(place);

function createCards({ env }: Services, one: DemoApplicant, index: number, ago: DaysAgo) {
  const { name: instructor, memberNumber: number } = findInstructor(one);
  const { office } = loadBrand(env.BRAND_FILE);
  const card = (license: number, level: number, days: number) => ({
    id: one.affiliateId,
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
    ...(one.state === 'Completed' ? [card(getLicenseId(index, 'divemaster'), 70, one.days)] : []),
  ];
}

function createDives(one: DemoApplicant, ago: DaysAgo) {
  const { affiliateId: instructor, memberNumber: number, name } = findInstructor(one);
  return {
    id: one.affiliateId,
    dives: one.dives,
    kinds: diveKinds,
    until: ago(one.days + 20),
    number,
    instructor,
    name,
  };
}

function createApplication(one: DemoApplicant, index: number, now: Date) {
  const ago: DaysAgo = (days) => new Date(now.getTime() - days * dayMs).toISOString().slice(0, 10);
  const steps = listSteps(one, now);
  const exercises = Object.fromEntries(
    listExerciseIds().flatMap((id, place) => {
      const score = one.scores[place];
      return score === undefined ? [] : [[id, { score, isConfirmed: hasConfirmedExercises(one) }]];
    }),
  );
  const firstAid = { date: ago(one.firstAidDays), provider: 'Lifeline First Aid School', isElsewhere: true };
  const shown = { isOutside: false, isShown: true };
  const facts: Facts = {
    birthdate: one.birthdate,
    cards: {
      advanced: { date: ago(1_100 + index * 13), ...shown },
      rescue: { date: ago(600 + index * 11), ...shown },
    },
    firstAid: { date: firstAid.date, isElsewhere: true, hasProof: true },
    medical: { date: ago(one.medicalDays), source: 'proof' },
    dives: {
      total: one.dives + diveKinds.length,
      verified: diveKinds.length,
      kinds: Object.fromEntries(diveKinds.map((kind) => [kind, 1])),
    },
    exercises,
    proofs: ['first_aid', 'medical'],
  };
  return {
    affiliate: one.affiliateId,
    state: one.state,
    version: steps.length + 1,
    instructor: one.instructorId,
    store: one.storeId,
    cards: {
      advanced: { licenseID: getLicenseId(index, 'advanced') },
      rescue: { licenseID: getLicenseId(index, 'rescue') },
    },
    firstAid,
    exercises,
    statement: one.statement,
    recommendation: hasConfirmedExercises(one) ? one.recommendation : '',
    facts,
    reasons: one.reasons,
    fee: one.state === 'PaymentDue' || one.state === 'Completed' ? findApplicationType(1).fee.amountMinor : null,
    license: one.state === 'Completed' ? getLicenseId(index, 'divemaster') : null,
    created: steps[0]?.at,
    at: steps.at(-1)?.at,
    sent: steps.find(({ action }) => action === 'send')?.at ?? null,
  };
}

function listExerciseIds(): readonly string[] {
  return findApplicationType(1).requirements.flatMap((one) => (one.kind === 'exercises' ? one.exercises : []));
}

function getSearchText(one: DemoApplicant, id: number): string {
  const { affiliateId, memberNumber, name } = findInstructor(one);
  const store = one.storeId === null ? '' : `${stores.get(one.storeId) ?? ''} ${one.storeId}`;
  const applicant = `${one.givenName} ${one.familyName} ${one.affiliateId}`;
  return normalizeForSearch([id, applicant, `${name} ${affiliateId} ${memberNumber}`, store].join('\n'));
}

function createStepRows({ one, id: application, steps }: SeededApplication) {
  const { affiliateId: affiliate } = one;
  return steps.map((step, place) => ({
    affiliate,
    application,
    id: createUuidFromText(`demo application step ${affiliate} ${place}`),
    ...step,
  }));
}

function createSignatures(services: Services, { one, id: application, steps }: SeededApplication) {
  const { affiliateId: affiliate } = one;
  return steps.flatMap(({ action, by: signer, at }) => {
    if (action !== 'submit' && action !== 'send') return [];
    const role = action === 'submit' ? 'applicant' : 'instructor';
    const name = role === 'applicant' ? `${one.givenName} ${one.familyName}` : findInstructor(one).name;
    const signed = { name, method: 'typed', strokes: null, typedName: name } as const;
    const sealed = encryptSignature(services, { ...signed, locale: 'en-US', ip: '203.0.113.7', userAgent: '' });
    const digest = createHash('sha256').update(`demo application ${affiliate} ${action}`).digest('base64url');
    return [
      {
        affiliate,
        application,
        id: createUuidFromText(`demo signature ${affiliate} ${action}`),
        role,
        signer,
        sealed,
        digest,
        at,
      },
    ];
  });
}
