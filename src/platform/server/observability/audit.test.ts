import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createTestDatabase } from '#platform/testing/database.ts';
import { query, type Params } from '#platform/server/db/query.ts';
import { chainOf } from '#platform/server/chains/chains.ts';
import type { VerifyEnv } from '#platform/server/chains/verify-checkpoints.ts';
import { appendAudit } from './audit.ts';
import { verifyAudit } from './verify-audit.ts';

const database = await createTestDatabase();
const { db, pool } = database;
const env: VerifyEnv = { SECRET_KEYS: ['secret'] };

const insertCounter = query((db, p: Params<{ key: string }>) =>
  db.insertInto('rate_counter').values({ key_hash: p.key, taken: 1, ends_at: sql`now()` }),
);

function append(subject: string, data: Record<string, unknown> = {}): Promise<void> {
  return database.inTransaction('a-correlation', (tx) =>
    appendAudit(tx, { actor: 7, action: 'application.read', subject, data, correlationId: 'a-correlation' }),
  );
}

async function verify() {
  const problems: string[] = [];
  const { entries } = await verifyAudit({ database, env }, (problem) => problems.push(problem), { isComplete: true });
  return { entries, problems };
}

describe('appendAudit', () => {
  test('keeps all chains whole when 32 writers append to several chains each', async () => {
    const subjects = Array.from({ length: 12 }, (_, index) => `person:${index}`);
    const write = (writer: number) =>
      database.inTransaction('many', async (tx) => {
        // Every writer has another order, which would deadlock if chains were locked in it.
        for (let index = 0; index < subjects.length; index++) {
          const subject = subjects[(index * 5 + writer) % subjects.length] ?? '';
          await appendAudit(tx, {
            actor: writer,
            action: 'application.read',
            subject,
            data: {},
            correlationId: 'many',
          });
        }
      });
    const rounds = Array.from({ length: 32 }, async (_, writer) => {
      for (let round = 0; round < 5; round++) await write(writer);
    });
    await Promise.all(rounds);
    expect(await verify()).toEqual({ entries: 32 * 5 * 12, problems: [] });
    const { rows } = await pool.query('select count(distinct chain)::int as chains from audit_entry');
    expect(rows).toEqual([{ chains: new Set(subjects.map(chainOf)).size }]);
  });

  test('numbers the entries of a transaction in the order in which they were appended', async () => {
    await database.inTransaction('order', async (tx) => {
      for (const subject of ['person:3', 'person:1', 'person:2'])
        await appendAudit(tx, { actor: 1, action: 'application.read', subject, data: {}, correlationId: 'order' });
    });
    const { rows } = await pool.query<{ subject: string }>(
      "select subject from audit_entry where correlation_id = 'order' order by seq",
    );
    expect(rows.map(({ subject }) => subject)).toEqual(['person:3', 'person:1', 'person:2']);
  });

  test('locks no chain before the transaction ends', async () => {
    await database.inTransaction('waiting', async (tx) => {
      await appendAudit(tx, { actor: 1, action: 'application.read', subject: 's', data: {}, correlationId: 'waiting' });
      await sql`select 1`.execute(tx);
      const { rows } = await pool.query('select from chain_head for update nowait');
      expect(rows).toHaveLength(128);
    });
    expect((await verify()).problems).toEqual([]);
  });

  test('stores the entry before a statement commits the transaction', async () => {
    const before = await verify();
    await database.inTransaction('last', async (tx) => {
      const data = { b: [1, 2.5], a: { ö: null, missing: undefined } };
      await appendAudit(tx, { actor: 1, action: 'application.read', subject: 's', data, correlationId: 'last' });
      await insertCounter.firstAndCommit(tx, { key: 'last' });
      expect(await verify()).toEqual({ entries: before.entries + 1, problems: [] });
    });
  });

  test('stores no entry for a transaction that rolled back', async () => {
    const before = await verify();
    const attempt = database.inTransaction('failing', async (tx) => {
      await appendAudit(tx, { actor: 7, action: 'payments.paid', subject: 's', data: {}, correlationId: 'failing' });
      throw new Error('declined');
    });
    await expect(attempt).rejects.toThrow('declined');
    expect(await verify()).toEqual(before);
  });

  test('rolls the change back when its entry cannot be stored', async () => {
    const before = await verify();
    const attempt = database.inTransaction('failing', async (tx) => {
      await insertCounter(tx, { key: 'rolled-back' });
      const data = { text: 'a\0b' };
      await appendAudit(tx, { actor: 7, action: 'payments.paid', subject: 's', data, correlationId: 'failing' });
    });
    await expect(attempt).rejects.toThrow('unsupported Unicode escape sequence');
    expect((await pool.query("select from rate_counter where key_hash = 'rolled-back'")).rows).toEqual([]);
    expect(await verify()).toEqual(before);
  });

  test('rejects an entry outside a transaction', async () => {
    const event = { actor: 7, action: 'payments.paid', subject: 's', data: {}, correlationId: 'c' } as const;
    await expect(appendAudit(db, event)).rejects.toThrow('transaction');
  });
});

describe('verifyAudit', () => {
  test('verifies more entries than fit in a page while others are appended', async () => {
    await database.inTransaction('bulk', async (tx) => {
      for (let index = 0; index < 2_005; index++)
        await appendAudit(tx, {
          actor: null,
          action: 'application.read',
          subject: `person:${index}`,
          data: { index },
          correlationId: 'bulk',
        });
    });
    const writing = Promise.all(Array.from({ length: 40 }, (_, index) => append(`person:${index}`)));
    expect((await verify()).problems).toEqual([]);
    await writing;
    expect((await verify()).problems).toEqual([]);
  });
});
