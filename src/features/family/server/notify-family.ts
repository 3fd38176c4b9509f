import type { Notice } from '#features/notifications/shared/notice.ts';
import { notify } from '#features/notifications/server/public.ts';
import { familyNotices } from '#features/family/shared/notices.ts';
import type { TransactionContext } from './invites/invites.ts';
import * as sql from './queries.ts';

interface GuardianChange {
  child: sql.PersonRow;
  guardian: sql.PersonRow;
  /** Who did it knows already. */
  by: number;
}

/** The child and those who are its guardians hear of one more. */
export function notifyGuardianAdded(doing: TransactionContext, change: GuardianChange): Promise<void> {
  return notifyChildAndGuardians(doing, change, familyNotices.guardianAdded, familyNotices.childGuardianAdded);
}

/** The child, those who still are, and the one who no longer is. */
export async function notifyGuardianRemoved(doing: TransactionContext, change: GuardianChange): Promise<void> {
  await notifyChildAndGuardians(doing, change, familyNotices.guardianRemoved, familyNotices.childGuardianRemoved);
  if (change.by === change.guardian.affiliateId) return;
  await notifyPerson(
    doing,
    change.guardian.affiliateId,
    familyNotices.guardianEnded,
    { child: change.child.name },
    '/family',
  );
}

async function notifyChildAndGuardians(
  doing: TransactionContext,
  change: GuardianChange,
  own: Notice,
  others: Notice,
): Promise<void> {
  const { child, guardian, by } = change;
  const values = { guardian: guardian.name, child: child.givenName };
  if (child.affiliateId !== by) await notifyPerson(doing, child.affiliateId, own, values, '/family');
  for (const { affiliateId } of await sql.listGuardians(doing.db, child.affiliateId))
    if (affiliateId !== by && affiliateId !== guardian.affiliateId)
      await notifyPerson(doing, affiliateId, others, values, '/family');
}

/** Guardians are told by themselves, and so not once more in a child's place. */
export async function notifyPerson(
  { services, db }: TransactionContext,
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
