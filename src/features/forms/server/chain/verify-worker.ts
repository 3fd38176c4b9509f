import { parentPort, workerData } from 'node:worker_threads';
import { parseCertificates } from '#platform/server/crypto/certificate.ts';
import type { Env } from '#platform/server/config/env.ts';
import { createFileStore } from '#platform/server/files/file-store.ts';
import { findEntryProblem } from './verify-entry.ts';
import type { EntryRow } from './verify-queries.ts';

/** The settings, and the operator's certificates as PEM. */
export interface VerifyWorkerData {
  env: Pick<Env, 'SECRET_KEYS' | 'DATA_DIR' | 'S3_BUCKET' | 'S3_ENDPOINT' | 'S3_REGION'>;
  certificates: string[];
}

export interface VerifyTask {
  id: number;
  rows: EntryRow[];
}

export type VerifyResult = { id: number; problems: (string | null)[] } | { id: number; error: unknown };

/** Rows verified at the same time, because each may wait for its file. */
const concurrency = 4;

const { env, certificates } = workerData as VerifyWorkerData;
const verifyContext = { env, files: await createFileStore(env), certificates: certificates.map(parseCertificates) };

async function runTask({ id, rows }: VerifyTask): Promise<VerifyResult> {
  const problems: (string | null)[] = [];
  const queue = rows.entries();
  const next = async () => {
    for (const [index, row] of queue) problems[index] = await findEntryProblem(verifyContext, row);
  };
  try {
    await Promise.all(Array.from({ length: concurrency }, next));
    return { id, problems };
  } catch (error) {
    return { id, error };
  }
}

parentPort?.on('message', (task: VerifyTask) => {
  void runTask(task).then((answer) => parentPort?.postMessage(answer, []));
});
