import { createHmac } from 'node:crypto';
import type { Services } from '#platform/server/http/context.ts';
import { deriveKey, isSameSecret } from '#platform/server/crypto/secrets.ts';
import { query, type Params } from '#platform/server/db/query.ts';
import type { ChainLink, ChainLog } from './chains.ts';
import { type CheckpointId, type VerifyEnv, verifyCheckpoints } from './verify-checkpoints.ts';
import { type LogTable, type Report, walkLog } from './walk-log.ts';

export interface VerifyOptions {
  /** Verifies all entries, instead of those after the checkpoint up to which the log was verified before. */
  isComplete?: boolean;
}

/** What was verified, besides the entries that were read. */
export interface LogVerification {
  /** The checkpoint after which entries were read. Null if all were. */
  since: CheckpointId | null;
  /** The last checkpoint. Null if there is none. */
  checkpoint: (CheckpointId & { at: Date }) | null;
  /** Later verifications begin at the last checkpoint. Must not be called if there was a problem. */
  storeProgress(): Promise<void>;
}

const findProgress = query((db, p: Params<{ log: ChainLog }>) =>
  db
    .selectFrom('chain_verification')
    .select(['checkpoint_id as id', 'checkpoint_hash as hash', 'mac'])
    .where('log', '=', p.log),
);
const storeProgress = query((db, p: Params<CheckpointId & { log: ChainLog; mac: string; now: Date }>) =>
  db
    .insertInto('chain_verification')
    .values({ log: p.log, checkpoint_id: p.id, checkpoint_hash: p.hash, mac: p.mac, at: p.now })
    .onConflict((conflict) =>
      conflict.column('log').doUpdateSet((eb) => ({
        checkpoint_id: eb.ref('excluded.checkpoint_id'),
        checkpoint_hash: eb.ref('excluded.checkpoint_hash'),
        mac: eb.ref('excluded.mac'),
        at: eb.ref('excluded.at'),
      })),
    ),
);

/** Verifies a log with its checkpoints. Yields the entries in pages for further checks, and returns what was verified. */
export async function* verifyLog<Entry extends ChainLink>(
  { database, env }: Pick<Services, 'database'> & { env: VerifyEnv },
  table: LogTable<Entry>,
  { isComplete = false }: VerifyOptions,
  report: Report,
): AsyncGenerator<Entry[], LogVerification> {
  const { db } = database;
  const { log } = table;
  const progress = await findProgress.first(db, { log });
  // Progress that was stored with a former SECRET_KEY is ignored.
  const isOwn =
    progress !== undefined &&
    env.SECRET_KEYS.some((secret) => isSameSecret(progress.mac, toMac(secret, log, progress)));
  const verified = isOwn && !isComplete ? progress : null;
  const { start, last } = await verifyCheckpoints(db, env, table, verified, report);
  if (isOwn && isComplete && (last === null || last.id < progress.id))
    report(`checkpoints ${(last?.id ?? 0) + 1} to ${progress.id}: missing`);
  yield* walkLog(db, table, start, report);
  return {
    since: verified === null ? null : { id: verified.id, hash: verified.hash },
    checkpoint: last === null ? null : { id: last.id, hash: last.hash, at: last.at },
    async storeProgress() {
      if (last === null) return;
      const { id, hash } = last;
      await storeProgress(db, { log, id, hash, mac: toMac(env.SECRET_KEYS[0] ?? '', log, last), now: new Date() });
    },
  };
}

/** Made with SECRET_KEY, so that no one can skip entries by changing the database. */
function toMac(secret: string, log: ChainLog, { id, hash }: CheckpointId): string {
  return createHmac('sha256', deriveKey(secret, 'chain-verification'))
    .update(`${log} ${id} ${hash}`)
    .digest('base64url');
}

/** For the output of commands, which is worth storing elsewhere. */
export function describeVerification({ since, checkpoint }: Pick<LogVerification, 'since' | 'checkpoint'>): string {
  const range = since === null ? '' : ` after checkpoint ${since.id}`;
  if (checkpoint === null) return `${range}, no checkpoint yet`;
  return `${range}, last checkpoint ${checkpoint.id} of ${checkpoint.at.toISOString()}: ${checkpoint.hash}`;
}
