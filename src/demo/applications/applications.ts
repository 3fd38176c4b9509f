import { createHash } from 'node:crypto';
import type { Services } from '#platform/server/http/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { createUuidFromText } from '#platform/server/crypto/uuid.ts';
import { normalizeForSearch } from '#platform/shared/search-text.ts';
import { listDemoCertifications } from '#demo/certifications/certifications.ts';
import type { DemoApplicant } from '#demo/world/applicants.ts';
import { level } from '#demo/world/careers.ts';
import { instructors } from '#demo/world/people.ts';
import { demoStores } from '#demo/world/places.ts';
import type { World } from '#demo/world/world.ts';
import type { Facts } from '#features/applications/shared/requirements.ts';
import { createCandidateApplication } from './candidate.ts';
import { seedFeePayment } from './fee-payment.ts';
import { createProofs, listProofKinds } from './proofs.ts';
import { hasConfirmedExercises, type SeededApplication, listNotes, listSteps } from './steps.ts';
import { encryptSignature } from '#features/applications/server/review/signatures.ts';
import { findApplicationType } from '#features/applications/server/application-types.ts';

const diveKinds = ['night', 'deep', 'navigation'];

/** Seeds one draft and applications that are with instructors, at the desk or closed. */
export async function seedDemoApplications(services: Services, db: Db, world: World): Promise<void> {
  const ids = await insertApplications(db, world);
  const all: SeededApplication[] = world.applicants.map((applicant) => ({
    applicant,
    id: ids.get(applicant.affiliateId) ?? 0,
    steps: listSteps(applicant, world.timeline),
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
  const proofs = await Promise.all(all.map((application) => createProofs(services, application, world.timeline)));
  await db.insertInto('application_proof').values(proofs.flat()).execute();
  const notes = all.flatMap((application) => listNotes(application, world.timeline));
  await db.insertInto('application_note').values(notes).execute();
  for (const application of all.filter(({ applicant }) => applicant.state === 'Completed'))
    await seedFeePayment(services, db, world, application);
}

/** Inserts the candidate's draft, whose number the tour knows, then the others in the order they were sent. Returns ids by applicant. */
async function insertApplications(db: Db, world: World): Promise<Map<number, number>> {
  const licenses = new Map(
    listDemoCertifications(world).map(({ affiliateId, levelID, licenseID }) => [
      `${affiliateId} ${levelID}`,
      licenseID,
    ]),
  );
  const sent = world.applicants
    .map((applicant) => createApplication(applicant, world, licenses))
    .toSorted((a, b) => getOrder(a).localeCompare(getOrder(b)) || a.affiliate_id - b.affiliate_id);
  const rows = await db
    .insertInto('application')
    .values([createCandidateApplication(world.timeline), ...sent])
    .returning(['id', 'affiliate_id'])
    .execute();
  return new Map(rows.map(({ id, affiliate_id: affiliateId }) => [affiliateId, id]));
}

const getOrder = ({ sent_at: sentAt, state_at: stateAt }: ReturnType<typeof createApplication>) =>
  sentAt ?? stateAt ?? '';

function findInstructor({ instructorId }: DemoApplicant) {
  const found = instructors.find(({ affiliateId }) => affiliateId === instructorId);
  if (found === undefined) throw new Error(`unknown demo instructor ${instructorId}`);
  return found;
}

/** The cards that an application shows, by their place. */
const cardsByType = {
  1: [
    ['advanced', level.advanced],
    ['rescue', level.rescue],
  ],
  2: [['divemaster', level.divemaster]],
} as const;

function createApplication(applicant: DemoApplicant, world: World, licenses: ReadonlyMap<string, number>) {
  const { timeline, find, careers } = world;
  const { affiliateId, typeId, state } = applicant;
  const steps = listSteps(applicant, timeline);
  const career = careers.find((one) => one.affiliateId === affiliateId);
  const exercises = Object.fromEntries(
    listExerciseIds(typeId).flatMap((id, place) => {
      const score = applicant.scores[place];
      return score === undefined ? [] : [[id, { score, isConfirmed: hasConfirmedExercises(applicant) }]];
    }),
  );
  const firstAid = {
    date: timeline.day(applicant.firstAidDays),
    provider: 'Lifeline First Aid School',
    isElsewhere: true,
  };
  const held = cardsByType[typeId].map(([place, levelID]) => ({
    place,
    licenseID: licenses.get(`${affiliateId} ${levelID}`) ?? 0,
    date: timeline.day(career?.cards.find((card) => card.levelID === levelID)?.daysAgo ?? 0),
  }));
  const adventures = career?.adventures?.kinds ?? [];
  const facts: Facts = {
    birthdate: find(affiliateId).birthdate,
    cards: Object.fromEntries(held.map(({ place, date }) => [place, { date, isOutside: false, isShown: true }])),
    firstAid: { date: firstAid.date, isElsewhere: true, hasProof: true },
    medical: { date: timeline.day(applicant.medicalDays), source: 'proof' },
    dives: {
      total: applicant.dives + adventures.length,
      verified: adventures.length,
      kinds: Object.fromEntries(diveKinds.map((kind) => [kind, 1])),
    },
    exercises,
    proofs: listProofKinds(typeId),
  };
  const hasFee = state === 'PaymentDue' || state === 'Completed';
  return {
    affiliate_id: affiliateId,
    type_id: typeId,
    state,
    version: steps.length + 1,
    instructor_id: applicant.instructorId,
    store_id: applicant.storeId,
    cards: JSON.stringify(Object.fromEntries(held.map(({ place, licenseID }) => [place, { licenseID }]))),
    first_aid: JSON.stringify(firstAid),
    exercises: JSON.stringify(exercises),
    statement: applicant.statement,
    recommendation: hasConfirmedExercises(applicant) ? applicant.recommendation : '',
    facts: JSON.stringify(facts),
    reasons: JSON.stringify(applicant.reasons),
    fee_minor: hasFee ? findApplicationType(typeId).fee.amountMinor : null,
    currency: hasFee ? 'USD' : null,
    license_id: state === 'Completed' ? (licenses.get(`${affiliateId} ${level.divemaster}`) ?? null) : null,
    created_at: steps[0]?.at,
    updated_at: steps.at(-1)?.at,
    state_at: steps.at(-1)?.at,
    sent_at: steps.find(({ action }) => action === 'send')?.at ?? null,
  };
}

function listExerciseIds(typeId: number): readonly string[] {
  return findApplicationType(typeId).requirements.flatMap((requirement) =>
    requirement.kind === 'exercises' ? requirement.exercises : [],
  );
}

function getSearchText(applicant: DemoApplicant, id: number): string {
  const { affiliateId, memberNumber, name } = findInstructor(applicant);
  const named = demoStores.find((one) => one.affiliateId === applicant.storeId);
  const store = named === undefined ? '' : `${named.name} ${named.storeNumber} ${named.affiliateId}`;
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
    const id = createUuidFromText(`demo signature ${affiliate} ${action}`);
    const stored = { ...signed, locale: 'en-US', ip: '203.0.113.7', userAgent: '' } as const;
    const encrypted = encryptSignature(services, { affiliateId: affiliate, applicationId: application, id }, stored);
    const digest = createHash('sha256').update(`demo application ${affiliate} ${action}`).digest('base64url');
    return [
      {
        affiliate_id: affiliate,
        application_id: application,
        id,
        role,
        signer_id: signer,
        sealed_signature: encrypted,
        digest,
        signed_at: at,
      },
    ];
  });
}
