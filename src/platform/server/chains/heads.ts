import type { Db } from '#platform/server/db/database.ts';
import { query, type Params } from '#platform/server/db/query.ts';
import type { ChainLog } from './chains.ts';

/** Where a chain ends. */
export interface ChainEnd {
  entries: number;
  /** The position of the last entry in the log; 0 if there is none. */
  seq: number;
  hash: string;
}
export type ChainEnds = Map<number, ChainEnd>;

export const emptyChain: ChainEnd = { entries: 0, seq: 0, hash: '' };

export const listHeads = query((db) =>
  db.selectFrom('chain_head').select(['log', 'chain', 'entries', 'seq', 'hash']).orderBy('log').orderBy('chain'),
);
export interface ChainHead extends ChainEnd {
  log: ChainLog;
  chain: number;
}

const listLogHeads = query((db, p: Params<{ log: ChainLog }>) =>
  db.selectFrom('chain_head').select(['chain', 'entries', 'seq', 'hash']).where('log', '=', p.log),
);

export async function loadEnds(db: Db, log: ChainLog): Promise<ChainEnds> {
  return new Map((await listLogHeads(db, { log })).map(({ chain, ...end }) => [chain, end]));
}

export function lastSeq(ends: ChainEnds): number {
  return Math.max(0, ...[...ends.values()].map(({ seq }) => seq));
}
