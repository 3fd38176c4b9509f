import type { Context } from '#platform/server/http/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { CodedError } from '#platform/shared/errors.ts';
import { findPrerequisite, meetsPrerequisite } from '#domain/certification-levels.ts';
import { failCode } from '#features/learning/shared/codes-contract.ts';
import { listHeldLevels } from '#features/learning/server/courses/recommendations.ts';
import { listEnrolledPackages } from './queries.ts';

/** The shop's rule, so a code opens no course that the person could not buy. */
export async function hasPrerequisite(db: Db, affiliateId: number, packageId: string, now: Date): Promise<boolean> {
  if (findPrerequisite(packageId) === undefined) return true;
  const held = await listHeldLevels(db, { affiliateId, today: toIsoDate(now) });
  return meetsPrerequisite(
    packageId,
    held.map(({ levelId }) => levelId),
  );
}

/** The error names the missing certification and the course that leads to it. An owned course has its own error. */
export async function assertPrerequisite(ctx: Context, packageId: string): Promise<void> {
  const { db, locale, now, services, user } = ctx;
  if (await hasPrerequisite(db, user.affiliateId, packageId, now)) return;
  const enrolled = await listEnrolledPackages(db, { affiliateId: user.affiliateId });
  if (enrolled.some((entry) => entry.packageId === packageId)) return;
  const code = 'learning.code_prerequisite';
  const level = findPrerequisite(packageId);
  const details = {
    level: level && services.messages.format(locale, `certifications.level.${level.name}`),
    course: level?.packageId,
  };
  throw new CodedError(
    failCode.codes[code],
    Object.entries(details).flatMap(([path, value]) =>
      typeof value === 'string' ? [{ code, message: `requires ${value}`, path, now: value }] : [],
    ),
  );
}
