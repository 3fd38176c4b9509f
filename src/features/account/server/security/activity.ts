import type { Db } from '#platform/server/db/database.ts';
import { truncateIp } from '#platform/server/http/ip-network.ts';
import type { ActivityEntry } from '#features/account/shared/factor-contract.ts';
import { describeDevice } from '#features/account/server/sessions/devices.ts';
import { listEvents } from './queries.ts';

/**
 * The person's view of the events: device and network, without internal data. Returns one more than a page if there are
 * older ones.
 */
export async function listActivity(
  db: Db,
  affiliateId: number,
  sessionId: string,
  before = Number.MAX_SAFE_INTEGER,
): Promise<ActivityEntry[]> {
  const events = await listEvents(db, { affiliateId, before });
  return events.map((event) => {
    const { browser, system } = describeDevice(event.userAgent);
    return {
      id: event.id,
      kind: event.kind,
      date: event.occurredAt.toISOString(),
      count: event.count,
      browser,
      system,
      ip: truncateIp(event.ip),
      isThisSession: event.sessionId === sessionId,
    };
  });
}
