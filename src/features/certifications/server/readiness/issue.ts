import { appendAudit } from '../../../../platform/server/audit.ts';
import { readBrand } from '../../../../platform/server/brand.ts';
import type { Context } from '../../../../platform/server/context.ts';
import { CodedError, fail as failCall } from '../../../../platform/shared/errors.ts';
import { confirmPhoto, demandSubject } from '../../../account/server/public.ts';
import { ageOn, dayOf } from '../../../account/shared/rules.ts';
import { type CardInfo, fail } from '../../shared/contract.ts';
import { findLevel, fullCardAge, type Level } from '../../shared/levels.ts';
import { canOverride, type Confirmations, listMissing, minAgeOf, type Missing } from '../../shared/readiness.ts';
import { certify, demandDay } from '../certify.ts';
import { cultureOf, toCardInfo } from '../shape.ts';
import { tellCertified } from '../telling.ts';
import { type Candidate, familyMissing, readCandidate } from './read.ts';
import * as sql from './sql.ts';

interface Wanted {
  affiliateId: number;
  levelID: number;
  /** DD-MMM-YYYY. */
  certDate: string;
  /** The pending photo that was shown: one uploaded since needs another look. */
  confirmPhotoId?: string | undefined;
  confirmOutside?: boolean | undefined;
  /** Of staff: why the card is issued although something is missing. */
  overrideReason?: string | undefined;
}

/** An instructor certifies a student who is ready; staff anybody, with a reason where something is missing. */
export async function certifyByCall(ctx: Context, wanted: Wanted): Promise<CardInfo> {
  const level = findLevel(wanted.levelID);
  if (level === undefined) throw fail('certifications.unknown_level', { path: 'levelID' });
  const certDate = demandDay(wanted.certDate, dayOf(ctx.now));
  const isStaff = ctx.user.role === 'staff';
  if (!isStaff && (level.packageId === null || wanted.overrideReason !== undefined)) throw failCall('access.denied');
  if (isStaff) await demandSubject(ctx, wanted.affiliateId);
  await sql.holdVerifiedDives(ctx.db, wanted.affiliateId);
  const candidate = await readCandidate(ctx, wanted.affiliateId, level.packageId ?? '');
  if (candidate === null) throw failCall('not_found');
  if (!isStaff) requireTeacher(ctx, candidate);
  requireLevelOpen(level, candidate, isStaff);
  requireAge(level, candidate.facts.birthdate, certDate);
  const confirmations = confirmationsOf(wanted, candidate);
  const missing = [
    ...listMissing(level.levelID, candidate.facts, certDate, confirmations),
    ...familyMissing(ctx, candidate),
  ];
  if (missing.length > 0 && (wanted.overrideReason === undefined || !canOverride(missing))) throw incomplete(missing);
  return issue(ctx, level, candidate, { certDate, missing, confirmations, overrideReason: wanted.overrideReason });
}

function confirmationsOf(
  { confirmPhotoId, confirmOutside }: Pick<Wanted, 'confirmPhotoId' | 'confirmOutside'>,
  { photoId }: Candidate,
): Confirmations {
  return { photo: confirmPhotoId !== undefined && confirmPhotoId === photoId, outside: confirmOutside === true };
}

interface ClassWanted {
  packageId: string;
  certDate: string;
  students: readonly Omit<Wanted, 'certDate' | 'overrideReason'>[];
}

/** The ready ones of a class together; the others with what is missing. */
export async function certifyClass(ctx: Context, { packageId, certDate: cardDate, students }: ClassWanted) {
  const certDate = demandDay(cardDate, dayOf(ctx.now));
  const certified: { affiliateId: number; licenseID: number; levelID: number }[] = [];
  const open: { affiliateId: number; missing: Missing[] }[] = [];
  const wanted = [...new Map(students.map((student) => [student.affiliateId, student])).values()];
  for (const [place, one] of wanted.toSorted((a, b) => a.affiliateId - b.affiliateId).entries()) {
    const level = findLevel(one.levelID);
    if (level === undefined || level.packageId !== packageId)
      throw fail('certifications.unknown_level', { path: `students.${place}.levelID` });
    await sql.holdVerifiedDives(ctx.db, one.affiliateId);
    const candidate = await readCandidate(ctx, one.affiliateId, packageId);
    if (candidate === null) throw failCall('not_found', { path: `students.${place}.affiliateId` });
    requireTeacher(ctx, candidate);
    requireLevelOpen(level, candidate, false);
    requireAge(level, candidate.facts.birthdate, certDate);
    const confirmations = confirmationsOf(one, candidate);
    const missing = [
      ...listMissing(level.levelID, candidate.facts, certDate, confirmations),
      ...familyMissing(ctx, candidate),
    ];
    if (missing.length > 0) open.push({ affiliateId: one.affiliateId, missing });
    else {
      const { licenseID, levelID } = await issue(ctx, level, candidate, { certDate, missing, confirmations });
      certified.push({ affiliateId: one.affiliateId, licenseID, levelID });
    }
  }
  return { certified, open };
}

interface Issuing {
  certDate: string;
  missing: readonly Missing[];
  confirmations: Confirmations;
  overrideReason?: string | undefined;
}

async function issue(ctx: Context, level: Level, candidate: Candidate, issuing: Issuing): Promise<CardInfo> {
  const { db, services } = ctx;
  const { affiliateId, language, training } = candidate;
  const { certDate, missing, overrideReason } = issuing;
  const { levelID } = level;
  const confirmed = await confirmInStep(ctx, candidate, issuing.confirmations);
  const { teacher: _teacher, grantedOn: _grantedOn, ...people } = training ?? { teacher: null, grantedOn: '' };
  const { office } = readBrand(services.env.BRAND_FILE);
  const { licenseID, hasECard } = await certify(db, { affiliateId, levelID, certDate, ...people, office });
  await tellCertified(services, db, { affiliateId, licenseID, level, hasECard, language });
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
  const culture = cultureOf(undefined, ctx.locale);
  const info = toCardInfo(services.messages, culture, { licenseID, levelID, certDate, hasECard, isRevoked: false });
  if (info === null) throw new Error('a level was known and is not any more');
  return info;
}

interface Confirmed {
  photoId: string | null;
  parts: string[];
}

/** What the instructor vouches for in the dialog: the photo, and training with other instructors. */
async function confirmInStep(
  { db, user }: Context,
  { affiliateId, packageId, photoId, facts }: Candidate,
  { photo, outside }: Confirmations,
): Promise<Confirmed> {
  const confirmed: Confirmed = { photoId: null, parts: [] };
  if (photo && facts.photo === 'pending' && photoId !== null) {
    if (!(await confirmPhoto(db, affiliateId, photoId, user.affiliateId)))
      throw incomplete([{ kind: 'photo', day: null, names: [] }]);
    confirmed.photoId = photoId;
  }
  if (outside) {
    const rows = await sql.confirmOutside(db, affiliateId, packageId, user.affiliateId);
    confirmed.parts = rows.map(({ part }) => part);
  }
  return confirmed;
}

/** One entry for each thing that is missing: `requirements.<kind>`, or the date alone at its field. */
function incomplete(missing: readonly Missing[]): CodedError {
  if (missing.length === 1 && missing[0]?.kind === 'date')
    return fail('certifications.early_date', { path: 'certDate' });
  const code = 'certifications.not_complete';
  return new CodedError(
    fail.codes[code],
    missing.map(({ kind }) => ({ code, message: kind, path: `requirements.${kind}` })),
  );
}

/** Whether a person exists, or learns with another instructor, is not told. */
function requireTeacher({ user }: Context, { affiliateId, training }: Candidate): void {
  if (training === null || training.teacher !== user.affiliateId || affiliateId === user.affiliateId)
    throw failCall('not_found');
}

/** Also staff issue no level to somebody whose age it is not for. */
function requireAge(level: Level, birthdate: string | null, certDate: string): void {
  if (birthdate === null) return;
  const age = ageOn(birthdate, certDate);
  if (age < minAgeOf(level)) throw fail('certifications.under_age', { path: 'levelID' });
  // From this age on it does not exist.
  if (level.name === 'junior_open_water' && age >= fullCardAge)
    throw fail('certifications.unknown_level', { path: 'levelID' });
}

/** What the association took away, in the one age or the other, only it gives back. */
function requireLevelOpen(level: Level, { held }: Candidate, isStaff: boolean): void {
  if (held.some(({ levelID, isRevoked }) => levelID === level.levelID && !isRevoked))
    throw fail('certifications.has_level', { path: 'levelID' });
  const isOfCourse = (levelID: number) => findLevel(levelID)?.packageId === level.packageId;
  if (!isStaff && held.some(({ levelID, isRevoked }) => isRevoked && isOfCourse(levelID)))
    throw fail('certifications.revoked', { path: 'levelID' });
}
