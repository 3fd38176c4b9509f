import type { Services } from '#platform/server/http/context.ts';
import { type Db, statement } from '#platform/server/db/database.ts';
import type { Notice } from '#features/notifications/shared/notice.ts';
import { notify } from '#features/notifications/server/public.ts';
import type { Subject } from './subject.ts';
import { fullNameSql } from './name-queries.ts';

const selectGuardians = statement<{ guardianId: number }, [affiliateId: number]>(
  'select guardian_id::int as "guardianId" from guardian_link where affiliate_id = $1 order by 1',
);
const selectName = statement<{ name: string }, [affiliateId: number]>(
  `select ${fullNameSql('p')} as name from person p where p.affiliate_id = $1`,
);

export async function findFullName(db: Db, affiliateId: number): Promise<string> {
  return (await selectName(db, affiliateId))[0]?.name ?? '';
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
  for (const { guardianId } of await selectGuardians(db, affiliateId))
    if (guardianId !== except) await notify(services, db, { ...notification, to: guardianId });
}
