import { createHash } from 'node:crypto';
import { readBrand } from '../../../platform/server/brand.ts';
import type { Services } from '../../../platform/server/context.ts';
import type { Db } from '../../../platform/server/db.ts';
import { uuidOf } from '../../../platform/server/uuid.ts';
import { affiliateType } from '../../professionals/shared/rules.ts';
import { searchable } from '../../../platform/shared/searchable.ts';
import { renumberFrom } from '../../logbook/server/public.ts';
import type { Facts } from '../shared/requirements.ts';
import { type DemoApplicant, demoApplicants, demoInstructors } from './demo-applicants.ts';
import { candidate, candidateRow } from './demo-candidate.ts';
import { proofsOf } from './demo-proofs.ts';
import * as sql from './demo-sql.ts';
import { isConfirmed, type Made, notesOf, stepsOf } from './demo-steps.ts';
import { sealSignature } from './signatures.ts';
import { findType } from './types.ts';

const stores = new Map([
  [400_007, 'Kelder Bay Diving 20001'],
  [400_009, 'Palmetto Reef Divers 20002'],
  [400_010, 'Blue Lagoon Dive House 20003'],
]);
const kinds = ['night', 'deep', 'navigation'];
/** Below those that are given out, so that tests and pictures repeat. */
const firstLicense = 20_472_001;
const dayMs = 86_400_000;

/**
 * One who is filling in an application, and some whose applications are with their instructors, at the desk, or over.
 * Loading it again changes nothing.
 */
export async function seedDemoApplications(services: Services, db: Db, now = new Date()): Promise<{ isNew: boolean }> {
  const made = await sql.insertPeople(db, JSON.stringify(peopleRows()));
  if (made.length === 0) return { isNew: false };
  const ago = (days: number) => new Date(now.getTime() - days * dayMs).toISOString().slice(0, 10);
  await sql.insertCards(db, JSON.stringify(demoApplicants.flatMap((one, index) => cardsOf(services, one, index, ago))));
  await sql.insertDives(db, JSON.stringify([...demoApplicants.map((one) => divesOf(one, ago)), candidate.dives(ago)]));
  await renumberFrom(db, candidate.affiliateId, '1900-01-01');
  const rows = [...demoApplicants.map((one, index) => applicationOf(one, index, now)), candidateRow(now)];
  const ids = new Map(
    (await sql.insertApplications(db, JSON.stringify(rows))).map(({ id, affiliateId }) => [affiliateId, id]),
  );
  const all: Made[] = demoApplicants.map((one) => ({
    one,
    id: ids.get(one.affiliateId) ?? 0,
    steps: stepsOf(one, now),
  }));
  await sql.setSearchTexts(db, JSON.stringify(all.map(({ one, id }) => ({ id, text: searchTextOf(one, id) }))));
  await sql.insertSteps(db, JSON.stringify(all.flatMap(stepRows)));
  await sql.insertSignatures(db, JSON.stringify(all.flatMap((one) => signaturesOf(services, one))));
  await sql.insertProofs(
    db,
    JSON.stringify((await Promise.all(all.map((one) => proofsOf(services, one, now)))).flat()),
  );
  await sql.insertNotes(db, JSON.stringify(all.flatMap((one) => notesOf(one, now))));
  return { isNew: true };
}

function peopleRows() {
  return [
    ...demoInstructors.slice(1).map(({ affiliateId: id, name, memberNumber: number }) => {
      const [given = '', family = ''] = name.split(' ');
      return { id, given, family, type: affiliateType.instructor, number, city: 'Kelder Bay', country: 'GB' };
    }),
    ...demoApplicants.map((one, index) => {
      const { affiliateId: id, givenName: given, familyName: family, birthdate, city, country } = one;
      const email = `${searchable(`${given}.${family}`).replaceAll(/[^a-z.]/g, '')}@demo.test`;
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

type Ago = (days: number) => string;

function instructorOf({ instructorId }: DemoApplicant) {
  const found = demoInstructors.find(({ affiliateId }) => affiliateId === instructorId);
  if (found === undefined) throw new Error(`there is no demo instructor ${instructorId}`);
  return found;
}

const licenseOf = (index: number, place: 'advanced' | 'rescue' | 'divemaster') =>
  firstLicense + index * 3 + ['advanced', 'rescue', 'divemaster'].indexOf(place);

function cardsOf({ env }: Services, one: DemoApplicant, index: number, ago: Ago) {
  const { name: instructor, memberNumber: number } = instructorOf(one);
  const { office } = readBrand(env.BRAND_FILE);
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
    card(licenseOf(index, 'advanced'), 30, 1_100 + index * 13),
    card(licenseOf(index, 'rescue'), 40, 600 + index * 11),
    ...(one.state === 'Completed' ? [card(licenseOf(index, 'divemaster'), 70, one.days)] : []),
  ];
}

function divesOf(one: DemoApplicant, ago: Ago) {
  const { affiliateId: instructor, memberNumber: number, name } = instructorOf(one);
  return {
    id: one.affiliateId,
    dives: one.dives,
    kinds,
    until: ago(one.days + 20),
    number,
    instructor,
    name,
  };
}

function applicationOf(one: DemoApplicant, index: number, now: Date) {
  const ago: Ago = (days) => new Date(now.getTime() - days * dayMs).toISOString().slice(0, 10);
  const steps = stepsOf(one, now);
  const exercises = Object.fromEntries(
    exerciseIds().flatMap((id, place) => {
      const score = one.scores[place];
      return score === undefined ? [] : [[id, { score, isConfirmed: isConfirmed(one) }]];
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
      total: one.dives + kinds.length,
      verified: kinds.length,
      kinds: Object.fromEntries(kinds.map((kind) => [kind, 1])),
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
      advanced: { licenseID: licenseOf(index, 'advanced') },
      rescue: { licenseID: licenseOf(index, 'rescue') },
    },
    firstAid,
    exercises,
    statement: one.statement,
    recommendation: isConfirmed(one) ? one.recommendation : '',
    facts,
    reasons: one.reasons,
    fee: one.state === 'PaymentDue' || one.state === 'Completed' ? findType(1).fee.amountMinor : null,
    license: one.state === 'Completed' ? licenseOf(index, 'divemaster') : null,
    created: steps[0]?.at,
    at: steps.at(-1)?.at,
    sent: steps.find(({ action }) => action === 'send')?.at ?? null,
  };
}

function exerciseIds(): readonly string[] {
  return findType(1).requirements.flatMap((one) => (one.kind === 'exercises' ? one.exercises : []));
}

function searchTextOf(one: DemoApplicant, id: number): string {
  const { affiliateId, memberNumber, name } = instructorOf(one);
  const store = one.storeId === null ? '' : `${stores.get(one.storeId) ?? ''} ${one.storeId}`;
  const applicant = `${one.givenName} ${one.familyName} ${one.affiliateId}`;
  return searchable([id, applicant, `${name} ${affiliateId} ${memberNumber}`, store].join('\n'));
}

function stepRows({ one, id: application, steps }: Made) {
  const { affiliateId: affiliate } = one;
  return steps.map((step, place) => ({
    affiliate,
    application,
    id: uuidOf(`demo application step ${affiliate} ${place}`),
    ...step,
  }));
}

function signaturesOf(services: Services, { one, id: application, steps }: Made) {
  const { affiliateId: affiliate } = one;
  return steps.flatMap(({ action, by: signer, at }) => {
    if (action !== 'submit' && action !== 'send') return [];
    const role = action === 'submit' ? 'applicant' : 'instructor';
    const name = role === 'applicant' ? `${one.givenName} ${one.familyName}` : instructorOf(one).name;
    const signed = { name, method: 'typed', strokes: null, typedName: name } as const;
    const sealed = sealSignature(services, { ...signed, locale: 'en-US', ip: '203.0.113.7', userAgent: '' });
    const digest = createHash('sha256').update(`demo application ${affiliate} ${action}`).digest('base64url');
    return [
      { affiliate, application, id: uuidOf(`demo signature ${affiliate} ${action}`), role, signer, sealed, digest, at },
    ];
  });
}
