import { parentPort, workerData } from 'node:worker_threads';
import { readCertificates } from '../../../platform/server/document-certificate.ts';
import type { Env } from '../../../platform/server/env.ts';
import { createFiles } from '../../../platform/server/files.ts';
import { problemOf } from './verify-entry.ts';
import type { EntryRow } from './verify-sql.ts';

/** What a worker is given: the settings, and the operator's certificates as PEM. */
export interface CheckerData {
  env: Pick<Env, 'SECRET_KEYS' | 'DATA_DIR' | 'S3_BUCKET' | 'S3_ENDPOINT' | 'S3_REGION'>;
  certificates: string[];
}

export interface CheckerTask {
  id: number;
  rows: EntryRow[];
}

export type CheckerAnswer = { id: number; problems: (string | null)[] } | { id: number; error: unknown };

/** While one waits for its file, another is looked at. */
const atATime = 4;

const { env, certificates } = workerData as CheckerData;
const checking = { env, files: createFiles(env), certificates: certificates.map(readCertificates) };

async function work({ id, rows }: CheckerTask): Promise<CheckerAnswer> {
  const problems: (string | null)[] = [];
  const queue = rows.entries();
  const next = async () => {
    for (const [index, row] of queue) problems[index] = await problemOf(checking, row);
  };
  try {
    await Promise.all(Array.from({ length: atATime }, next));
    return { id, problems };
  } catch (error) {
    return { id, error };
  }
}

parentPort?.on('message', (task: CheckerTask) => {
  void work(task).then((answer) => parentPort?.postMessage(answer, []));
});
