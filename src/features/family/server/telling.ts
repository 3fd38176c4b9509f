import type { Notice } from '../../notifications/shared/notice.ts';
import { notify } from '../../notifications/server/public.ts';
import { familyNotices } from '../shared/notices.ts';
import type { Doing } from './invites.ts';
import * as sql from './sql.ts';

interface Change {
  child: sql.PersonRow;
  guardian: sql.PersonRow;
  /** Who did it knows already. */
  by: number;
}

/** The child and those who are its guardians hear of one more. */
export function tellOfGuardian(doing: Doing, change: Change): Promise<void> {
  return tellFamily(doing, change, familyNotices.guardianAdded, familyNotices.childGuardianAdded);
}

/** The child, those who still are, and the one who no longer is. */
export async function tellOfRemoval(doing: Doing, change: Change): Promise<void> {
  await tellFamily(doing, change, familyNotices.guardianRemoved, familyNotices.childGuardianRemoved);
  if (change.by === change.guardian.affiliateId) return;
  await tell(doing, change.guardian.affiliateId, familyNotices.guardianEnded, { child: change.child.name }, '/family');
}

async function tellFamily(doing: Doing, change: Change, own: Notice, others: Notice): Promise<void> {
  const { child, guardian, by } = change;
  const values = { guardian: guardian.name, child: child.givenName };
  if (child.affiliateId !== by) await tell(doing, child.affiliateId, own, values, '/family');
  for (const { affiliateId } of await sql.listGuardians(doing.db, child.affiliateId))
    if (affiliateId !== by && affiliateId !== guardian.affiliateId)
      await tell(doing, affiliateId, others, values, '/family');
}

/** Guardians are told by themselves, and so not once more in a child's place. */
export async function tell(
  { services, db }: Doing,
  to: number,
  notice: Notice,
  values: Record<string, string | number>,
  path: string,
  key?: string,
): Promise<void> {
  await notify(services, db, {
    to,
    notice,
    values,
    path,
    tellsGuardians: false,
    ...(key !== undefined && { key }),
  });
}
