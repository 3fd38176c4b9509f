import { Pool, type ClientConfig } from 'pg';
import { sql } from 'kysely';
import { openDatabase } from '#platform/server/db/database.ts';
import { rawQuery } from '#platform/server/db/raw-query.ts';
import type { Params } from '#platform/server/db/query.ts';
import { appendAudit } from '#platform/server/observability/audit.ts';

/** A commit takes 2 ms, as on a network disk. */
const slowCommits = '-c commit_delay=2000 -c commit_siblings=0';
const writerCounts = [1, 8, 32] as const;
const roundMs = 4_000;
const rounds = 3;
const people = 100_000;

/**
 * Audited writes per second of 32 writers, relative to the same writes without an audit entry. With one lock for all it
 * was 0.07; the rest is CPU time, which is scarce when the machine does other work.
 */
export const limits = { leastShare: 0.2 };

export interface AuditSpeed {
  writers: number;
  /** Writes per second of the slowest and the fastest round. */
  audited: readonly [number, number];
  plain: readonly [number, number];
}

const insertWrite = rawQuery(
  {},
  (p: Params<{ person: number }>) => sql`insert into bench_write (affiliate_id) values (${p.person})`,
);

/** Writes with and without an audit entry, in turns, because other load on the machine changes over time. */
export async function measureAudit(connection: ClientConfig): Promise<AuditSpeed[]> {
  const pool = new Pool({ ...connection, max: 1 });
  try {
    await pool.query('create table if not exists bench_write (affiliate_id bigint not null)');
    const speeds: AuditSpeed[] = [];
    for (const writers of writerCounts) {
      const audited: number[] = [];
      const plain: number[] = [];
      for (let round = 0; round < rounds; round++) {
        plain.push(await countWrites(connection, writers, false));
        audited.push(await countWrites(connection, writers, true));
      }
      speeds.push({ writers, audited: toRange(audited), plain: toRange(plain) });
    }
    return speeds;
  } finally {
    await pool.query('drop table if exists bench_write');
    await pool.end();
  }
}

const toRange = (values: readonly number[]) => [Math.min(...values), Math.max(...values)] as const;

/** Returns writes per second. */
async function countWrites(connection: ClientConfig, writers: number, isAudited: boolean): Promise<number> {
  const database = openDatabase({ connection: { ...connection, options: slowCommits }, poolSize: writers });
  let writes = 0;
  const end = performance.now() + roundMs;
  const write = async () => {
    for (; performance.now() < end; writes++) {
      const person = 1 + Math.floor(Math.random() * people);
      await database.inTransaction('bench', async (db) => {
        await insertWrite(db, { person });
        if (!isAudited) return;
        await appendAudit(db, {
          actor: person,
          action: 'profile.changed',
          subject: `person:${person}`,
          data: { fields: ['givenName'] },
          correlationId: 'bench',
        });
      });
    }
  };
  try {
    // Connects, and prepares the statements.
    await Promise.all(
      Array.from({ length: writers }, () =>
        database.inTransaction('bench', async (db) => insertWrite(db, { person: 1 })),
      ),
    );
    const startedAt = performance.now();
    await Promise.all(Array.from({ length: writers }, write));
    return (writes * 1_000) / (performance.now() - startedAt);
  } finally {
    await database.close();
  }
}
