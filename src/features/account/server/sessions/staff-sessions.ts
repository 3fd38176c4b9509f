import type { StaffSessions } from '#platform/server/http/context.ts';
import { type Database, statement } from '#platform/server/db/database.ts';
import { confirmationWindow } from '#platform/shared/access.ts';
import { isActiveStaffSessionSql } from '#features/account/server/queries.ts';

/** An idle session isn't reopened by its use: only `findSession` decides whether it is open. */
const recordSessionUse = statement<unknown, [affiliateId: number, id: string, isDesk: boolean]>(`
  update session set last_seen_at = now(),
    confirmed_until = case
      when $3 and greatest(confirmed_until, confirmed_at + interval '${confirmationWindow.minutes} minutes') > now()
      then least(now() + interval '${confirmationWindow.minutes} minutes',
        confirmed_at + interval '${confirmationWindow.deskMaxMinutes} minutes')
      else confirmed_until end
  where affiliate_id = $1 and id::text = $2 and ended_at is null and (${isActiveStaffSessionSql('session')})`);

const selectConfirmed = statement<{ id: string }, [affiliateId: number, id: string]>(`
  select id from session
  where affiliate_id = $1 and id::text = $2 and ended_at is null and confirmed_until > now()
    and confirmed_at > now() - interval '${confirmationWindow.deskMaxMinutes} minutes'`);

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
      await recordSessionUse(database.db, affiliateId, sessionId, isDesk).catch(onError);
    },
    async isConfirmed({ affiliateId, sessionId }) {
      return (await selectConfirmed(database.db, affiliateId, sessionId)).length > 0;
    },
  };
}
