import type { Context } from '#platform/server/http/context.ts';
import { fail as failAnywhere } from '#platform/shared/errors.ts';
import type { ApplicationRole } from '#features/applications/shared/steps.ts';
import * as sql from './queries.ts';

/** An application, and what the person who asks is to it. */
export interface ApplicationAccess {
  row: sql.ApplicationRow;
  role: ApplicationRole;
}

/** For everybody else it is not there. */
export async function findApplication(ctx: Context, id: number): Promise<ApplicationAccess> {
  return requireAccess(ctx, await sql.selectApplication(ctx.db, id));
}

/** The same, and nobody else changes it until the call has ended. */
export async function lockApplication(ctx: Context, id: number): Promise<ApplicationAccess> {
  await findApplication(ctx, id);
  return requireAccess(ctx, await sql.lockApplication(ctx.db, id));
}

async function requireAccess({ db, user }: Context, [row]: sql.ApplicationRow[]): Promise<ApplicationAccess> {
  const role = row === undefined ? null : getRole(row, user.affiliateId, user.role === 'staff');
  if (row === undefined || role === null) throw failAnywhere('not_found');
  // Who may not teach any more has nothing to do with it any more either: there are medical papers in it.
  if (role === 'instructor' && (await sql.findActiveInstructor(db, user.affiliateId)).length === 0)
    throw failAnywhere('not_found');
  return { row, role };
}

/** What is still in its applicant's hands is nobody else's to read; what came back its instructor has seen. */
function getRole(row: sql.ApplicationRow, reader: number, isStaff: boolean): ApplicationRole | null {
  if (row.affiliateId === reader) return row.deletedAt === null ? 'applicant' : null;
  if (row.state === 'Draft' || row.unseenBy.includes(reader)) return null;
  if (row.instructorId === reader) return 'instructor';
  if (isStaff) return 'staff';
  return row.storeId === reader ? 'store' : null;
}
