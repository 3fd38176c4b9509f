import type { Context } from '#platform/server/http/context.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import { assertTextRules } from '#platform/shared/text-schemas.ts';
import { fail, type LogPhoto } from '#features/logbook/shared/contract.ts';
import { canEditNotes } from '#features/logbook/shared/policy.ts';
import { publishChange } from '#features/logbook/server/change-events.ts';
import * as queries from './queries.ts';

interface PhotoChanges {
  id: string;
  photos: readonly { id: string; caption: string }[];
}

/** Locks the user's own log for photo changes until the transaction ends. */
export async function lockLogForPhotoEdit({ db, user }: Pick<Context, 'db' | 'user'>, logId: string): Promise<void> {
  const log = await queries.lockLogForPhotos.first(db, { affiliateId: user.affiliateId, logId });
  if (log === undefined) throw failCall('not_found');
  if (!canEditNotes(log, user)) throw fail('logbook.locked');
}

/**
 * Stores order and captions. If the list doesn't match the stored photos, they changed elsewhere and nothing is stored.
 */
export async function updatePhotos(ctx: Context, { id: logId, photos }: PhotoChanges): Promise<LogPhoto[]> {
  const { db } = ctx;
  const { affiliateId } = ctx.user;
  await lockLogForPhotoEdit(ctx, logId);
  const captions = await queries.listCaptions(db, { affiliateId, logId });
  const stored = new Set(captions.map(({ id }) => id));
  const named = new Set(photos.map(({ id }) => id.toLowerCase()));
  if (named.size !== photos.length || named.symmetricDifference(stored).size > 0)
    throw fail('logbook.stale', { path: 'photos' });
  for (const [index, { id, caption }] of photos.entries()) {
    const former = captions.find((photo) => photo.id === id.toLowerCase());
    assertTextRules(
      { caption },
      { caption: former?.caption },
      { caption: 'short' },
      (name) => `photos.${index}.${name}`,
    );
  }
  await queries.updatePhotoOrder(db, {
    affiliateId,
    logId,
    ids: photos.map(({ id }) => id),
    captions: photos.map(({ caption }) => caption),
  });
  await publishChange(ctx, logId, [affiliateId]);
  const log = await queries.listPhotos.first(db, { viewer: affiliateId, logId });
  return (log?.photos ?? []).map((row) => queries.toPhoto(logId, row));
}
