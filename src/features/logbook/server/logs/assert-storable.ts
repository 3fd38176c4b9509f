import { latestIsoDate } from '#platform/shared/dates.ts';
import type { PlainContext } from '#platform/server/http/context.ts';
import { CodedError } from '#platform/shared/errors.ts';
import { fail } from '#features/logbook/shared/contract.ts';
import type { LogStatus } from '#features/logbook/shared/enums.ts';
import { findMissing, findInvalid } from '#features/logbook/shared/rules.ts';
import type { LogContent } from './queries.ts';
import { findInstructor, type Instructor } from '#features/logbook/server/queries.ts';

type Code = keyof typeof fail.codes;

/**
 * Reports all problems together. Invalid values are rejected in drafts too; missing fields and unknown instructors only
 * once the dive is logged or submitted.
 */
export async function assertStorable(
  ctx: PlainContext,
  content: LogContent & { is_imported?: boolean },
  status: LogStatus,
): Promise<Instructor | null> {
  const checked = { ...content, ...content.conditions, ...content.equipment };
  const problems: { code: Code; path: string }[] = findInvalid(checked, latestIsoDate(ctx.now));
  let instructor: Instructor | null = null;
  if (status !== 'Draft') {
    problems.push(...findMissing(checked));
    const found = await lookUpInstructor(ctx, content);
    if (typeof found === 'string') problems.push({ code: found, path: 'general.memsys_member_number' });
    else instructor = found;
  }
  if (problems.length > 0)
    throw new CodedError(
      422,
      problems.map((problem) => ({ ...problem, message: problem.code })),
    );
  return instructor;
}

async function lookUpInstructor(
  { db, user }: PlainContext,
  { log_type: type, memsys_member_number: memberNumber }: LogContent,
): Promise<Instructor | Code | null> {
  if (type !== 'Training' || memberNumber === null) return null;
  const instructor = await findInstructor.first(db, { memberNumber });
  if (instructor === undefined) return 'logbook.unknown_instructor';
  return instructor.affiliate_id === user.affiliateId ? 'logbook.own_instructor' : instructor;
}

/** Throws if the change is based on an outdated version, and includes the current one. */
export function assertVersion(sent: number, current: number, path = 'version'): void {
  if (sent === current) return;
  const code = 'logbook.stale';
  throw new CodedError(fail.codes[code], [{ code, message: code, path, now: String(current) }]);
}
