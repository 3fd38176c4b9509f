import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Services } from '#platform/server/http/context.ts';
import { defineJob, enqueue } from '#platform/server/jobs/jobs.ts';
import { RecordCipher } from '#platform/server/crypto/record-cipher.ts';
import type { UploadedFile } from '#platform/shared/contract.ts';
import { CodedError } from '#platform/shared/errors.ts';
import { type PreparedPage, prepareUploadedPage } from '#features/forms/server/public.ts';
import { fail } from '#features/applications/shared/contract.ts';
import { findProofFile } from './queries.ts';

const sweepAfterMs = 60 * 60_000;

const codes = {
  'forms.page_type': 'applications.proof_type',
  'forms.page_damaged': 'applications.proof_damaged',
  'forms.page_pixels': 'applications.proof_pixels',
  'forms.page_script': 'applications.proof_script',
  'forms.page_locked': 'applications.proof_locked',
  'forms.page_too_long': 'applications.proof_too_long',
} as const;

const isMappedCode = (code: string): code is keyof typeof codes => Object.hasOwn(codes, code);

interface ProofId {
  affiliateId: number;
  applicationId: number;
  id: string;
}

const toRowKey = ({ affiliateId, applicationId, id }: ProofId) => ({
  affiliate_id: affiliateId,
  application_id: applicationId,
  id,
});

/** Applies the checks of physician pages and maps their errors to those of applications. */
export async function prepareProof(file: UploadedFile): Promise<PreparedPage> {
  try {
    return await prepareUploadedPage(file);
  } catch (error) {
    if (error instanceof CodedError && isMappedCode(error.code))
      throw fail(codes[error.code], { path: 'file', cause: error });
    throw error;
  }
}

/** Deletes a file whose row was never written, because the request failed or the process died. */
export const sweepProof = defineJob(
  'applications.sweep-proof',
  { schema: z.object({ fileKey: z.string() }), retryLimit: 20 },
  async ({ database, services }, { fileKey }) => {
    if ((await findProofFile.first(database.db, { fileKey })) === undefined) await services.files.delete(fileKey);
  },
);

/**
 * Stores the file encrypted with its own key. The file is written before its row, so no row lacks a file; the sweep job
 * is queued first, so no file is orphaned.
 */
export async function storeProof(
  services: Services,
  proof: ProofId,
  bytes: Buffer,
): Promise<{ encryptedKey: string; fileKey: string }> {
  const fileKey = `applications/${randomUUID()}`;
  const startAfter = new Date(Date.now() + sweepAfterMs);
  await enqueue(services.database.db, sweepProof, { fileKey }, { startAfter });
  return putProof(services, proof, fileKey, bytes);
}

/** Stores the file without a sweep job. The demo data is created before the job queue runs. */
export async function putProof(
  { env, files }: Pick<Services, 'env' | 'files'>,
  proof: ProofId,
  fileKey: string,
  bytes: Buffer,
): Promise<{ encryptedKey: string; fileKey: string }> {
  const cipher = RecordCipher.create('application_proof', toRowKey(proof));
  await files.put(fileKey, cipher.encryptFile(fileKey, bytes), 'application/octet-stream');
  return { encryptedKey: cipher.encryptKey(env.SECRET_KEYS), fileKey };
}

/** Returns null when the file was just deleted. */
export async function readProof(
  { files, env }: Pick<Services, 'files' | 'env'>,
  { encryptedKey, fileKey, ...proof }: ProofId & { encryptedKey: string; fileKey: string },
): Promise<Buffer | null> {
  const encrypted = await files.read(fileKey);
  const cipher = RecordCipher.open(env.SECRET_KEYS, encryptedKey, 'application_proof', toRowKey(proof));
  return encrypted && cipher.decryptFile(fileKey, encrypted);
}
