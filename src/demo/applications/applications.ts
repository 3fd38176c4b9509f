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
import { createDives, type DivesBeforeApplication, type TrainingKind } from './dives.ts';
import { hasConfirmedExercises, type SeededApplication, listNotes, listSteps } from './steps.ts';
import { encryptSignature } from '#features/applications/server/review/signatures.ts';
import { findApplicationType } from '#features/applications/server/application-types.ts';

const stores = new Map([
  [400_007, 'Kelder Bay Diving 20001'],
  [400_009, 'Palmetto Reef Divers 20002'],
  [400_010, 'Blue Lagoon Dive House 20003'],
]);
const diveKinds: readonly TrainingKind[] = ['night', 'deep', 'navigation'];
/** Below the numbers that are issued, for reproducible tests and screenshots. */
const firstLicense = 20_472_001;
/**
 * Seeds one draft and applications that are with instructors, at the desk or closed. Seeding again changes nothing.
 */
export async function seedDemoApplications(services: Services, db: Db, now = new Date()): Promise<{ isNew: boolean }> {
  const inserted = await db
    .insertInto('person')
    .values(createPeople())
    .onConflict((conflict) => conflict.doNothing())
    .returning('affiliate_id')
    .execute();
  if (inserted.length === 0) return { isNew: false };
  const ago = (days: number) => new Date(now.getTime() - days * dayMs).toISOString().slice(0, 10);
  await db
    .insertInto('certification')
    .values(demoApplicants.flatMap((applicant, index) => createCards(services, applicant, index, ago)))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const sites = await db.selectFrom('dive_site').select('name').orderBy('name').limit(100).execute();
  const siteNames = sites.map(({ name }) => name);
  const dives = [...demoApplicants.map((applicant) => describeDives(applicant, ago)), candidate.dives(ago)];
  for (const applicantDives of dives)
    await db
      .insertInto('dive_log')
      .values(createDives(applicantDives, siteNames))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  await renumberFrom(db, { affiliateId: candidate.affiliateId, day: '1900-01-01' });
  const ids = await insertApplications(db, now);
  const all: SeededApplication[] = demoApplicants.map((applicant) => ({
    applicant,
    id: ids.get(applicant.affiliateId) ?? 0,
    steps: listSteps(applicant, now),
  }));
  for (const { applicant, id } of all)
    await db
      .updateTable('application')
      .set({ search_text: getSearchText(applicant, id) })
      .where('id', '=', id)
      .execute();
  const steps = all.flatMap(createStepRows).toSorted((a, b) => a.at.localeCompare(b.at));
  await db.insertInto('application_step').values(steps).execute();
  const signatures = all.flatMap((application) => createSignatures(services, application));
  await db.insertInto('application_signature').values(signatures).execute();
  const proofs = await Promise.all(all.map((application) => createProofs(services, application, now)));
  await db.insertInto('application_proof').values(proofs.flat()).execute();
  const notes = all.flatMap((application) => listNotes(application, now));
  await db.insertInto('application_note').values(notes).execute();
  return { isNew: true };
}

/** Inserts the applications in the order they were sent, and returns their ids by applicant. */
async function insertApplications(db: Db, now: Date): Promise<Map<number, number>> {
  const sent = demoApplicants
    .map((applicant, index) => createApplication(applicant, index, now))
    .toSorted((a, b) => getOrder(a).localeCompare(getOrder(b)) || a.affiliate_id - b.affiliate_id);
  const ids = new Map<number, number>();
  for (const application of [...sent, createCandidateApplication(now)]) {
    const { id } = await db.insertInto('application').values(application).returning('id').executeTakeFirstOrThrow();
    ids.set(application.affiliate_id, id);
  }
  return ids;
}

const getOrder = ({ sent_at: sentAt, state_at: stateAt }: ReturnType<typeof createApplication>) =>
  sentAt ?? stateAt ?? '';

/** People without an account. */
function createPeople() {
  return [
    ...demoInstructors.slice(1).map(({ affiliateId, name, memberNumber }) => {
      const [given = '', family = ''] = name.split(' ');
      return {
        affiliate_id: affiliateId,
        sub: `demo-${affiliateId}`,
        given_name: given,
        family_name: family,
        affiliate_type_id: affiliateType.instructor,
        member_number: memberNumber,
        member_status: 'Active' as const,
        city: 'Kelder Bay',
        country: 'GB',
      };
    }),
    ...demoApplicants.map(({ affiliateId, givenName, familyName, birthdate, city, country, state }, index) => ({
      affiliate_id: affiliateId,
      sub: `demo-${affiliateId}`,
      email: `${normalizeForSearch(`${givenName}.${familyName}`).replaceAll(/[^a-z.]/g, '')}@demo.test`,
      given_name: givenName,
      family_name: familyName,
      birthdate,
      city,
      country,
      ...(state === 'Completed' && {
        affiliate_type_id: affiliateType.divemaster,
        member_number: 100_200 + index,
        member_status: 'Active' as const,
      }),
    })),
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
  const instructor = findInstructor(applicant);
  const { office } = loadBrand(env.BRAND_FILE);
  const card = (licenseId: number, levelId: number, days: number) => ({
    affiliate_id: applicant.affiliateId,
    license_id: licenseId,
    level_id: levelId,
    cert_date: ago(days),
    instructor_name: instructor.name,
    instructor_number: instructor.memberNumber,
    office,
  });
  return [
    card(getLicenseId(index, 'advanced'), 30, 1_100 + index * 13),
    card(getLicenseId(index, 'rescue'), 40, 600 + index * 11),
    ...(applicant.state === 'Completed' ? [card(getLicenseId(index, 'divemaster'), 70, applicant.days)] : []),
  ];
}

function describeDives(applicant: DemoApplicant, ago: DaysAgo): DivesBeforeApplication {
  return {
    affiliateId: applicant.affiliateId,
    recreational: applicant.dives,
    kinds: diveKinds,
    until: ago(applicant.days + 20),
    instructor: findInstructor(applicant),
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
  const hasFee = applicant.state === 'PaymentDue' || applicant.state === 'Completed';
  return {
    affiliate_id: applicant.affiliateId,
    type_id: 1,
    state: applicant.state,
    version: steps.length + 1,
    instructor_id: applicant.instructorId,
    store_id: applicant.storeId,
    cards: JSON.stringify({
      advanced: { licenseID: getLicenseId(index, 'advanced') },
      rescue: { licenseID: getLicenseId(index, 'rescue') },
    }),
    first_aid: JSON.stringify(firstAid),
    exercises: JSON.stringify(exercises),
    statement: applicant.statement,
    recommendation: hasConfirmedExercises(applicant) ? applicant.recommendation : '',
    facts: JSON.stringify(facts),
    reasons: JSON.stringify(applicant.reasons),
    fee_minor: hasFee ? findApplicationType(1).fee.amountMinor : null,
    currency: hasFee ? 'USD' : null,
    license_id: applicant.state === 'Completed' ? getLicenseId(index, 'divemaster') : null,
    created_at: steps[0]?.at,
    updated_at: steps.at(-1)?.at,
    state_at: steps.at(-1)?.at,
    sent_at: steps.find(({ action }) => action === 'send')?.at ?? null,
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

function createStepRows({ applicant, id: applicationId, steps }: SeededApplication) {
  const { affiliateId } = applicant;
  return steps.map(({ action, from, to, by, role, note, reasons, at }, place) => ({
    affiliate_id: affiliateId,
    application_id: applicationId,
    id: createUuidFromText(`demo application step ${affiliateId} ${place}`),
    action,
    from_state: from,
    to_state: to,
    by_id: by,
    by_role: role,
    note,
    reasons: JSON.stringify(reasons),
    at,
  }));
}

function createSignatures(services: Services, { applicant, id: application, steps }: SeededApplication) {
  const { affiliateId: affiliate } = applicant;
  return steps.flatMap(({ action, by: signer, at }) => {
    if ((action !== 'submit' && action !== 'send') || signer === null) return [];
    const role: 'applicant' | 'instructor' = action === 'submit' ? 'applicant' : 'instructor';
    const name =
      role === 'applicant' ? `${applicant.givenName} ${applicant.familyName}` : findInstructor(applicant).name;
    const signed = { name, method: 'typed', strokes: null, typedName: name } as const;
    const encrypted = encryptSignature(services, { ...signed, locale: 'en-US', ip: '203.0.113.7', userAgent: '' });
    const digest = createHash('sha256').update(`demo application ${affiliate} ${action}`).digest('base64url');
    return [
      {
        affiliate_id: affiliate,
        application_id: application,
        id: createUuidFromText(`demo signature ${affiliate} ${action}`),
        role,
        signer_id: signer,
        sealed_signature: encrypted,
        digest,
        signed_at: at,
      },
    ];
  });
}
