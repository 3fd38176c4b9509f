import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { CertificateChain } from '#platform/server/crypto/certificate.ts';
import type { VerifyResult, VerifyWorkerData } from './verify-worker.ts';
import type { EntryRow } from './verify-queries.ts';

export interface VerifyPool {
  /** How many pages may be under way; more would only fill the memory. */
  readonly room: number;
  /** What is wrong with each. */
  check(rows: EntryRow[]): Promise<(string | null)[]>;
  close(): Promise<void>;
}

interface PoolWorker {
  worker: Worker;
  waiting: Map<number, PromiseWithResolvers<(string | null)[]>>;
}

/** A thread for each processor: to open and to hash is all that this work is. */
export function createVerifyPool(env: VerifyWorkerData['env'], certificates: readonly CertificateChain[]): VerifyPool {
  const { SECRET_KEYS, DATA_DIR, S3_BUCKET, S3_ENDPOINT, S3_REGION } = env;
  const data: VerifyWorkerData = {
    env: { SECRET_KEYS, DATA_DIR, S3_BUCKET, S3_ENDPOINT, S3_REGION },
    certificates: certificates.map((chain) => chain.join('')),
  };
  const checkers = Array.from({ length: availableParallelism() }, () => startWorker(data));
  let tasks = 0;
  return {
    room: checkers.length * 2,
    check(rows) {
      const checker = checkers.reduce((least, one) => (one.waiting.size < least.waiting.size ? one : least));
      const id = ++tasks;
      const answer = Promise.withResolvers<(string | null)[]>();
      checker.waiting.set(id, answer);
      checker.worker.postMessage({ id, rows }, []);
      return answer.promise;
    },
    close: async () => void (await Promise.all(checkers.map(({ worker }) => worker.terminate()))),
  };
}

function startWorker(workerData: VerifyWorkerData): PoolWorker {
  const worker = new Worker(new URL('./verify-worker.ts', import.meta.url), {
    workerData,
    // What a page needs many times over: it collects what it has done with before it takes more.
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 },
  });
  const waiting: PoolWorker['waiting'] = new Map();
  worker.on('message', (answer: VerifyResult) => {
    const asked = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('problems' in answer) asked?.resolve(answer.problems);
    else asked?.reject(answer.error);
  });
  const giveUp = (error: unknown) => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  worker.on('error', giveUp);
  worker.on('exit', () => giveUp(new Error('a thread that checks has ended')));
  return { worker, waiting };
}
