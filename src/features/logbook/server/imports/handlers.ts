import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { encryptFile } from '#platform/server/crypto/secrets.ts';
import { formatContentDisposition } from '#platform/server/http/content-disposition.ts';
import type { Context, Services } from '#platform/server/http/context.ts';
import type { Handlers } from '#platform/server/http/endpoints.ts';
import { FileReply } from '#platform/server/http/file-reply.ts';
import { createFairQueue } from '#platform/server/jobs/fair-queue.ts';
import { defineJob, enqueue } from '#platform/server/jobs/jobs.ts';
import { appendAudit } from '#platform/server/observability/audit.ts';
import type { UploadedFile } from '#platform/shared/contract.ts';
import { CodedError, fail as failCall } from '#platform/shared/errors.ts';
import { fail } from '#features/logbook/shared/contract.ts';
import type { importEndpoints } from '#features/logbook/shared/import-contract.ts';
import { importLimits } from '#features/logbook/shared/import-limits.ts';
import { isOwnDive } from '#features/logbook/shared/policy.ts';
import {
  decryptRecording,
  recordingPurpose,
  withoutPrivateDetails,
} from '#features/logbook/server/recordings/recording-files.ts';
import { findRecording } from '#features/logbook/server/recordings/queries.ts';
import { describeFile } from './describe-file.ts';
import * as fileQueries from './file-queries.ts';
import { openImportFile } from './import-files.ts';
import * as queries from './queries.ts';

const sweepAfterMs = 60 * 60_000;
/** A file is in memory twice while it is encrypted. */
const runQueued = createFairQueue({ slots: 3, slotsPerPerson: 1, maxWaiting: 50, maxWaitingPerPerson: 5 });

/** Deletes a file whose row was never written, because the request failed or the process died. */
export const sweepImportFile = defineJob(
  'logbook.sweep-import-file',
  { schema: z.object({ fileKey: z.string() }), retryLimit: 20 },
  async ({ database, services }, { fileKey }) => {
    const row = await fileQueries.isImportFileUsed.first(database.db, { fileKey });
    if (row?.isUsed === false) await services.files.delete(fileKey);
  },
);

export const importHandlers: Handlers<typeof importEndpoints> = {
  'POST api/Import/UploadFile/{importId}/{position}': async (ctx, { params, body: { name }, file }) => {
    const { affiliateId } = ctx.user;
    const key = { affiliateId, ...params };
    const present = await fileQueries.findFile.first(ctx.db, key);
    if (present !== undefined) return toSameFile(present, name, file.bytes);
    // Checked again with locks below. A file that is refused anyway isn't encrypted first.
    await assertSpace(ctx.db, key, file.bytes);
    const fileKey = await runQueued(() => storeFile(ctx.services, file));
    try {
      const stored = await ctx.services.database.inTransaction(ctx.correlationId, (db) =>
        addFile({ ...ctx, db }, { ...key, name, bytes: file.bytes, fileKey }),
      );
      if (stored !== null) return stored;
      // A repeated request found the file of the first one.
      await ctx.services.files.delete(fileKey);
      const first = await fileQueries.findFile.first(ctx.db, key);
      if (first === undefined) throw failCall('not_found');
      return toSameFile(first, name, file.bytes);
    } catch (error) {
      if (error instanceof CodedError) await ctx.services.files.delete(fileKey);
      throw error;
    }
  },

  'POST api/Import/DescribeFile/{importId}/{position}': (ctx, { params }) => describeFile(ctx, params),

  'GET api/Import/GetFile/{importId}/{position}': async (ctx, { params }) => {
    const { affiliateId } = ctx.user;
    const file = await fileQueries.findFile.first(ctx.db, { affiliateId, ...params });
    const content = file?.fileKey ? await openImportFile(ctx.services, file.fileKey) : null;
    if (file === undefined || content === null) throw failCall('not_found');
    return new FileReply(content, 'application/octet-stream', {
      'content-disposition': formatContentDisposition(file.name, `dives-${params.position}`),
    });
  },

  'GET api/Recording/GetRecording/{logId}/{recordingId}': async (ctx, { params }) => {
    const recording = await findRecording.first(ctx.db, { viewer: ctx.user.affiliateId, ...params });
    if (recording === undefined) throw failCall('not_found');
    const packed = decryptRecording(ctx.services.env, recording);
    const isOwn = isOwnDive(recording, ctx.user);
    const showsAll = isOwn || recording.shares_details;
    if (showsAll && !isOwn) await auditDetailsRead(ctx, recording.affiliate_id, params);
    return new FileReply(
      Buffer.from(showsAll ? packed : withoutPrivateDetails(packed)),
      'application/x-dive-recording',
    );
  },
};

/** Heart rate and positions tell about a diver's health and whereabouts, so each reading is logged. */
async function auditDetailsRead(
  { services, user, correlationId }: Context,
  affiliateId: number,
  { logId, recordingId }: { logId: string; recordingId: string },
): Promise<void> {
  await services.database.inTransaction(correlationId, (db) =>
    appendAudit(db, {
      actor: user.affiliateId,
      action: 'dives.read',
      subject: `person:${affiliateId}`,
      data: { relation: 'instructor', log: logId, recording: recordingId },
      correlationId,
    }),
  );
}

/** Encrypts the file as it is. The sweep is enqueued first, so no file is left without a row. */
async function storeFile({ database, files, env }: Services, file: UploadedFile): Promise<string> {
  const fileKey = `dive-files/${randomUUID()}`;
  await enqueue(database.db, sweepImportFile, { fileKey }, { startAfter: new Date(Date.now() + sweepAfterMs) });
  const pieces: Buffer[] = [];
  for await (const piece of file.readPart(0, file.bytes)) pieces.push(piece);
  const encrypted = encryptFile(env.SECRET_KEYS, recordingPurpose, fileKey, Buffer.concat(pieces));
  await files.put(fileKey, encrypted, 'application/octet-stream');
  return fileKey;
}

type NewFile = Parameters<typeof fileQueries.insertFile>[1];

/** Null if the file is stored already. */
async function addFile({ db }: Pick<Context, 'db'>, file: NewFile) {
  await queries.lockDiver(db, file);
  await queries.insertImport(db, file);
  const { status } = (await queries.lockImport.first(db, file)) ?? {};
  if (status !== 'uploading') throw fail('logbook.import_closed');
  await assertSpace(db, file, file.bytes);
  return (await fileQueries.insertFile.first(db, file)) ?? null;
}

async function assertSpace(db: Context['db'], key: queries.ImportKey, bytes: number): Promise<void> {
  const stored = await fileQueries.sumStoredBytes.first(db, key);
  if (stored === undefined) throw new Error('the sum of stored files returned no row');
  if (stored.ofImport + bytes > importLimits.importBytes) throw fail('logbook.import_size', { path: 'file' });
  if (stored.all + bytes > importLimits.storedBytes) throw fail('logbook.import_space', { path: 'file' });
}

type StoredFile = NonNullable<Awaited<ReturnType<typeof fileQueries.insertFile.first>>>;

/** A place of an import has one file. Another one would be taken for it. */
function toSameFile({ position, format, warnings, ...stored }: StoredFile, name: string, bytes: number): StoredFile {
  if (stored.name !== name || stored.bytes !== bytes) throw fail('logbook.import_closed', { path: 'position' });
  return { position, format, warnings, name, bytes };
}
