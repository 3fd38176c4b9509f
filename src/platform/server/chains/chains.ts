import { createHash } from 'node:crypto';
import { getQueryRunner } from '#platform/server/db/connection.ts';
import type { Db } from '#platform/server/db/database.ts';

/** The logs, in the order in which a commit locks their chains. */
export const chainLogs = ['form', 'audit'] as const;
export type ChainLog = (typeof chainLogs)[number];

/** The chains of a log have the numbers 1 to 64. */
const chainCount = 64;
export const chainNumbers: readonly number[] = Array.from({ length: chainCount }, (_, place) => place + 1);

/** All entries about a subject are in one chain, in their order. */
export function chainOf(subject: string): number {
  return 1 + (createHash('sha256').update(subject).digest().readUInt32BE() % chainCount);
}

/** The position of an entry, and its hash, which covers the content and the entry before it. */
export interface ChainLink {
  /** The position in the log. Increasing within a chain, with gaps. */
  seq: number;
  chain: number;
  /** The position in the chain, without gaps. */
  chain_seq: number;
  prev_hash: string;
  hash: string;
}

/** The hash that `append_to_chains` computes. */
export function hashLink(log: ChainLog, link: Omit<ChainLink, 'hash'>, digest: string): string {
  return sha256Hex([log, link.chain, link.chain_seq, link.seq, link.prev_hash, digest].join(' '));
}

export function sha256Hex(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

const pendingEntries = new WeakMap<object, Partial<Record<ChainLog, unknown[]>>>();

/**
 * Adds an entry to a log when the caller's transaction commits: with its last statement, in which all chains are locked
 * in one order. So no transaction waits for anything while others wait for its chains, and none waits for another that
 * waits for it. `insert` gets all entries of the transaction and sends one statement before it first waits.
 */
export function appendAtCommit<Entry>(
  db: Db,
  log: ChainLog,
  entry: Entry,
  insert: (db: Db, entries: readonly Entry[]) => Promise<void>,
): void {
  const runner = getQueryRunner(db);
  if (runner.beforeCommit === undefined)
    throw new Error(`an entry of the ${log} log must be written in the transaction of its change`);
  const pending = pendingEntries.get(runner) ?? {};
  pendingEntries.set(runner, pending);
  const entries = (pending[log] ??= []);
  entries.push(entry);
  runner.beforeCommit(chainLogs.indexOf(log), () => insert(db, entries as readonly Entry[]));
}
