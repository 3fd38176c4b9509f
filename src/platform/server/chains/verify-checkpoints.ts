import { verify } from 'node:crypto';
import type { Db } from '#platform/server/db/database.ts';
import { type DocumentKeyTrust, listVerifyingKeys } from '#platform/server/documents/document-key.ts';
import type { Env } from '#platform/server/config/env.ts';
import type { ChainLink } from './chains.ts';
import {
  applyHeads,
  type ChainState,
  type Checkpoint,
  findStateId,
  hashCheckpoint,
  listCheckpoints,
  toSignedBytes,
} from './checkpoint.ts';
import { type ChainEnds, type ChainHead } from './heads.ts';
import type { LogTable, Report } from './walk-log.ts';

export type VerifyEnv = Pick<Env, 'SECRET_KEYS' | 'DOCUMENT_CERTIFICATE_FILE' | 'DOCUMENT_KEY_FILE'>;
export type CheckpointId = Pick<Checkpoint, 'id' | 'hash'>;

const pageSize = 64;

/**
 * Verifies the checkpoints and that each entry they name is unchanged and in its place. Begins after the given
 * checkpoint, and returns the ends of the log's chains at it, and the last checkpoint.
 */
export async function verifyCheckpoints<Entry extends ChainLink>(
  db: Db,
  env: VerifyEnv,
  table: LogTable<Entry>,
  verified: CheckpointId | null,
  report: Report,
): Promise<{ start: ChainEnds; last: Checkpoint | null }> {
  const keys = await listVerifyingKeys(db, env);
  const state: ChainState = new Map();
  let start: ChainEnds = new Map();
  let last: Checkpoint | null = null;
  // The state at the verified checkpoint begins with one that contains all chains.
  const first = verified === null ? 1 : findStateId(verified.id);
  for (let after = first - 1; ;) {
    const page = await listCheckpoints(db, { after, limit: pageSize });
    for (const checkpoint of page) {
      const { id, heads, hash } = checkpoint;
      const problem = findCheckpointProblem(keys, last, checkpoint, first);
      if (problem !== null) report(problem);
      applyHeads(state, heads);
      last = checkpoint;
      if (id !== verified?.id) continue;
      if (hash !== verified.hash) report(`checkpoint ${id}: is not the one that was verified before`);
      start = toEnds(state, table.log);
    }
    await reportLostEntries(db, table, verified === null ? page : page.filter(({ id }) => id > verified.id), report);
    const end = page.at(-1);
    if (end === undefined) break;
    after = end.id;
  }
  if (verified !== null && (last === null || last.id < verified.id))
    report(`checkpoints ${(last?.id ?? first - 1) + 1} to ${verified.id}: missing`);
  if (last !== null && keys.get(last.key_id)?.isOwn() === false)
    report(`checkpoint ${last.id}: signed with key ${last.key_id}, which is not a key of this portal`);
  return { start, last };
}

function findCheckpointProblem(
  keys: ReadonlyMap<string, DocumentKeyTrust>,
  last: Checkpoint | null,
  checkpoint: Checkpoint,
  first: number,
): string | null {
  const { id, hash, key_id: keyId, signature, prev_hash: prevHash } = checkpoint;
  const expected = last === null ? first : last.id + 1;
  if (id > expected) return `checkpoints ${expected} to ${id - 1}: missing`;
  if (hashCheckpoint(checkpoint) !== hash) return `checkpoint ${id}: changed`;
  // The one before the first is not read, unless there is none.
  if ((last !== null || id === 1) && prevHash !== (last?.hash ?? ''))
    return `checkpoint ${id}: does not follow the previous one`;
  const key = keys.get(keyId);
  if (key === undefined) return `checkpoint ${id}: unknown key ${keyId}`;
  return verify('sha256', toSignedBytes(hash), key.publicKey, signature)
    ? null
    : `checkpoint ${id}: the signature is not valid`;
}

/** A chain that was rewritten or cut off lacks the entries that a checkpoint contains, whatever its head says. */
async function reportLostEntries<Entry extends ChainLink>(
  db: Db,
  table: LogTable<Entry>,
  checkpoints: readonly Checkpoint[],
  report: Report,
): Promise<void> {
  const claims = checkpoints.flatMap(({ id, heads }) =>
    heads.filter(({ log, entries }) => log === table.log && entries > 0).map((head) => ({ ...head, checkpoint: id })),
  );
  if (claims.length === 0) return;
  const seqs = [...new Set(claims.map(({ seq }) => seq))];
  const links = new Map((await table.listAt(db, { seqs })).map((link) => [link.seq, link]));
  const reported = new Set<number>();
  for (const claim of claims) {
    if (isSameEntry(links.get(claim.seq), claim) || reported.has(claim.seq)) continue;
    reported.add(claim.seq);
    report(`checkpoint ${claim.checkpoint}: entry ${claim.seq} of chain ${claim.chain} is missing or changed`);
  }
}

function isSameEntry(link: ChainLink | undefined, { chain, entries, hash }: ChainHead): boolean {
  return link?.chain === chain && link.chain_seq === entries && link.hash === hash;
}

function toEnds(state: ChainState, wanted: ChainHead['log']): ChainEnds {
  const heads = [...state.values()].filter(({ log }) => log === wanted);
  return new Map(heads.map(({ chain, entries, seq, hash }) => [chain, { entries, seq, hash }]));
}
