import { appendAudit } from '../../../../platform/server/audit.ts';
import type { Handlers } from '../../../../platform/server/calls.ts';
import type { Context } from '../../../../platform/server/context.ts';
import { FileReply } from '../../../../platform/server/file-reply.ts';
import { fail as failCall } from '../../../../platform/shared/errors.ts';
import { assertTexts } from '../../../../platform/shared/plain-text.ts';
import { demandSubject, findPhotoStatus, logReading, readPhoto, type Subject } from '../../../account/server/public.ts';
import { ageOn, dayOf } from '../../../account/shared/rules.ts';
import { addMonths } from '../../../forms/shared/rules.ts';
import { findTraining, listTaught } from '../../../learning/server/public.ts';
import { type eCardCalls, fail } from '../../shared/contract.ts';
import type { Readiness } from '../../shared/readiness-contract.ts';
import { isReady, minAgeFor, outsideMonths } from '../../shared/readiness.ts';
import { certifyByCall, certifyClass } from './issue.ts';
import { type Candidate, familyMissing, isNumberOf, judge, leadsToLevel, readCandidate } from './read.ts';
import * as sql from './sql.ts';

type Calls =
  | 'GET readiness'
  | 'GET readiness/class'
  | 'GET readiness/photo'
  | 'PUT outside-training'
  | 'POST outside-training/remove'
  | 'POST certify'
  | 'POST certify/class';

export const readinessHandlers: Pick<Handlers<typeof eCardCalls>, Calls> = {
  'GET readiness': async (ctx, { query }) => {
    const { affiliateId = ctx.user.affiliateId, packageId } = query;
    const reader = await requireReader(ctx, affiliateId, packageId);
    if (!leadsToLevel(packageId)) return null;
    const candidate = await readCandidate(ctx, affiliateId, packageId);
    if (candidate === null) throw failCall('not_found');
    if (reader !== null) await logReading(ctx, reader, 'record');
    return describe(ctx, candidate, query.certDate);
  },

  'GET readiness/class': async (ctx, { query: { packageId, certDate } }) => {
    if (!leadsToLevel(packageId)) throw failCall('not_found');
    const candidates: Readiness[] = [];
    for (const affiliateId of await listTaught(ctx.db, ctx.user.affiliateId, packageId)) {
      const candidate = await readCandidate(ctx, affiliateId, packageId);
      if (candidate !== null) candidates.push(describe(ctx, candidate, certDate));
    }
    return candidates.filter(({ certified }) => certified === null);
  },

  'GET readiness/photo': async (ctx, { query: { affiliateId, packageId } }) => {
    const reader = await requireReader(ctx, affiliateId, packageId);
    const { fileKey } = await findPhotoStatus(ctx.db, affiliateId);
    const jpeg = fileKey === null ? null : await readPhoto(ctx.services, fileKey);
    if (jpeg === null) throw failCall('not_found');
    if (reader !== null) await logReading(ctx, reader, 'photo');
    return new FileReply(jpeg, 'image/jpeg', { 'cache-control': 'private, no-store' });
  },

  'PUT outside-training': async (ctx, { body }) => {
    const { affiliateId = ctx.user.affiliateId, packageId, part, trainedOn, place, instructorNumber } = body;
    await requireReader(ctx, affiliateId, packageId);
    const candidate = await readCandidate(ctx, affiliateId, packageId);
    if (candidate === null || !candidate.facts.isEnrolled || judge(candidate, dayOf(ctx.now)).certified !== null)
      throw failCall('not_found');
    if (!partsOf(candidate).includes(part)) throw fail('certifications.unknown_part', { path: 'part' });
    assertTexts(
      body,
      { ...candidate.outside.find((entry) => entry.part === part) },
      { place: 'short', instructorNumber: 'short' },
    );
    requireTrainingDay(candidate, trainedOn, dayOf(ctx.now));
    if (isNumberOf(instructorNumber, candidate.training))
      throw fail('certifications.own_number', { path: 'instructorNumber' });
    const by = ctx.user.affiliateId;
    await sql.putOutside(ctx.db, affiliateId, packageId, part, trainedOn, place, instructorNumber, by);
    await recordEntry(ctx, affiliateId, 'training.entered', { packageId, part, trainedOn, place, instructorNumber });
    return readAgain(ctx, affiliateId, packageId);
  },

  'POST outside-training/remove': async (ctx, { body: { affiliateId = ctx.user.affiliateId, packageId, part } }) => {
    await requireReader(ctx, affiliateId, packageId);
    const [removed] = await sql.deleteOutside(ctx.db, affiliateId, packageId, part);
    if (removed === undefined) throw failCall('not_found');
    await recordEntry(ctx, affiliateId, 'training.removed', { packageId, part });
    return readAgain(ctx, affiliateId, packageId);
  },

  'POST certify': (ctx, { body }) => certifyByCall(ctx, body),
  'POST certify/class': (ctx, { body }) => certifyClass(ctx, body),
};

/** Oneself, the instructor who teaches the course, a minor's guardian, and staff. The last two are answered: they are logged. */
async function requireReader(ctx: Context, affiliateId: number, packageId: string): Promise<Subject | null> {
  const { user, db } = ctx;
  if (affiliateId === user.affiliateId) return null;
  if (user.role === 'professional') {
    const training = await findTraining(db, affiliateId, packageId);
    if (training?.teacher === user.affiliateId) return null;
  }
  return demandSubject(ctx, affiliateId);
}

/** What of the course can be done with another instructor. */
function partsOf({ facts }: Candidate): string[] {
  return [
    'lessons',
    ...(facts.exam.isRequired ? ['exam'] : []),
    ...(facts.skills.length > 0 ? ['skills'] : []),
    ...(facts.flexible.length > 0 ? ['flexible'] : []),
    ...facts.dives.map(({ number }) => `dive_${number}`),
  ];
}

/** A referral is recent, and the student was old enough to dive. */
function requireTrainingDay({ packageId, facts }: Candidate, trainedOn: string, today: string): void {
  const path = 'trainedOn';
  if (trainedOn > today) throw fail('certifications.bad_date', { path });
  if (trainedOn < addMonths(today, -outsideMonths)) throw fail('certifications.training_too_old', { path });
  if (facts.birthdate !== null && ageOn(facts.birthdate, trainedOn) < minAgeFor(packageId))
    throw fail('certifications.under_age', { path });
}

function describe(ctx: Context, candidate: Candidate, certDate = dayOf(ctx.now)): Readiness {
  const { affiliateId, packageId, name, facts, outside } = candidate;
  const { levelID, missing: open, earliestDate, certified, isRevoked } = judge(candidate, certDate);
  const missing = [...open, ...familyMissing(ctx, candidate)];
  return {
    affiliateId,
    packageId,
    name,
    levelID,
    earliestDate,
    missing,
    isReady: levelID !== null && certified === null && !isRevoked && isReady(missing),
    isRevoked,
    certified,
    photo: facts.photo,
    photoId: candidate.photoId,
    outside,
    parts: partsOf(candidate),
  };
}

async function readAgain(ctx: Context, affiliateId: number, packageId: string): Promise<Readiness> {
  const candidate = await readCandidate(ctx, affiliateId, packageId);
  if (candidate === null) throw failCall('not_found');
  return describe(ctx, candidate);
}

async function recordEntry(ctx: Context, affiliateId: number, action: string, data: object): Promise<void> {
  await appendAudit(ctx.db, {
    actor: ctx.user.affiliateId,
    action,
    subject: `person:${affiliateId}`,
    data: { ...data },
    correlationId: ctx.correlationId,
  });
}
