import type { Db } from '#platform/server/db/database.ts';
import { type ChainLink, type ChainLog, chainNumbers } from './chains.ts';
import { type ChainEnd, type ChainEnds, emptyChain, lastSeq, loadEnds } from './heads.ts';

/** How a log is read and hashed. */
export interface LogTable<Entry extends ChainLink> {
  log: ChainLog;
  pageSize: number;
  /** In the order of the log. */
  list(db: Db, range: { after: number; upTo: number; limit: number }): Promise<Entry[]>;
  /** The same, of one chain. Reads the whole range. */
  listOfChain(db: Db, range: { chain: number; after: number; upTo: number; limit: number }): Promise<Entry[]>;
  listAt(db: Db, values: { seqs: readonly number[] }): Promise<ChainLink[]>;
  /** The first and last entry of each chain in the rest of the log. */
  listRest(db: Db, values: { after: number }): Promise<{ chain: number; first: number; last: number }[]>;
  hash(entry: Entry): string;
  /** Added to problems, in parentheses. */
  describe?(entry: Entry): string;
}

export type Report = (problem: string) => void;

/** Entries that a chain can lack at its start, because they were not committed at the checkpoint. */
const missedLimit = 1_000;

/**
 * Yields the entries after the given ends in pages, and reports those that don't continue their chain. Entries can be
 * appended during the walk: the chains are compared up to the heads as they are at the beginning. Only a page and the end of
 * each chain are in memory.
 */
export async function* walkLog<Entry extends ChainLink>(
  db: Db,
  table: LogTable<Entry>,
  start: ChainEnds,
  report: Report,
): AsyncGenerator<Entry[]> {
  const heads = await loadEnds(db, table.log);
  for (const chain of chainNumbers) if (!heads.has(chain)) report(`chain ${chain}: the head is missing`);
  const ends: ChainEnds = new Map(start);
  /** The last entries beyond the heads, which must have been appended during the walk. */
  const beyond = new Map<number, number>();
  const upTo = lastSeq(heads);
  const follow = (entry: Entry) => {
    const problem = findLinkProblem(table, ends.get(entry.chain) ?? emptyChain, entry);
    if (problem !== null) report(problem);
    ends.set(entry.chain, { entries: entry.chain_seq, seq: entry.seq, hash: entry.hash });
  };
  /** Entries whose transaction had not ended at the checkpoint, although later positions of the log were in it. */
  const followMissed = async (chain: number, before: number): Promise<Entry[]> => {
    const known = start.get(chain) ?? emptyChain;
    if (start.size === 0 || (ends.get(chain) ?? emptyChain).entries !== known.entries) return [];
    const missed = await table.listOfChain(db, { chain, after: known.seq, upTo: before - 1, limit: missedLimit });
    for (const entry of missed) follow(entry);
    return missed;
  };
  let nextPage = table.list(db, { after: lastSeq(start), upTo, limit: table.pageSize });
  for (let page = await nextPage; page.length > 0; page = await nextPage) {
    // The next page is fetched while this one is verified.
    nextPage = table.list(db, { after: page.at(-1)?.seq ?? upTo, upTo, limit: table.pageSize });
    nextPage.catch(() => undefined);
    const covered: Entry[] = [];
    for (const entry of page) {
      const { chain, chain_seq: place } = entry;
      if (place > (heads.get(chain)?.entries ?? 0)) {
        beyond.set(chain, Math.max(beyond.get(chain) ?? 0, place));
        continue;
      }
      if (place > (ends.get(chain) ?? emptyChain).entries + 1) covered.push(...(await followMissed(chain, entry.seq)));
      follow(entry);
      covered.push(entry);
    }
    yield covered;
  }
  for (const [chain, head] of heads) {
    if ((ends.get(chain) ?? emptyChain).entries < head.entries) {
      const missed = await followMissed(chain, upTo + 1);
      if (missed.length > 0) yield missed;
    }
    const problem = findHeadProblem(chain, ends.get(chain) ?? emptyChain, head);
    if (problem !== null) report(problem);
  }
  for (const { chain, first, last } of await table.listRest(db, { after: upTo })) {
    if (first <= (heads.get(chain)?.entries ?? 0)) report(`chain ${chain}: entry ${first} is inserted`);
    beyond.set(chain, Math.max(beyond.get(chain) ?? 0, last));
  }
  // Read after the entries, so they cover all entries that were appended during the walk.
  const laterHeads = await loadEnds(db, table.log);
  for (const [chain, last] of beyond) {
    const { entries } = laterHeads.get(chain) ?? emptyChain;
    if (last > entries) report(`chain ${chain}: entries ${entries + 1} to ${last} are not covered by its head`);
  }
}

function findLinkProblem<Entry extends ChainLink>(table: LogTable<Entry>, last: ChainEnd, entry: Entry): string | null {
  const { chain, chain_seq: place, seq } = entry;
  const suffix = table.describe === undefined ? '' : ` (${table.describe(entry)})`;
  const expected = last.entries + 1;
  if (place > expected) return `chain ${chain}: entries ${expected} to ${place - 1} are missing`;
  if (place < expected) return `entry ${seq}: inserted or moved in chain ${chain}${suffix}`;
  if (table.hash(entry) !== entry.hash) return `entry ${seq}: changed or moved${suffix}`;
  return entry.prev_hash === last.hash
    ? null
    : `entry ${seq}: does not follow the previous entry of chain ${chain}${suffix}`;
}

function findHeadProblem(chain: number, last: ChainEnd, head: ChainEnd): string | null {
  if (head.entries > last.entries) return `chain ${chain}: entries ${last.entries + 1} to ${head.entries} are missing`;
  return head.entries === last.entries && head.hash === last.hash ? null : `chain ${chain}: does not match its head`;
}
