import type { Context } from '#platform/server/http/context.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import type { DiveLog } from '#features/logbook/shared/contract.ts';
import { findLog } from '#features/logbook/server/queries.ts';

export async function readLog({ db, user }: Pick<Context, 'db' | 'user'>, id: string): Promise<DiveLog> {
  const row = await findLog.first(db, { viewer: user.affiliateId, id });
  if (row === undefined) throw failCall('not_found');
  return row.log.affiliate_id === user.affiliateId ? row.log : toShownLog(row.log);
}

/** For an instructor: without recordings that were attached after the verification, and without the diver's imports. */
function toShownLog(log: DiveLog): DiveLog {
  const recordings = log.recordings.filter((recording) => !recording.is_added_later);
  return {
    ...log,
    outline: recordings.length === 0 ? null : log.outline,
    recordings: recordings.map((recording) => ({ ...recording, import_id: null, file: null })),
  };
}
