import type { StaffSessions } from '../../../platform/server/context.ts';
import { type Database, statement } from '../../../platform/server/db.ts';
import { confirmation } from '../../../platform/shared/access.ts';
import { isLivingForStaff } from './sql.ts';

/** A session that was left idle stays so: only `findSession` decides whether it is still open. */
const recordUse = statement<unknown, [affiliateId: number, id: string, isDesk: boolean]>(`
  update session set last_seen_at = now(),
    confirmed_until = case
      when $3 and greatest(confirmed_until, confirmed_at + interval '${confirmation.minutes} minutes') > now()
      then least(now() + interval '${confirmation.minutes} minutes',
        confirmed_at + interval '${confirmation.deskMaxMinutes} minutes')
      else confirmed_until end
  where affiliate_id = $1 and id::text = $2 and ended_at is null and (${isLivingForStaff('session')})`);

const selectConfirmed = statement<{ id: string }, [affiliateId: number, id: string]>(`
  select id from session
  where affiliate_id = $1 and id::text = $2 and ended_at is null and confirmed_until > now()
    and confirmed_at > now() - interval '${confirmation.deskMaxMinutes} minutes'`);

const writeEveryMs = 60_000;
const rememberedLimit = 1_000;

/** Written at most once a minute for each session and process. */
export function createStaffSessions(database: Database, onError: (error: unknown) => void): StaffSessions {
  const writtenAtMs = new Map<string, number>();
  return {
    async noteUse({ affiliateId, sessionId }, isDesk) {
      const key = `${sessionId}:${isDesk}`;
      const nowMs = Date.now();
      if (nowMs - (writtenAtMs.get(key) ?? 0) < writeEveryMs) return;
      if (writtenAtMs.size >= rememberedLimit) writtenAtMs.clear();
      writtenAtMs.set(key, nowMs);
      await recordUse(database.db, affiliateId, sessionId, isDesk).catch(onError);
    },
    async isConfirmed({ affiliateId, sessionId }) {
      return (await selectConfirmed(database.db, affiliateId, sessionId)).length > 0;
    },
  };
}
