import type { Services } from '#platform/server/http/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { listDocumentCertificates } from '#platform/server/documents/document-key.ts';
import { hashLink } from '#platform/server/chains/chains.ts';
import { type LogVerification, verifyLog, type VerifyOptions } from '#platform/server/chains/verify-log.ts';
import type { LogTable, Report } from '#platform/server/chains/walk-log.ts';
import { type ChainEntryContent, digestChainEntry } from './hash-chain.ts';
import { findEntryProblem } from './verify-entry.ts';
import { type VerifyPool, createVerifyPool } from './verify-pool.ts';
import {
  type EntryRow,
  listAuditedWithoutEntry,
  listEntries,
  listEntriesOfChain,
  listLinks,
  listRest,
  listUnchainedRows,
} from './verify-queries.ts';

export interface FormsVerification extends Pick<LogVerification, 'since' | 'checkpoint'> {
  entries: number;
  records: number;
  files: number;
  evaluations: number;
  problems: number;
}

/** Small enough for all rows of a page to fit into memory, large enough to keep the workers busy. */
const pageSize = 200;
const firstId = '00000000-0000-0000-0000-000000000000';

const formLog: LogTable<EntryRow> = {
  log: 'form',
  pageSize,
  list: listEntries,
  listOfChain: listEntriesOfChain,
  listAt: listLinks,
  listRest,
  hash: hashEntry,
  describe: ({ record_id: recordId }) => `record ${recordId}`,
};

/**
 * Verifies the log of signed forms and compares each entry with the stored rows. Each changed, missing, inserted or moved
 * row is reported in one line. Memory use stays flat, and forms can be signed while it runs. Rows without an entry are
 * searched only by a complete verification, because all rows must be read for that.
 */
export async function verifyForms(
  { database, files, env }: Pick<Services, 'database' | 'files' | 'env'>,
  onProblem: Report,
  options: VerifyOptions = {},
): Promise<FormsVerification> {
  const { db } = database;
  const counts = { entries: 0, records: 0, files: 0, evaluations: 0, problems: 0 };
  const report: Report = (problem) => {
    counts.problems += 1;
    onProblem(problem);
  };
  const certificates = await listDocumentCertificates(db);
  const findProblem = (row: EntryRow) => findEntryProblem({ files, env, certificates }, row);
  /** A problem is checked a second time, because the record may have been removed by retention in between. */
  const recheck = async ({ seq }: EntryRow) => {
    const row = await listEntries.first(db, { after: seq - 1, upTo: seq, limit: 1 });
    return row === undefined ? null : findProblem(row);
  };
  let pool: VerifyPool | undefined;
  const start = (page: EntryRow[]) => {
    // Starting threads takes longer than verifying a short chain.
    if (pool === undefined && page.length < pageSize) return Promise.all(page.map(findProblem));
    pool ??= createVerifyPool(env, certificates);
    return pool.check(page);
  };
  const pending: { page: EntryRow[]; problems: Promise<(string | null)[]> }[] = [];
  const finishOne = async () => {
    const { page, problems } = pending.shift() ?? { page: [], problems: [] };
    for (const [index, problem] of (await problems).entries()) {
      const row = page[index];
      const confirmed = problem !== null && row ? await recheck(row) : null;
      if (confirmed !== null) report(confirmed);
    }
    countEntries(counts, page);
  };
  const pages = verifyLog({ database, env }, formLog, options, report);
  let next = await pages.next();
  try {
    for (; next.done !== true; next = await pages.next()) {
      pending.push({ page: next.value, problems: start(next.value) });
      if (pending.length >= (pool?.capacity ?? 1)) await finishOne();
    }
    while (pending.length > 0) await finishOne();
  } finally {
    await pool?.close();
    await Promise.allSettled(pending.map(({ problems }) => problems));
  }
  const { since, checkpoint, storeProgress } = next.value;
  if (since === null) {
    await reportUnchainedRows(db, report);
    await reportMissingEntries(db, report);
  }
  if (counts.problems === 0) await storeProgress();
  return { ...counts, since, checkpoint };
}

async function reportUnchainedRows(db: Db, report: (problem: string) => void): Promise<void> {
  for (const [what, list] of Object.entries(listUnchainedRows))
    for (let after = firstId; ;) {
      const rows = await list(db, { after, limit: 1_000 });
      for (const { id } of rows) report(`${what} ${id}: no chain entry refers to it`);
      const last = rows.at(-1);
      if (last === undefined) break;
      after = last.id;
    }
}

/**
 * A chain whose end was cut off or rewritten together with its records is consistent; only the audit chain shows it.
 */
async function reportMissingEntries(db: Db, report: (problem: string) => void): Promise<void> {
  for (let after = 0; ;) {
    const rows = await listAuditedWithoutEntry(db, { after, limit: 1_000 });
    for (const { recordId } of rows) report(`record ${recordId}: the audit chain has a different entry`);
    const last = rows.at(-1);
    if (last === undefined) break;
    after = last.seq;
  }
}

function hashEntry({ seq, chain, chain_seq, prev_hash, ...row }: EntryRow): string {
  const { at_us, record_id, kind, of_id, digest } = row;
  const content: ChainEntryContent = { at_us, record_id, kind, of_id, digest };
  return hashLink('form', { seq, chain, chain_seq, prev_hash }, digestChainEntry(content));
}

type Counts = Pick<FormsVerification, 'entries' | 'records' | 'files' | 'evaluations'>;

function countEntries(result: Counts, page: readonly EntryRow[]): void {
  result.entries += page.length;
  for (const { kind } of page) {
    if (kind === 'signed') result.records += 1;
    else if (kind === 'evaluation') result.evaluations += 1;
    else if (kind !== 'removed') result.files += 1;
  }
}
