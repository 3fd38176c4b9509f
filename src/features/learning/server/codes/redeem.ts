import { randomInt } from 'node:crypto';
import { appendAudit } from '#platform/server/observability/audit.ts';
import { loadBrand } from '#platform/server/config/brand.ts';
import type { Context } from '#platform/server/http/context.ts';
import { returnRateLimitToken, takeRateLimitToken } from '#platform/server/http/rate-limit.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import { affiliateType } from '#domain/roles.ts';
import { notify } from '#features/notifications/server/public.ts';
import { failCode, type RedeemResult } from '#features/learning/shared/codes-contract.ts';
import { fail } from '#features/learning/shared/contract.ts';
import { learningNotices } from '#features/learning/shared/notices.ts';
import { clubYear, specialtyOfChoice } from '#features/learning/shared/rules.ts';
import { grantEnrollment, countLessons } from '#features/learning/server/enrollments/access.ts';
import { hasPrerequisite } from './prerequisite.ts';
import * as queries from './queries.ts';
import { library } from '#features/learning/server/content/library.ts';
import { publishChange } from '#features/learning/server/events.ts';

export type CodeContext = Pick<Context, 'services' | 'db' | 'correlationId'>;

/** Limit on wrong codes per hour, well above typing errors. */
const guessLimit = { limit: 20, windowS: 3_600 };

/**
 * Counts the attempt before the lookup, so a valid code is rejected too after too many wrong ones. The token is
 * returned for known codes.
 */
export async function requireRedeemableCode({ services, db, user }: Context, code: string): Promise<queries.CodeRow> {
  const counters = services.database.db;
  const key = `learning.code:${user.affiliateId}`;
  const { allowed, retryAfterS } = await takeRateLimitToken(counters, { key, ...guessLimit });
  if (!allowed) throw failCall('rate.limited', { retryAfterS });
  const row = await queries.findCode.first(db, { code });
  if (row === undefined) throw failCode('224');
  await returnRateLimitToken(counters, key);
  assertRedeemable(row, user.affiliateId);
  return row;
}

export function assertRedeemable(row: queries.CodeRow | undefined, affiliateId: number): void {
  if (row === undefined) throw failCode('224');
  if (row.redeemedAt !== null) throw failCode(row.redeemedBy === affiliateId ? '225' : '226');
  if (row.isExpired || row.isShared) throw failCode('226');
  // Earlier holders have seen the code and must not redeem it.
  if (row.givenBy !== null && row.holderId !== affiliateId) throw failCode('226');
}

/** Opens the course of a code. If the person already owns it, the code stays valid, so they can give it away. */
export async function redeemCourseCode(
  context: CodeContext,
  { code, isClub }: Pick<queries.CodeRow, 'code' | 'isClub'>,
  packageId: string,
  affiliateId: number,
): Promise<RedeemResult> {
  const { db, services, correlationId } = context;
  const course = await requirePackage(context, packageId);
  const row = await queries.redeemCode.first(db, { code, affiliateId, packageId });
  if (row === undefined) {
    const now = await queries.findCode.first(db, { code });
    assertRedeemable(now, affiliateId);
    throw failCode('226');
  }
  const { storeNumber, memberNumber } = row;
  const grant = { affiliateId, packageId, source: 'code', storeNumber, memberNumber } as const;
  const { isNew } = await grantEnrollment(db, { ...grant, lessonsTotal: course.lessons });
  if (!isNew && !isClub) throw failCode('learning.code_owned');
  await appendAudit(db, {
    actor: affiliateId,
    action: 'learning.code_redeemed',
    subject: `person:${affiliateId}`,
    data: { code, packageId },
    correlationId,
  });
  await notifyGiver(context, row, course.title, affiliateId);
  for (const personId of new Set([affiliateId, row.holderId, row.givenBy]))
    if (personId !== null) await publishChange({ services, db }, personId, packageId, 'codes');
  return { redirect: `/training/course/${packageId}`, isSpecialityProduct: false, packageId };
}

async function requirePackage({ db }: CodeContext, packageId: string): Promise<{ title: string; lessons: number }> {
  const course = library.find(packageId);
  if (course) return { title: course.texts.get('en-US')?.title ?? packageId, lessons: countLessons(course) };
  const scorm = await queries.findScormCourse.first(db, { packageId });
  if (scorm === undefined) throw fail('learning.no_course', { message: packageId });
  return scorm;
}

async function notifyGiver(
  { services, db }: CodeContext,
  row: queries.CodeRow,
  course: string,
  redeemer: number,
): Promise<void> {
  const giver = await queries.findGiver.first(db, { ...row, redeemer });
  if (giver === undefined) return;
  const diver = await queries.findPerson.first(db, { affiliateId: redeemer });
  await notify(services, db, {
    to: giver.affiliateId,
    notice: learningNotices.codeRedeemed,
    values: { diver: diver?.name ?? '', course },
    key: row.code,
  });
}

/**
 * Redeems club codes of divers only, because stores and professionals may hold them to give away. Divers who lack the
 * course's prerequisite keep the code.
 */
export async function redeemClubCode(context: CodeContext, row: queries.CodeRow): Promise<boolean> {
  if (!row.isClub || row.holderId === null || row.packageId === specialtyOfChoice || row.packageId === clubYear)
    return false;
  const holder = await queries.findPerson.first(context.db, { affiliateId: row.holderId });
  if (holder?.affiliateTypeId !== affiliateType.diver) return false;
  if (!(await hasPrerequisite(context.db, row.holderId, row.packageId, new Date()))) return false;
  await redeemCourseCode(context, row, row.packageId, row.holderId);
  return true;
}

export interface CodeGrant {
  /** A course, or `specialtyOfChoice`. */
  packageId: string;
  /** Null for a printed code, which anyone can redeem. */
  holder: number | null;
  /** Defaults to the certification name of the course. Club codes carry the club's name. */
  certificationName?: string;
  isClub?: boolean;
  /** The seller, who is set on the enrollment when the code is redeemed. */
  storeNumber?: number | null;
  memberNumber?: number | null;
  expiresAt?: Date | null;
}

/** Creates a code for a holder. A club code held by a diver is redeemed immediately. */
export async function grantCode(context: CodeContext, grant: CodeGrant): Promise<string> {
  const { packageId, holder } = grant;
  const code = generateCode();
  const row = await queries.insertCode.first(context.db, {
    isClub: false,
    storeNumber: null,
    memberNumber: null,
    expiresAt: null,
    ...grant,
    certificationName: grant.certificationName ?? (await getCertificationName(context, packageId)),
    code,
  });
  if (row === undefined || holder === null) return code;
  if (!(await redeemClubCode(context, row))) await publishChange(context, holder, packageId, 'codes');
  return code;
}

export async function getCertificationName(context: CodeContext, packageId: string): Promise<string> {
  if (packageId === specialtyOfChoice)
    return context.services.messages.format('en-US', 'learning.codes.specialty_of_choice');
  if (packageId === clubYear)
    return context.services.messages.format('en-US', 'learning.codes.club_year', {
      club: loadBrand(context.services.env.BRAND_FILE).club,
    });
  return library.find(packageId)?.texts.get('en-US')?.certification ?? (await requirePackage(context, packageId)).title;
}

/** Excludes characters that are easily confused. */
const codeAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

export function generateCode(): string {
  const part = () => Array.from({ length: 4 }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('');
  return [part(), part(), part()].join('-');
}
