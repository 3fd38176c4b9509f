import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import * as z from 'zod';
import type { Services } from '#platform/server/http/context.ts';
import { enqueueFileDeletion } from '#platform/server/files/delete-files.ts';
import { ImageError, prepareImage } from '#platform/server/files/prepare-image.ts';
import { defineJob, enqueue } from '#platform/server/jobs/jobs.ts';
import { findPdfProblem } from '#platform/server/documents/pdf-check.ts';
import { decryptFile, encryptFile } from '#platform/server/crypto/secrets.ts';
import type { UploadedFile } from '#platform/shared/contract.ts';
import { fail } from '#features/account/shared/contract.ts';
import * as queries from './queries.ts';

const purpose = 'birthdate-document';
const sweepAfterMs = 60 * 60_000;
const retentionMs = 30 * 86_400_000;
const maxPages = 4;
const sidePx = 2_560;
const minSidePx = 300;
const documentPath = 'document';

export interface PreparedDocument {
  contentType: 'application/pdf' | 'image/jpeg';
  bytes: Buffer;
}

/** Detects the type from the content. A photo is re-encoded; a PDF is stored unchanged or rejected. */
export async function prepareDocument(file: UploadedFile): Promise<PreparedDocument> {
  const start = await readBytes(file, Math.min(5, file.bytes));
  if (start.toString('latin1') === '%PDF-') {
    const problem = await findPdfProblem(file, { maxPages });
    if (problem !== null) throw fail('account.document_unusable', { path: documentPath });
    return { contentType: 'application/pdf', bytes: await readBytes(file, file.bytes) };
  }
  try {
    const { jpeg } = await prepareImage(file, { shape: 'whole', maxSidePx: sidePx, minSidePx });
    return { contentType: 'image/jpeg', bytes: jpeg };
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    const code = error.problem === 'type' ? 'account.document_type' : 'account.document_unusable';
    throw fail(code, { path: documentPath, cause: error });
  }
}

async function readBytes(file: UploadedFile, end: number): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(file.readPart(0, end)));
}

/** Deletes a document whose row was never inserted, because the request failed in between. */
export const sweepBirthdateDocument = defineJob(
  'account.sweep-birthdate-document',
  { schema: z.object({ fileKey: z.string() }), retryLimit: 20 },
  async ({ database, services }, { fileKey }) => {
    const row = await queries.findDocumentFile.first(database.db, { fileKey });
    if (row === undefined) await services.files.delete(fileKey);
  },
);

/** Deletes documents 30 days after the decision. */
export const deleteOldBirthdateDocuments = defineJob(
  'account.delete-birthdate-documents',
  { schema: z.object({}), cron: '7 4 * * *' },
  async ({ database, now }) => {
    const before = new Date(now.getTime() - retentionMs);
    const deleteSome = () =>
      database.inTransaction('account.delete-birthdate-documents', async (db) => {
        const old = await queries.takeOldDocumentFiles(db, { before });
        await enqueueFileDeletion(
          db,
          old.map(({ fileKey }) => fileKey),
        );
        return old.length;
      });
    while ((await deleteSome()) > 0);
  },
);

/**
 * Stores a document encrypted. The file is stored before its row, and the job that deletes an orphan is enqueued before
 * both.
 */
export async function storeDocument(services: Services, { bytes }: PreparedDocument): Promise<string> {
  const fileKey = `birthdate-documents/${randomUUID()}`;
  const startAfter = new Date(Date.now() + sweepAfterMs);
  await enqueue(services.database.db, sweepBirthdateDocument, { fileKey }, { startAfter });
  await putDocument(services, fileKey, bytes);
  return fileKey;
}

/** Stores the file without a sweep job. The demo data is created before the job queue runs. */
export async function putDocument(
  { files, env }: Pick<Services, 'files' | 'env'>,
  fileKey: string,
  bytes: Buffer,
): Promise<void> {
  await files.put(fileKey, encryptFile(env.SECRET_KEYS, purpose, fileKey, bytes), 'application/octet-stream');
}

export async function readDocument({ files, env }: Services, fileKey: string): Promise<Buffer | null> {
  const stored = await files.get(fileKey);
  return stored && decryptFile(env.SECRET_KEYS, purpose, fileKey, await buffer(stored.body));
}
