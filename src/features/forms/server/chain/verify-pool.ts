import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { CertificateChain } from '#platform/server/crypto/certificate.ts';
import type { VerifyResult, VerifyWorkerData } from './verify-worker.ts';
import type { EntryRow } from './verify-queries.ts';

export interface VerifyPool {
  /** The number of pages that may be in progress; more would only use memory. */
  readonly capacity: number;
  /** Returns a problem or null for each row. */
  check(rows: EntryRow[]): Promise<(string | null)[]>;
  close(): Promise<void>;
}

interface PoolWorker {
  worker: Worker;
  waiting: Map<number, PromiseWithResolvers<(string | null)[]>>;
}

/** One thread per processor, because the work is decrypting and hashing. */
export function createVerifyPool(env: VerifyWorkerData['env'], certificates: readonly CertificateChain[]): VerifyPool {
  const { SECRET_KEYS, DATA_DIR, S3_BUCKET, S3_ENDPOINT, S3_REGION } = env;
  const data: VerifyWorkerData = {
    env: { SECRET_KEYS, DATA_DIR, S3_BUCKET, S3_ENDPOINT, S3_REGION },
    certificates: certificates.map((chain) => chain.join('')),
  };
  const workers = Array.from({ length: availableParallelism() }, () => startWorker(data));
  let tasks = 0;
  return {
    capacity: workers.length * 2,
    check(rows) {
      const leastBusy = workers.reduce((least, candidate) =>
        candidate.waiting.size < least.waiting.size ? candidate : least,
      );
      const id = ++tasks;
      const answer = Promise.withResolvers<(string | null)[]>();
      leastBusy.waiting.set(id, answer);
      leastBusy.worker.postMessage({ id, rows }, []);
      return answer.promise;
    },
    close: async () => void (await Promise.all(workers.map(({ worker }) => worker.terminate()))),
  };
}

function startWorker(workerData: VerifyWorkerData): PoolWorker {
  const worker = new Worker(new URL('./verify-worker.ts', import.meta.url), {
    workerData,
    // The limit is several times what a page needs, so garbage is collected before memory grows.
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 },
  });
  const waiting: PoolWorker['waiting'] = new Map();
  worker.on('message', (answer: VerifyResult) => {
    const pending = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('problems' in answer) pending?.resolve(answer.problems);
    else pending?.reject(answer.error);
  });
  const rejectAll = (error: unknown) => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  worker.on('error', rejectAll);
  worker.on('exit', () => rejectAll(new Error('forms verification worker exited')));
  return { worker, waiting };
}
