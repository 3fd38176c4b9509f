import { sql } from 'kysely';
import type { StaffSessions } from '#platform/server/http/context.ts';
import type { Database } from '#platform/server/db/database.ts';
import { query, type Params } from '#platform/server/db/query.ts';
import { confirmationWindow } from '#platform/shared/access.ts';
import { isActiveStaffSession } from './queries.ts';

const { minutes, deskMaxMinutes } = confirmationWindow;
const deskWindow = sql`interval ${`${deskMaxMinutes} minutes`}`;
const window = sql`interval ${`${minutes} minutes`}`;

/** An idle session isn't reopened by its use: only `findSession` decides whether it is open. */
const recordSessionUse = query((db, p: Params<{ affiliateId: number; sessionId: string; isDesk: boolean }>) =>
  db
    .updateTable('session')
    .set({
      last_seen_at: sql`now()`,
      confirmed_until: sql`case
        when ${p.isDesk} and greatest(confirmed_until, confirmed_at + ${window}) > now()
        then least(now() + ${window}, confirmed_at + ${deskWindow})
        else confirmed_until end`,
    })
    .where('affiliate_id', '=', p.affiliateId)
    .where(sql<boolean>`id::text = ${p.sessionId}`)
    .where('ended_at', 'is', null)
    .where(isActiveStaffSession('session')),
);

const findConfirmedSession = query((db, p: Params<{ affiliateId: number; sessionId: string }>) =>
  db
    .selectFrom('session')
    .select('id')
    .where('affiliate_id', '=', p.affiliateId)
    .where(sql<boolean>`id::text = ${p.sessionId}`)
    .where('ended_at', 'is', null)
    .where('confirmed_until', '>', sql<Date>`now()`)
    .where('confirmed_at', '>', sql<Date>`now() - ${deskWindow}`),
);

const writeIntervalMs = 60_000;
const rememberedLimit = 1_000;

/** Writes at most once a minute for each session and process. */
export function createStaffSessions(database: Database, onError: (error: unknown) => void): StaffSessions {
  const writtenAtMs = new Map<string, number>();
  return {
    async noteUse({ affiliateId, sessionId }, isDesk) {
      const key = `${sessionId}:${isDesk}`;
      const nowMs = Date.now();
      if (nowMs - (writtenAtMs.get(key) ?? 0) < writeIntervalMs) return;
      if (writtenAtMs.size >= rememberedLimit) writtenAtMs.clear();
      writtenAtMs.set(key, nowMs);
      await recordSessionUse(database.db, { affiliateId, sessionId, isDesk }).catch(onError);
    },
    async isConfirmed({ affiliateId, sessionId }) {
      return (await findConfirmedSession.first(database.db, { affiliateId, sessionId })) !== undefined;
    },
  };
}
