import { appendAudit } from '#platform/server/observability/audit.ts';
import type { Handlers } from '#platform/server/http/endpoints.ts';
import type { Context } from '#platform/server/http/context.ts';
import { contentPrefix } from '#platform/server/http/content-host.ts';
import { enqueueFileDeletion } from '#platform/server/files/delete-files.ts';
import { createLink } from '#platform/server/auth/single-use-links.ts';
import { fail } from '#features/learning/shared/contract.ts';
import { failScorm, type ScormPackage, type scormEndpoints } from '#features/learning/shared/scorm-contract.ts';
import type { Library } from '#features/learning/server/content/library.ts';
import { publishChange } from '#features/learning/server/events.ts';
import { requireLockedEnrollment } from '#features/learning/server/progress/save-steps.ts';
import { playPurpose, type PlayLink } from './content-routes.ts';
import * as queries from './queries.ts';
import { toFileKeys, importPackage } from './upload.ts';

export { registerScormFiles } from './content-routes.ts';

const playLifetimeS = 8 * 3_600;

export const scormHandlers = (library: Library): Handlers<typeof scormEndpoints> => ({
  async 'GET scorm/packages'({ db }) {
    return (await queries.listPackages(db)).map(toScormPackage);
  },

  async 'POST scorm/packages'(ctx, { body, file }) {
    const { packageId, level = 'beginner' } = body;
    return toScormPackage(await importPackage(ctx, library, { packageId, level, file }));
  },

  async 'DELETE scorm/packages/{packageId}'({ db, user, correlationId }, { params: { packageId } }) {
    await requirePackage(db, packageId);
    const gone = await queries.deletePackage.first(db, { packageId });
    if (gone === undefined) throw failScorm('scorm.in_use');
    await enqueueFileDeletion(db, toFileKeys(gone.filePrefix, gone.paths));
    await appendAudit(db, {
      actor: user.affiliateId,
      action: 'scorm.package_removed',
      subject: `course:${packageId}`,
      data: { files: gone.paths.length },
      correlationId,
    });
    return null;
  },

  async 'POST v2/courses/{packageId}/launch'(ctx, { params: { packageId }, body }) {
    const { db, user, now, services } = ctx;
    const { affiliateId } = user;
    const { title, version, items, filePrefix } = await requirePackage(db, packageId);
    await requireLockedEnrollment(ctx, { packageId, kind: 'scorm' });
    const item = body.item ?? (await findNextItem(ctx, packageId, items));
    if (!items.some(({ id }) => id === item)) throw failScorm('scorm.unknown_item');
    const played = await queries.findPlayedItem.first(db, { affiliateId, packageId, item });
    await queries.startPackage(db, { affiliateId, packageId, lessonsTotal: items.length, now });
    const link: PlayLink = { affiliateId, packageId, item, prefix: filePrefix };
    const token = await createLink(db, { purpose: playPurpose, data: { ...link }, lifetimeS: playLifetimeS });
    const origin = services.env.CONTENT_ORIGIN;
    return {
      packageId,
      title,
      version,
      item,
      url: `${origin}${contentPrefix}${token}/`,
      origin,
      cmi: played?.cmi ?? null,
      seq: played?.seq ?? 0,
    };
  },

  async 'POST v2/courses/{packageId}/runtime'(ctx, { params: { packageId }, body }) {
    const { db, user, now } = ctx;
    const { affiliateId } = user;
    const { item } = body;
    const { items } = await requirePackage(db, packageId);
    const ids = items.map(({ id }) => id);
    if (!ids.includes(item)) throw failScorm('scorm.unknown_item');
    await requireLockedEnrollment(ctx, { packageId, kind: 'scorm' });
    await queries.upsertItemProgress(db, { ...body, affiliateId, packageId, now });
    const after = await queries.updateCourseProgress.first(db, {
      affiliateId,
      packageId,
      items: ids,
      lastItem: item,
      now,
    });
    if (after?.isNewlyDone) await publishChange(ctx, affiliateId, packageId, 'progress');
    return null;
  },
});

async function requirePackage(db: Context['db'], packageId: string): Promise<queries.PackageRow> {
  const row = await queries.findPackage.first(db, { packageId });
  if (row === undefined) throw fail('learning.no_course', { message: packageId });
  return row;
}

/** Returns the first item that is not done, or the first item if all are. */
async function findNextItem(
  { db, user }: Context,
  packageId: string,
  items: queries.PackageRow['items'],
): Promise<string> {
  const courseProgress = await queries.findCourseProgress.first(db, { affiliateId: user.affiliateId, packageId });
  const done = new Set(courseProgress?.items.flatMap(({ item, doneAt }) => (doneAt === null ? [] : [item])));
  return (items.find(({ id }) => !done.has(id)) ?? items[0])?.id ?? '';
}

function toScormPackage({
  packageId,
  title,
  version,
  items,
  files,
  bytes,
  uploadedAt,
}: queries.PackageRow): ScormPackage {
  return { packageId, title, version, items, files, bytes, uploadedDate: uploadedAt.toISOString() };
}
