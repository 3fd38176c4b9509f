import type { Notice } from '#features/notifications/shared/notice.ts';
import { notify } from '#features/notifications/server/public.ts';
import { familyNotices } from '#features/family/shared/notices.ts';
import type { TransactionContext } from '#platform/server/http/context.ts';
import * as queries from './queries.ts';

interface GuardianChange {
  child: queries.PersonRow;
  guardian: queries.PersonRow;
  /** The person who made the change, who isn't notified of it. */
  by: number;
}

/** Notifies the child and its other guardians of a new guardian. */
export function notifyGuardianAdded(context: TransactionContext, change: GuardianChange): Promise<void> {
  return notifyChildAndGuardians(context, change, familyNotices.guardianAdded, familyNotices.childGuardianAdded);
}

/** Notifies the child and the remaining guardians. */
export function notifyFamilyOfRemoval(context: TransactionContext, change: GuardianChange): Promise<void> {
  return notifyChildAndGuardians(context, change, familyNotices.guardianRemoved, familyNotices.childGuardianRemoved);
}

export async function notifyFormerGuardian(context: TransactionContext, change: GuardianChange): Promise<void> {
  if (change.by === change.guardian.affiliateId) return;
  await notifyPerson(
    context,
    change.guardian.affiliateId,
    familyNotices.guardianEnded,
    { child: change.child.name },
    '/family',
  );
}

async function notifyChildAndGuardians(
  context: TransactionContext,
  change: GuardianChange,
  own: Notice,
  others: Notice,
): Promise<void> {
  const { child, guardian, by } = change;
  const values = { guardian: guardian.name, child: child.givenName };
  if (child.affiliateId !== by) await notifyPerson(context, child.affiliateId, own, values, '/family');
  for (const { affiliateId } of await queries.listGuardians(context.db, child))
    if (affiliateId !== by && affiliateId !== guardian.affiliateId)
      await notifyPerson(context, affiliateId, others, values, '/family');
}

/** Every guardian is notified directly, so the copy that notifications of a child send to guardians is turned off. */
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
    notifiesGuardians: false,
    ...(key !== undefined && { key }),
  });
}
