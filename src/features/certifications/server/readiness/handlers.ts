import { appendAudit, type AuditAction } from '#platform/server/observability/audit.ts';
import type { Handlers } from '#platform/server/http/endpoints.ts';
import type { Context } from '#platform/server/http/context.ts';
import { FileReply } from '#platform/server/http/file-reply.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import { assertTextRules } from '#platform/shared/text-schemas.ts';
import {
  requireSubject,
  findPhotoStatus,
  auditRead,
  readPhoto,
  type Subject,
} from '#features/account/server/public.ts';
import { ageOn } from '#domain/age.ts';
import { toIsoDate, addMonths } from '#platform/shared/dates.ts';
import { findTraining, listClass } from '#features/learning/server/public.ts';
import { levels } from '#domain/certification-levels.ts';
import { isTeacherOf } from '#features/certifications/shared/policy.ts';
import { type eCardEndpoints, fail } from '#features/certifications/shared/contract.ts';
import type { Readiness } from '#features/certifications/shared/readiness-contract.ts';
import { isReady, getCourseMinAge, outsideMonths } from '#features/certifications/shared/readiness.ts';
import { certifyStudent, certifyClass } from './certify-student.ts';
import {
  type Candidate,
  listFamilyConflicts,
  isInstructorNumber,
  evaluateReadiness,
  leadsToLevel,
  loadCandidate,
  loadCandidates,
} from './candidate.ts';
import * as queries from './queries.ts';

type Endpoints =
  | 'GET readiness'
  | 'GET readiness/class'
  | 'GET readiness/photo'
  | 'PUT outside-training'
  | 'POST outside-training/remove'
  | 'POST certify'
  | 'POST certify/class';

export const readinessHandlers: Pick<Handlers<typeof eCardEndpoints>, Endpoints> = {
  'GET readiness': async (ctx, { query }) => {
    const { affiliateId = ctx.user.affiliateId, packageId } = query;
    const reader = await requireReader(ctx, affiliateId, packageId);
    if (!leadsToLevel(packageId)) return null;
    const candidate = await loadCandidate(ctx, affiliateId, packageId);
    if (candidate === null) throw failCall('not_found');
    if (reader !== null) await auditRead(ctx, reader, 'record');
    return toReadiness(ctx, candidate, query.certDate);
  },

  'GET readiness/class': async (ctx, { query: { packageId, certDate, offset, limit } }) => {
    if (!leadsToLevel(packageId)) throw failCall('not_found');
    const { possible, others } = await listClass(ctx, levels, packageId);
    const page = [...possible, ...others].slice(offset, offset + limit);
    const candidates = await loadCandidates(
      ctx,
      page.map(({ affiliateId }) => ({ affiliateId, packageId })),
    );
    return {
      total: possible.length + others.length,
      items: candidates.flatMap((candidate) => (candidate === null ? [] : [toReadiness(ctx, candidate, certDate)])),
    };
  },

  'GET readiness/photo': async (ctx, { query: { affiliateId, packageId } }) => {
    const reader = await requireReader(ctx, affiliateId, packageId);
    const { fileKey } = await findPhotoStatus(ctx.db, affiliateId);
    const jpeg = fileKey === null ? null : await readPhoto(ctx.services, fileKey);
    if (jpeg === null) throw failCall('not_found');
    if (reader !== null) await auditRead(ctx, reader, 'photo');
    return new FileReply(jpeg, 'image/jpeg', { 'cache-control': 'private, no-store' });
  },

  'PUT outside-training': async (ctx, { body }) => {
    const { affiliateId = ctx.user.affiliateId, packageId, part, trainedOn, place, instructorNumber } = body;
    await requireReader(ctx, affiliateId, packageId);
    const candidate = await loadCandidate(ctx, affiliateId, packageId);
    if (
      candidate === null ||
      !candidate.facts.isEnrolled ||
      evaluateReadiness(candidate, toIsoDate(ctx.now)).certified !== null
    )
      throw failCall('not_found');
    if (!listTrainingParts(candidate).includes(part)) throw fail('certifications.unknown_part', { path: 'part' });
    assertTextRules(
      body,
      { ...candidate.outside.find((entry) => entry.part === part) },
      { place: 'short', instructorNumber: 'short' },
    );
    requireTrainingDay(candidate, trainedOn, toIsoDate(ctx.now));
    if (isInstructorNumber(instructorNumber, candidate.training))
      throw fail('certifications.own_number', { path: 'instructorNumber' });
    const entry = { packageId, part, trainedOn, place, instructorNumber };
    await queries.upsertOutsideTraining(ctx.db, { ...entry, affiliateId, enteredBy: ctx.user.affiliateId });
    await recordEntry(ctx, affiliateId, 'training.entered', entry);
    return reloadReadiness(ctx, affiliateId, packageId);
  },

  'POST outside-training/remove': async (ctx, { body: { affiliateId = ctx.user.affiliateId, packageId, part } }) => {
    await requireReader(ctx, affiliateId, packageId);
    const removed = await queries.deleteOutsideTraining.first(ctx.db, { affiliateId, packageId, part });
    if (removed === undefined) throw failCall('not_found');
    await recordEntry(ctx, affiliateId, 'training.removed', { packageId, part });
    return reloadReadiness(ctx, affiliateId, packageId);
  },

  'POST certify': (ctx, { body }) => certifyStudent(ctx, body),
  'POST certify/class': (ctx, { body }) => certifyClass(ctx, body),
};

/**
 * Allows oneself, the instructor of the course, a minor's guardian and staff. Returns the subject for the last two,
 * whose reads are audited.
 */
async function requireReader(ctx: Context, affiliateId: number, packageId: string): Promise<Subject | null> {
  const { user, db } = ctx;
  if (affiliateId === user.affiliateId) return null;
  if (user.role === 'professional') {
    const training = await findTraining(db, affiliateId, packageId);
    if (isTeacherOf(user, { training })) return null;
  }
  return requireSubject(ctx, affiliateId);
}

/** The parts of the course that can be done with another instructor. */
function listTrainingParts({ facts }: Candidate): string[] {
  return [
    'lessons',
    ...(facts.exam.isRequired ? ['exam'] : []),
    ...(facts.skills.length > 0 ? ['skills'] : []),
    ...(facts.flexible.length > 0 ? ['flexible'] : []),
    ...facts.dives.map(({ number }) => `dive_${number}`),
  ];
}

/** A referral must be recent, and the student must have been old enough. */
function requireTrainingDay({ packageId, facts }: Candidate, trainedOn: string, today: string): void {
  const path = 'trainedOn';
  if (trainedOn > today) throw fail('certifications.bad_date', { path });
  if (trainedOn < addMonths(today, -outsideMonths)) throw fail('certifications.training_too_old', { path });
  if (facts.birthdate !== null && ageOn(facts.birthdate, trainedOn) < getCourseMinAge(packageId))
    throw fail('certifications.under_age', { path });
}

function toReadiness(ctx: Context, candidate: Candidate, certDate = toIsoDate(ctx.now)): Readiness {
  const { affiliateId, packageId, name, facts, outside } = candidate;
  const { levelID, missing: open, earliestDate, certified, isRevoked } = evaluateReadiness(candidate, certDate);
  const missing = [...open, ...listFamilyConflicts(ctx, candidate)];
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
    parts: listTrainingParts(candidate),
  };
}

async function reloadReadiness(ctx: Context, affiliateId: number, packageId: string): Promise<Readiness> {
  const candidate = await loadCandidate(ctx, affiliateId, packageId);
  if (candidate === null) throw failCall('not_found');
  return toReadiness(ctx, candidate);
}

async function recordEntry(ctx: Context, affiliateId: number, action: AuditAction, data: object): Promise<void> {
  await appendAudit(ctx.db, {
    actor: ctx.user.affiliateId,
    action,
    subject: `person:${affiliateId}`,
    data: { ...data },
    correlationId: ctx.correlationId,
  });
}
