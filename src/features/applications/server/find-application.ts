import type { Context } from '#platform/server/http/context.ts';
import { fail as failAnywhere } from '#platform/shared/errors.ts';
import { getApplicationRole } from '#features/applications/shared/policy.ts';
import type { ApplicationRole } from '#features/applications/shared/steps.ts';
import * as queries from './queries.ts';

/** An application and the current user's role in it. */
export interface ApplicationAccess {
  row: queries.ApplicationRow;
  role: ApplicationRole;
}

/** Returns 404 for people without a role in the application. */
export async function findApplication(ctx: Context, id: number): Promise<ApplicationAccess> {
  return requireAccess(ctx, await queries.findApplication.first(ctx.db, { id }));
}

/** Like findApplication, with the row locked until the transaction ends. */
export async function lockApplication(ctx: Context, id: number): Promise<ApplicationAccess> {
  await findApplication(ctx, id);
  return requireAccess(ctx, await queries.lockApplication.first(ctx.db, { id }));
}

async function requireAccess(
  { db, user }: Context,
  row: queries.ApplicationRow | undefined,
): Promise<ApplicationAccess> {
  const role = row === undefined ? null : getApplicationRole(user, row);
  if (row === undefined || role === null) throw failAnywhere('not_found');
  // Instructors who lost teaching status lose access, because applications contain medical documents.
  const { affiliateId } = user;
  if (role === 'instructor' && (await queries.findActiveInstructor.first(db, { affiliateId })) === undefined)
    throw failAnywhere('not_found');
  return { row, role };
}
