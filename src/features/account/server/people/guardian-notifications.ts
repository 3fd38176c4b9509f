import type { Services } from '#platform/server/http/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { query, type Params } from '#platform/server/db/query.ts';
import type { Notice } from '#features/notifications/shared/notice.ts';
import { notify } from '#features/notifications/server/public.ts';
import type { Subject } from './subject.ts';

const listGuardians = query((db, p: Params<{ affiliateId: number }>) =>
  db
    .selectFrom('guardian_link')
    .select('guardian_id as guardianId')
    .where('affiliate_id', '=', p.affiliateId)
    .orderBy('guardian_id'),
);

const findName = query((db, p: Params<{ affiliateId: number }>) =>
  db.selectFrom('person_name').select('full_name as name').where('affiliate_id', '=', p.affiliateId),
);

export async function findFullName(db: Db, affiliateId: number): Promise<string> {
  return (await findName.first(db, { affiliateId }))?.name ?? '';
}

interface GuardianNotification {
  notice: Notice;
  values: Record<string, string>;
  path: string;
  /** The person who made the change. */
  except?: number;
  key?: string;
}

/** Notifies every guardian of a minor except `except`. Does nothing for an adult. */
export async function notifyGuardians(
  services: Pick<Services, 'env' | 'mail' | 'messages' | 'pubsub'>,
  db: Db,
  { affiliateId, isMinor }: Pick<Subject, 'affiliateId' | 'isMinor'>,
  { except, ...notification }: GuardianNotification,
): Promise<void> {
  if (!isMinor) return;
  for (const { guardianId } of await listGuardians(db, { affiliateId }))
    if (guardianId !== except) await notify(services, db, { ...notification, to: guardianId });
}
