import type { Services } from '#platform/server/http/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { listDocumentCertificates } from '#platform/server/documents/document-key.ts';
import { type ChainHead, hashChainEntry } from './hash-chain.ts';
import { findEntryProblem } from './verify-entry.ts';
import { type VerifyPool, createVerifyPool } from './verify-pool.ts';
import { type EntryRow, findHead, listAuditedWithoutEntry, listEntries, listUnchainedRows } from './verify-queries.ts';

export interface FormsVerification {
  entries: number;
  records: number;
  files: number;
  evaluations: number;
  problems: number;
}

/** Small enough for all rows of a page to fit into memory, large enough to keep the workers busy. */
const pageSize = 200;
const firstId = '00000000-0000-0000-0000-000000000000';

/**
 * Walks the chain from its first entry and compares each entry with the stored rows. Each changed, missing, inserted or
 * moved row is reported in one line. Memory use stays flat, and forms can be signed while it runs.
 */
export async function verifyForms(
  { database, files, env }: Pick<Services, 'database' | 'files' | 'env'>,
  onProblem: (problem: string) => void,
): Promise<FormsVerification> {
  const { db } = database;
  const result: FormsVerification = { entries: 0, records: 0, files: 0, evaluations: 0, problems: 0 };
  const report = (problem: string | null) => {
    if (problem === null) return;
    result.problems += 1;
    onProblem(problem);
  };
  const certificates = await listDocumentCertificates(db);
  const findProblem = (row: EntryRow) => findEntryProblem({ files, env, certificates }, row);
  /** A problem is checked a second time, because the record may have been removed by retention in between. */
  const recheck = async ({ seq }: EntryRow) => {
    const row = await listEntries.first(db, { after: seq - 1, limit: 1 });
    return row?.seq === seq ? findProblem(row) : null;
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
      if (problem !== null && row) report(await recheck(row));
    }
    countEntries(result, page);
  };
  try {
    for await (const page of walkChain(db, report)) {
      pending.push({ page, problems: start(page) });
      if (pending.length >= (pool?.capacity ?? 1)) await finishOne();
    }
    while (pending.length > 0) await finishOne();
  } finally {
    await pool?.close();
    await Promise.allSettled(pending.map(({ problems }) => problems));
  }
  await reportUnchainedRows(db, report);
  await reportMissingEntries(db, report);
  return result;
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

/** Yields the entries in pages, after comparing each with the previous one. */
async function* walkChain(db: Db, report: (problem: string | null) => void): AsyncGenerator<EntryRow[]> {
  let last: ChainHead = { entries: 0, hash: '' };
  let nextPage = listEntries(db, { after: 0, limit: pageSize });
  for (;;) {
    const page = await nextPage;
    // The next page is fetched while this one is verified.
    nextPage = listEntries(db, { after: page.at(-1)?.seq ?? last.entries, limit: pageSize });
    nextPage.catch(() => undefined);
    for (const row of page) {
      report(linkProblem(last, row));
      last = { entries: row.seq, hash: row.hash };
    }
    if (page.length > 0) yield page;
    else {
      const head = await findHead.first(db);
      const more = await listEntries.first(db, { after: last.entries, limit: 1 });
      // More entries were signed in the meantime.
      if (more === undefined) return report(headProblem(last, head));
    }
  }
}

function linkProblem(last: ChainHead, { hash, seq, ...row }: EntryRow): string | null {
  const expected = last.entries + 1;
  if (seq !== expected)
    return seq === expected + 1 ? `entry ${expected}: missing` : `entries ${expected} to ${seq - 1}: missing`;
  const { at_us: atUs, record_id: recordId, kind, of_id: ofId, digest, prev_hash: prevHash } = row;
  const entry = { seq, at_us: atUs, record_id: recordId, kind, of_id: ofId, digest, prev_hash: prevHash };
  if (hashChainEntry(entry) !== hash) return `entry ${seq}: changed or moved (record ${recordId})`;
  return prevHash === last.hash ? null : `entry ${seq}: does not follow the previous entry (record ${recordId})`;
}

function headProblem(last: ChainHead, head: ChainHead | undefined): string | null {
  if (head === undefined) return 'form_head has no row';
  if (head.entries > last.entries) return `entries ${last.entries + 1} to ${head.entries}: missing`;
  if (head.entries < last.entries)
    return `entries ${head.entries + 1} to ${last.entries}: not covered by the chain head`;
  return head.hash === last.hash ? null : `entry ${last.entries}: does not match the chain head`;
}

function countEntries(result: FormsVerification, page: readonly EntryRow[]): void {
  result.entries += page.length;
  for (const { kind } of page) {
    if (kind === 'signed') result.records += 1;
    else if (kind === 'evaluation') result.evaluations += 1;
    else if (kind !== 'removed') result.files += 1;
  }
}
