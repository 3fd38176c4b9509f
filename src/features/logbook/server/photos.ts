import type { Context } from '../../../platform/server/context.ts';
import { fail as failCall } from '../../../platform/shared/errors.ts';
import { assertTexts } from '../../../platform/shared/plain-text.ts';
import { fail, type LogPhoto } from '../shared/contract.ts';
import { canEditNotes } from '../shared/policy.ts';
import { publishChange } from './events.ts';
import * as sql from './photo-sql.ts';

interface PhotoChanges {
  id: string;
  photos: readonly { id: string; caption: string }[];
}

/** The log is theirs and its photos may change; nobody else changes them until the transaction ends. */
export async function lockOwnLog({ db, user }: Pick<Context, 'db' | 'user'>, logId: string): Promise<void> {
  const [log] = await sql.lockLog(db, user.affiliateId, logId);
  if (log === undefined) throw failCall('not_found');
  if (!canEditNotes(log.status)) throw fail('logbook.locked');
}

/** The order and the captions. One that is not named was added or removed elsewhere meanwhile: nothing is changed then. */
export async function updatePhotos(ctx: Context, { id: logId, photos }: PhotoChanges): Promise<LogPhoto[]> {
  const { db, user } = ctx;
  await lockOwnLog(ctx, logId);
  const captions = await sql.listCaptions(db, user.affiliateId, logId);
  const stored = new Set(captions.map(({ id }) => id));
  const named = new Set(photos.map(({ id }) => id.toLowerCase()));
  if (named.size !== photos.length || named.symmetricDifference(stored).size > 0)
    throw fail('logbook.stale', { path: 'photos' });
  for (const [index, { id, caption }] of photos.entries()) {
    const former = captions.find((photo) => photo.id === id.toLowerCase());
    assertTexts({ caption }, { caption: former?.caption }, { caption: 'short' }, (name) => `photos.${index}.${name}`);
  }
  await sql.arrangePhotos(
    db,
    user.affiliateId,
    logId,
    photos.map(({ id }) => id),
    photos.map(({ caption }) => caption),
  );
  await publishChange(ctx, logId, [user.affiliateId]);
  const [log] = await sql.listPhotos(db, user.affiliateId, logId);
  return (log?.photos ?? []).map((row) => sql.toPhoto(logId, row));
}
