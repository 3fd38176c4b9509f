import { enqueue } from '#platform/server/jobs/jobs.ts';
import { appendAudit } from '#platform/server/observability/audit.ts';
import type { Context } from '#platform/server/http/context.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import { fail } from '#features/logbook/shared/contract.ts';
import type { DiveImport, StoredChoice } from '#features/logbook/shared/import-contract.ts';
import { importLimits } from '#features/logbook/shared/import-limits.ts';
import { changeChannel } from '#features/logbook/server/change-events.ts';
import { importDivesJob } from './import-job.ts';
import * as queries from './queries.ts';
import { removeImported, type RemovedImport } from './remove-imported.ts';

/** Stores choices and mappings and enqueues the job. A repeated request finds the import running or done. */
export async function startImport(ctx: Context, importId: string, choices: StoredChoice[]): Promise<DiveImport> {
  const { db, user, now } = ctx;
  const { affiliateId } = user;
  const key = { affiliateId, importId };
  if (await storeChoices(ctx, importId, choices)) {
    await queries.startImport(db, { ...key, now });
    // The id of an import comes from its owner, so another person may have one with the same id.
    await enqueue(db, importDivesJob, key, { id: `${affiliateId} ${importId}` });
  }
  const [found] = await listImports(ctx, importId);
  if (found === undefined) throw failCall('not_found');
  return found;
}

/** Stores a part of the choices before the import starts. Returns false if it has started. */
export async function storeChoices({ db, user }: Context, importId: string, choices: StoredChoice[]): Promise<boolean> {
  const key = { affiliateId: user.affiliateId, importId };
  const row = await queries.lockImport.first(db, key);
  if (row === undefined) throw failCall('not_found');
  if (row.status !== 'uploading') return false;
  if (row.choices.length + choices.length > importLimits.dives + importLimits.files)
    throw failCall('request.too_large', { path: 'choices' });
  await queries.addChoices(db, { ...key, choices });
  return true;
}

export async function listImports({ db, user }: Pick<Context, 'db' | 'user'>, importId: string | null) {
  const rows = await queries.listImports(db, { affiliateId: user.affiliateId, importId });
  return rows.map(({ counts, ...row }): DiveImport => {
    const { added = 0, attached = 0, present = 0, skipped = 0, failed = 0 } = counts;
    return { ...row, added, attached, present, skipped, failed };
  });
}

const undoMs = importLimits.undoDays * 24 * 60 * 60_000;

/** Deletes the dives and detaches the recordings of an import. Dives that were changed since stay. */
export async function undoImport(ctx: Context, importId: string): Promise<RemovedImport> {
  const { db, user, now, services } = ctx;
  const { affiliateId } = user;
  const key = { affiliateId, importId };
  await queries.lockDiver(db, { affiliateId });
  const row = await queries.lockImport.first(db, key);
  if (row === undefined) throw failCall('not_found');
  if (row.status !== 'done' || row.finished_at === null || now.getTime() > row.finished_at.getTime() + undoMs)
    throw fail('logbook.import_closed');
  const result = await removeImported(services, db, key);
  await queries.markUndone(db, { ...key, now });
  const { removed, detached, kept } = result;
  await appendAudit(db, {
    actor: affiliateId,
    action: 'logbook.import_undone',
    subject: `person:${affiliateId}`,
    data: { importId, removed, detached, kept: kept.length },
    correlationId: ctx.correlationId,
  });
  await services.pubsub.publish(db, changeChannel(affiliateId), { id: `import ${importId}` });
  return result;
}
