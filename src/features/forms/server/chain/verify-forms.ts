import type { Services } from '#platform/server/http/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { listDocumentCertificates } from '#platform/server/documents/document-key.ts';
import { type ChainHead, hashChainEntry } from './hash-chain.ts';
import { findEntryProblem } from './verify-entry.ts';
import { type VerifyPool, createVerifyPool } from './verify-pool.ts';
import {
  type EntryRow,
  listAuditedWithoutEntry,
  listUnchainedRows,
  selectEntries,
  selectHead,
} from './verify-queries.ts';

export interface FormsVerification {
  entries: number;
  records: number;
  files: number;
  evaluations: number;
  problems: number;
}

/** Few enough that all they are of fits into memory, many enough that nobody waits for the next. */
const pageSize = 200;
const firstId = '00000000-0000-0000-0000-000000000000';

/**
 * Walks the chain from its first entry, and holds each against what is stored. Whatever was changed, left out, put in or
 * put in another order is said, one line each; memory stays flat, and people may sign meanwhile.
 */
export async function verifyForms(
  { database, files, env }: Pick<Services, 'database' | 'files' | 'env'>,
  say: (problem: string) => void,
): Promise<FormsVerification> {
  const { db } = database;
  const check: FormsVerification = { entries: 0, records: 0, files: 0, evaluations: 0, problems: 0 };
  const found = (problem: string | null) => {
    if (problem === null) return;
    check.problems += 1;
    say(problem);
  };
  const certificates = await listDocumentCertificates(db);
  const look = (row: EntryRow) => findEntryProblem({ files, env, certificates }, row);
  /** What looks wrong is looked at once more: its time may have come in between. */
  const lookAgain = async ({ seq }: EntryRow) => {
    const [row] = await selectEntries(db, seq - 1, 1);
    return row?.seq === seq ? look(row) : null;
  };
  let checkers: VerifyPool | undefined;
  const start = (page: EntryRow[]) => {
    // Threads take longer to begin than a short chain takes.
    if (checkers === undefined && page.length < pageSize) return Promise.all(page.map(look));
    checkers ??= createVerifyPool(env, certificates);
    return checkers.check(page);
  };
  const underway: { page: EntryRow[]; problems: Promise<(string | null)[]> }[] = [];
  const finishOne = async () => {
    const { page, problems } = underway.shift() ?? { page: [], problems: [] };
    for (const [index, problem] of (await problems).entries()) {
      const row = page[index];
      if (problem !== null && row) found(await lookAgain(row));
    }
    countEntries(check, page);
  };
  try {
    for await (const page of walkChain(db, found)) {
      underway.push({ page, problems: start(page) });
      if (underway.length >= (checkers?.room ?? 1)) await finishOne();
    }
    while (underway.length > 0) await finishOne();
  } finally {
    await checkers?.close();
    await Promise.allSettled(underway.map(({ problems }) => problems));
  }
  await reportUnchainedRows(db, found);
  await reportMissingEntries(db, found);
  return check;
}

async function reportUnchainedRows(db: Db, found: (problem: string) => void): Promise<void> {
  for (const [what, list] of Object.entries(listUnchainedRows))
    for (let after = firstId; ;) {
      const rows = await list(db, after, 1_000);
      for (const { id } of rows) found(`${what} ${id}: no entry of the chain names it`);
      const last = rows.at(-1);
      if (last === undefined) break;
      after = last.id;
    }
}

/** Whoever cuts off the end, records and all, or writes it anew leaves a chain that is whole; the audit chain knows better. */
async function reportMissingEntries(db: Db, found: (problem: string) => void): Promise<void> {
  for (let after = 0; ;) {
    const rows = await listAuditedWithoutEntry(db, after, 1_000);
    for (const { recordId } of rows) found(`record ${recordId}: the audit chain knows another entry of it`);
    const last = rows.at(-1);
    if (last === undefined) break;
    after = last.seq;
  }
}

/** The entries in pages, each held against the one before it. */
async function* walkChain(db: Db, found: (problem: string | null) => void): AsyncGenerator<EntryRow[]> {
  let last: ChainHead = { entries: 0, hash: '' };
  let coming = selectEntries(db, 0, pageSize);
  for (;;) {
    const page = await coming;
    // The next are on their way while these are looked at.
    coming = selectEntries(db, page.at(-1)?.seq ?? last.entries, pageSize);
    coming.catch(() => undefined);
    for (const row of page) {
      found(linkProblem(last, row));
      last = { entries: row.seq, hash: row.hash };
    }
    if (page.length > 0) yield page;
    else {
      const [head] = await selectHead(db);
      const [more] = await selectEntries(db, last.entries, 1);
      // Unless somebody has signed meanwhile.
      if (more === undefined) return found(headProblem(last, head));
    }
  }
}

function linkProblem(last: ChainHead, { hash, seq, ...row }: EntryRow): string | null {
  const expected = last.entries + 1;
  if (seq !== expected)
    return seq === expected + 1
      ? `entry ${expected}: it is missing`
      : `entries ${expected} to ${seq - 1}: they are missing`;
  const { at_us: atUs, record_id: recordId, kind, of_id: ofId, digest, prev_hash: prevHash } = row;
  const entry = { seq, at_us: atUs, record_id: recordId, kind, of_id: ofId, digest, prev_hash: prevHash };
  if (hashChainEntry(entry) !== hash)
    return `entry ${seq}: it was changed, or stands in another place (record ${recordId})`;
  return prevHash === last.hash ? null : `entry ${seq}: it does not follow the one before it (record ${recordId})`;
}

function headProblem(last: ChainHead, head: ChainHead | undefined): string | null {
  if (head === undefined) return 'the chain has lost its head';
  if (head.entries > last.entries) return `entries ${last.entries + 1} to ${head.entries}: they are missing`;
  if (head.entries < last.entries) return `entries ${head.entries + 1} to ${last.entries}: they were put in`;
  return head.hash === last.hash ? null : `entry ${last.entries}: it is not the last that was written`;
}

function countEntries(check: FormsVerification, page: readonly EntryRow[]): void {
  check.entries += page.length;
  for (const { kind } of page) {
    if (kind === 'signed') check.records += 1;
    else if (kind === 'evaluation') check.evaluations += 1;
    else if (kind !== 'removed') check.files += 1;
  }
}
