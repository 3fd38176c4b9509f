import { sign } from 'node:crypto';
import * as z from 'zod';
import { loadBrand } from '#platform/server/config/brand.ts';
import { canonicalJson } from '#platform/server/crypto/canonical-json.ts';
import type { Db } from '#platform/server/db/database.ts';
import { query, toJson, type Params, type Row } from '#platform/server/db/query.ts';
import { rawQuery } from '#platform/server/db/raw-query.ts';
import { getCurrentDocumentKey } from '#platform/server/documents/document-key.ts';
import type { Services } from '#platform/server/http/context.ts';
import { defineJob } from '#platform/server/jobs/jobs.ts';
import { sql } from 'kysely';
import { sha256Hex } from './chains.ts';
import { type ChainHead, listHeads } from './heads.ts';

/** Every 64th checkpoint contains all chains, so the state at any checkpoint is in the last 64. */
const checkpointsPerState = 64;

const selectColumns = ['id', 'heads', 'prev_hash', 'hash', 'key_id', 'signature', 'at'] as const;
export const listCheckpoints = query((db, p: Params<{ after: number; limit: number }>) =>
  db.selectFrom('chain_checkpoint').select(selectColumns).where('id', '>', p.after).orderBy('id').limit(p.limit),
);
export type Checkpoint = Row<typeof listCheckpoints>;

const findLastId = query((db) => db.selectFrom('chain_checkpoint').select('id').orderBy('id', 'desc').limit(1));
const lockCheckpoints = rawQuery({}, () => sql`select from pg_advisory_xact_lock(hashtext('chain_checkpoint'))`);
const insertCheckpoint = query((db, p: Params<Checkpoint>) =>
  db.insertInto('chain_checkpoint').values({
    id: p.id,
    at: p.at,
    heads: toJson(p.heads),
    prev_hash: p.prev_hash,
    hash: p.hash,
    key_id: p.key_id,
    signature: p.signature,
  }),
);

export type ChainState = Map<string, ChainHead>;

/** The last checkpoint at or before this one that contains all chains. */
export const findStateId = (id: number) => id - ((id - 1) % checkpointsPerState);
const chainKey = ({ log, chain }: Pick<ChainHead, 'log' | 'chain'>) => `${log} ${chain}`;

export function applyHeads(state: ChainState, heads: readonly ChainHead[]): void {
  for (const head of heads) state.set(chainKey(head), head);
}

export function hashCheckpoint({ id, at, heads, prev_hash, key_id }: Omit<Checkpoint, 'hash' | 'signature'>): string {
  return sha256Hex(canonicalJson({ id, at_ms: at.getTime(), heads, prev_hash, key_id }));
}

/** The signed text names its purpose, because the key also signs documents. */
export const toSignedBytes = (hash: string) => Buffer.from(`halocline chain checkpoint ${hash}`);

/**
 * Signs the ends of all chains, with the hash of the previous checkpoint. Returns null if nothing was appended since.
 * Processes take turns, so each checkpoint continues the one before.
 */
export async function createCheckpoint(
  { database, env }: Pick<Services, 'database' | 'env'>,
  now: Date,
): Promise<Pick<Checkpoint, 'id' | 'hash'> | null> {
  if ((await listHeads(database.db)).every(({ entries }) => entries === 0)) return null;
  const owner = loadBrand(env.BRAND_FILE).name;
  const key = await getCurrentDocumentKey(database.db, { env, owner, now });
  return database.inTransaction('chains.checkpoint', async (db) => {
    await lockCheckpoints(db);
    const { last, state } = await loadState(db);
    const heads = await listHeads(db);
    const changed = heads.filter((head) => canonicalJson(state.get(chainKey(head)) ?? null) !== canonicalJson(head));
    if (changed.length === 0 && last?.key_id === key.keyId) return null;
    const id = (last?.id ?? 0) + 1;
    const content = {
      id,
      at: now,
      heads: findStateId(id) === id ? heads : changed,
      prev_hash: last?.hash ?? '',
      key_id: key.keyId,
    };
    const hash = hashCheckpoint(content);
    await insertCheckpoint(db, { ...content, hash, signature: sign('sha256', toSignedBytes(hash), key.privateKey) });
    return { id, hash };
  });
}

async function loadState(db: Db): Promise<{ last: Checkpoint | undefined; state: ChainState }> {
  const state: ChainState = new Map();
  const lastId = (await findLastId.first(db))?.id;
  if (lastId === undefined) return { last: undefined, state };
  const checkpoints = await listCheckpoints(db, { after: findStateId(lastId) - 1, limit: checkpointsPerState });
  for (const { heads } of checkpoints) applyHeads(state, heads);
  return { last: checkpoints.at(-1), state };
}

/** The hash is logged, because a log that is stored elsewhere shows whether the last checkpoints were removed. */
export const signCheckpoint = defineJob(
  'chains.checkpoint',
  { schema: z.object({}), cron: '* * * * *', retryLimit: 0, concurrency: 1 },
  async ({ services, log, now }) => {
    const checkpoint = await createCheckpoint(services, now);
    if (checkpoint !== null) log.info({ checkpoint: checkpoint.id, hash: checkpoint.hash }, 'chain checkpoint signed');
  },
);
