import { statement, type Db } from '#platform/server/db/database.ts';
import { truncateIp } from '#platform/server/http/ip-network.ts';
import type { ActivityEntry } from '#features/account/shared/factor-contract.ts';
import { describeDevice } from '#features/account/server/sessions/devices.ts';

interface EventRow {
  id: number;
  kind: string;
  at: Date;
  count: number;
  user_agent: string;
  ip: string;
  session_id: string | null;
}

const selectEvents = statement<EventRow, [affiliateId: number, before: number, limit: number]>(`
  select id, kind, occurred_at as at, count, user_agent, ip, session_id from security_event
  where affiliate_id = $1 and id < $2 and occurred_at > now() - interval '12 months'
  order by id desc limit $3`);

/** The person's view of the events: device and network, without internal data. */
export async function listActivity(
  db: Db,
  affiliateId: number,
  sessionId: string,
  before: number | undefined,
  limit: number,
): Promise<ActivityEntry[]> {
  const rows = await selectEvents(db, affiliateId, before ?? Number.MAX_SAFE_INTEGER, limit);
  return rows.map((row) => {
    const { browser, system } = describeDevice(row.user_agent);
    return {
      id: row.id,
      kind: row.kind,
      date: row.at.toISOString(),
      count: row.count,
      browser,
      system,
      ip: truncateIp(row.ip),
      isThisSession: row.session_id === sessionId,
    };
  });
}

const deleteOld = statement<unknown, []>("delete from security_event where occurred_at < now() - interval '12 months'");

export async function deleteOldSecurityEvents(db: Db): Promise<void> {
  await deleteOld(db);
}
