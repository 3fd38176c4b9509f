import { appendAudit } from '#platform/server/observability/audit.ts';
import { loadBrand } from '#platform/server/config/brand.ts';
import type { Context } from '#platform/server/http/context.ts';
import { CodedError, fail as failCall } from '#platform/shared/errors.ts';
import { confirmPhoto, requireSubject } from '#features/account/server/public.ts';
import { ageOn } from '#domain/age.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { type CardInfo, fail } from '#features/certifications/shared/contract.ts';
import { findLevel, fullCardAge, type Level } from '#domain/certification-levels.ts';
import {
  type Confirmations,
  listMissing,
  getLevelMinAge,
  type Missing,
} from '#features/certifications/shared/readiness.ts';
import { canCertifyAnyone, canCertifyStudent, canOverride } from '#features/certifications/shared/policy.ts';
import { certify, parseCertDate } from '#features/certifications/server/certify.ts';
import { pickCulture, toCardInfo } from '#features/certifications/server/card-info.ts';
import { notifyCertified } from '#features/certifications/server/notifications.ts';
import { type Candidate, listFamilyConflicts, loadCandidate } from './candidate.ts';
import * as queries from './queries.ts';

interface CertifyInput {
  affiliateId: number;
  levelID: number;
  /** DD-MMM-YYYY. */
  certDate: string;
  /** The pending photo that was shown; a newer one must be confirmed again. */
  confirmPhotoId?: string | undefined;
  confirmOutside?: boolean | undefined;
  /** Staff only: the reason for issuing despite missing requirements. */
  overrideReason?: string | undefined;
}

/** Instructors certify ready students; staff certify anyone, with a reason if something is missing. */
export async function certifyStudent(ctx: Context, wanted: CertifyInput): Promise<CardInfo> {
  const level = findLevel(wanted.levelID);
  if (level === undefined) throw fail('certifications.unknown_level', { path: 'levelID' });
  const certDate = parseCertDate(wanted.certDate, toIsoDate(ctx.now));
  const isUnrestricted = canCertifyAnyone(ctx.user);
  if (!isUnrestricted && (level.packageId === null || wanted.overrideReason !== undefined))
    throw failCall('access.denied');
  if (isUnrestricted) await requireSubject(ctx, wanted.affiliateId);
  await queries.lockVerifiedDives(ctx.db, { affiliateId: wanted.affiliateId });
  const candidate = await loadCandidate(ctx, wanted.affiliateId, level.packageId ?? '');
  // 404 doesn't reveal whether the person exists or learns with another instructor.
  if (candidate === null || !canCertifyStudent(ctx.user, candidate)) throw failCall('not_found');
  requireLevelOpen(level, candidate, isUnrestricted);
  requireAge(level, candidate.facts.birthdate, certDate);
  const confirmations = toConfirmations(wanted, candidate);
  const missing = [
    ...listMissing(level.levelID, candidate.facts, certDate, confirmations),
    ...listFamilyConflicts(ctx, candidate),
  ];
  if (missing.length > 0 && (wanted.overrideReason === undefined || !canOverride(ctx.user, missing)))
    throw createIncompleteError(missing);
  return issueCertification(ctx, level, candidate, {
    certDate,
    missing,
    confirmations,
    overrideReason: wanted.overrideReason,
  });
}

function toConfirmations(
  { confirmPhotoId, confirmOutside }: Pick<CertifyInput, 'confirmPhotoId' | 'confirmOutside'>,
  { photoId }: Candidate,
): Confirmations {
  return { photo: confirmPhotoId !== undefined && confirmPhotoId === photoId, outside: confirmOutside === true };
}

interface CertifyClassInput {
  packageId: string;
  certDate: string;
  students: readonly Omit<CertifyInput, 'certDate' | 'overrideReason'>[];
}

/** Certifies the ready students of a class and returns the missing requirements of the others. */
export async function certifyClass(ctx: Context, { packageId, certDate: cardDate, students }: CertifyClassInput) {
  const certDate = parseCertDate(cardDate, toIsoDate(ctx.now));
  const certified: { affiliateId: number; licenseID: number; levelID: number }[] = [];
  const open: { affiliateId: number; missing: Missing[] }[] = [];
  const wanted = [...new Map(students.map((student) => [student.affiliateId, student])).values()];
  for (const [place, student] of wanted.toSorted((a, b) => a.affiliateId - b.affiliateId).entries()) {
    const level = findLevel(student.levelID);
    if (level === undefined || level.packageId !== packageId)
      throw fail('certifications.unknown_level', { path: `students.${place}.levelID` });
    await queries.lockVerifiedDives(ctx.db, { affiliateId: student.affiliateId });
    const candidate = await loadCandidate(ctx, student.affiliateId, packageId);
    if (candidate === null) throw failCall('not_found', { path: `students.${place}.affiliateId` });
    if (!canCertifyStudent(ctx.user, candidate)) throw failCall('not_found');
    requireLevelOpen(level, candidate, false);
    requireAge(level, candidate.facts.birthdate, certDate);
    const confirmations = toConfirmations(student, candidate);
    const missing = [
      ...listMissing(level.levelID, candidate.facts, certDate, confirmations),
      ...listFamilyConflicts(ctx, candidate),
    ];
    if (missing.length > 0) open.push({ affiliateId: student.affiliateId, missing });
    else {
      const { licenseID, levelID } = await issueCertification(ctx, level, candidate, {
        certDate,
        missing,
        confirmations,
      });
      certified.push({ affiliateId: student.affiliateId, licenseID, levelID });
    }
  }
  return { certified, open };
}

interface IssueOptions {
  certDate: string;
  missing: readonly Missing[];
  confirmations: Confirmations;
  overrideReason?: string | undefined;
}

async function issueCertification(
  ctx: Context,
  level: Level,
  candidate: Candidate,
  issuing: IssueOptions,
): Promise<CardInfo> {
  const { db, services } = ctx;
  const { affiliateId, language, training } = candidate;
  const { certDate, missing, overrideReason } = issuing;
  const { levelID } = level;
  const confirmed = await storeConfirmations(ctx, candidate, issuing.confirmations);
  const { teacher: _teacher, grantedOn: _grantedOn, ...people } = training ?? { teacher: null, grantedOn: '' };
  const { office } = loadBrand(services.env.BRAND_FILE);
  const { licenseID, hasECard } = await certify(db, { affiliateId, levelID, certDate, ...people, office });
  await notifyCertified(services, db, { affiliateId, licenseID, level, hasECard, language });
  const override =
    overrideReason === undefined || missing.length === 0
      ? {}
      : { override: { reason: overrideReason, missing: missing.map(({ kind }) => kind) } };
  const entry = { actor: ctx.user.affiliateId, subject: `person:${affiliateId}`, correlationId: ctx.correlationId };
  if (confirmed.photoId !== null)
    await appendAudit(db, { ...entry, action: 'photo.confirmed', data: { photoId: confirmed.photoId, licenseID } });
  if (confirmed.parts.length > 0)
    await appendAudit(db, {
      ...entry,
      action: 'training.confirmed',
      data: { packageId: candidate.packageId, parts: confirmed.parts, licenseID },
    });
  await appendAudit(db, {
    ...entry,
    action: 'certification.granted',
    data: { licenseID, levelID, certDate, ...override },
  });
  const culture = pickCulture(undefined, ctx.locale);
  const info = toCardInfo(services.messages, culture, { licenseID, levelID, certDate, hasECard, isRevoked: false });
  if (info === null) throw new Error(`unknown certification level ${levelID}`);
  return info;
}

interface Confirmed {
  photoId: string | null;
  parts: string[];
}

/** Stores the confirmations of the dialog: the photo, and training with other instructors. */
async function storeConfirmations(
  { db, user }: Context,
  { affiliateId, packageId, photoId, facts }: Candidate,
  { photo, outside }: Confirmations,
): Promise<Confirmed> {
  const confirmed: Confirmed = { photoId: null, parts: [] };
  if (photo && facts.photo === 'pending' && photoId !== null) {
    if (!(await confirmPhoto(db, affiliateId, photoId, user.affiliateId)))
      throw createIncompleteError([{ kind: 'photo', day: null, names: [] }]);
    confirmed.photoId = photoId;
  }
  if (outside) {
    const confirmedBy = user.affiliateId;
    const rows = await queries.confirmOutsideTraining(db, { affiliateId, packageId, confirmedBy });
    confirmed.parts = rows.map(({ part }) => part);
  }
  return confirmed;
}

/** One entry per missing requirement as `requirements.<kind>`, or the date alone at its field. */
function createIncompleteError(missing: readonly Missing[]): CodedError {
  if (missing.length === 1 && missing[0]?.kind === 'date')
    return fail('certifications.early_date', { path: 'certDate' });
  const code = 'certifications.not_complete';
  return new CodedError(
    fail.codes[code],
    missing.map(({ kind }) => ({ code, message: kind, path: `requirements.${kind}` })),
  );
}

/** Age limits also apply to staff. */
function requireAge(level: Level, birthdate: string | null, certDate: string): void {
  if (birthdate === null) return;
  const age = ageOn(birthdate, certDate);
  if (age < getLevelMinAge(level)) throw fail('certifications.under_age', { path: 'levelID' });
  // The junior card is not issued from this age on.
  if (level.name === 'junior_open_water' && age >= fullCardAge)
    throw fail('certifications.unknown_level', { path: 'levelID' });
}

/** A revoked level can't be issued again by the instructor, in its junior or full form. */
function requireLevelOpen(level: Level, { held }: Candidate, isUnrestricted: boolean): void {
  if (held.some(({ levelID, isRevoked }) => levelID === level.levelID && !isRevoked))
    throw fail('certifications.has_level', { path: 'levelID' });
  const isOfCourse = (levelID: number) => findLevel(levelID)?.packageId === level.packageId;
  if (!isUnrestricted && held.some(({ levelID, isRevoked }) => isRevoked && isOfCourse(levelID)))
    throw fail('certifications.revoked', { path: 'levelID' });
}
