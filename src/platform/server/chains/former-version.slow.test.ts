import { createHash } from 'node:crypto';
import { cp, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool, PoolClient } from 'pg';
import { expect, it } from 'vitest';
import { createTestDatabase } from '#platform/testing/database.ts';
import { holdLocks, waitForLockWait } from '#platform/testing/lock-waits.ts';
import { createTemporaryFolder } from '#platform/testing/temporary-folder.ts';
import type { Env } from '#platform/server/config/env.ts';
import { canonicalJson } from '#platform/server/crypto/canonical-json.ts';
import { migrate } from '#platform/server/db/migrate.ts';
import { appendAudit } from '#platform/server/observability/audit.ts';
import { verifyAudit } from '#platform/server/observability/verify-audit.ts';
import { createCheckpoint } from './checkpoint.ts';

const migrations = join(import.meta.dirname, '../../../../migrations');
const env = { SECRET_KEYS: ['a-secret'], BRAND_FILE: 'brand/bluewater.json' } as unknown as Env;
const database = await createTestDatabase('template1');
const { pool } = database;

/** The tables as they were before chains. */
async function migrateToFormerVersion(pool: Pool): Promise<void> {
  const folder = join(await createTemporaryFolder(), 'migrations');
  await mkdir(folder);
  for (const name of await readdir(migrations)) if (name < '0050') await cp(join(migrations, name), join(folder, name));
  await migrate(pool, folder);
}

/** Appends an entry with the statements and hashes of the former version. */
async function appendAsFormerVersion(client: PoolClient, subject: string): Promise<void> {
  await client.query('begin');
  const { rows } = await client.query<{ entries: number; hash: string }>(
    'select entries, hash from audit_head for update',
  );
  const head = rows[0] ?? { entries: 0, hash: '' };
  const entry = {
    seq: head.entries + 1,
    at_us: Date.now() * 1_000,
    actor_affiliate_id: 7,
    action: 'application.read',
    subject,
    data: { ö: 1 },
    correlation_id: 'former',
    prev_hash: head.hash,
  };
  const hash = createHash('sha256').update(canonicalJson(entry)).digest('hex');
  await client.query(
    `with entry as (
       insert into audit_entry (seq, at, actor_affiliate_id, action, subject, data, correlation_id, prev_hash, hash)
       values ($1, timestamptz 'epoch' + $2::bigint * interval '1 microsecond', $3, $4, $5, $6, $7, $8, $9)
     ) update audit_head set entries = $1, hash = $9`,
    [...Object.values(entry), hash],
  );
  await client.query('commit');
}

async function verify(isComplete: boolean) {
  const problems: string[] = [];
  const { entries } = await verifyAudit({ database, env }, (text) => problems.push(text), { isComplete });
  return { entries, problems };
}

it('takes over the chain of the former version, whose processes write during the upgrade and after it', async () => {
  await migrateToFormerVersion(pool);
  const ending = new AbortController();
  let written = 0;
  const first = Promise.withResolvers<void>();
  const writers = Array.from({ length: 4 }, async (_, writer) => {
    const client = await pool.connect();
    try {
      while (!ending.signal.aborted) {
        await appendAsFormerVersion(client, `person:${writer}`);
        if (++written === 20) first.resolve();
      }
    } finally {
      client.release();
    }
  });
  await first.promise;
  expect(await migrate(pool, migrations)).toContain('0050_audit_chains.sql');
  const atMigration = written;
  for (let own = 0; own < 20; own++) {
    await database.inTransaction('own', (tx) =>
      appendAudit(tx, { actor: 1, action: 'application.read', subject: 'person:1', data: {}, correlationId: 'own' }),
    );
    if (own === 10) await createCheckpoint({ database, env }, new Date());
  }
  ending.abort();
  await Promise.all(writers);
  expect(written).toBeGreaterThan(atMigration);
  expect(await verify(true)).toEqual({ entries: written + 20, problems: [] });
  expect(await verify(false)).toMatchObject({ problems: [] });
  // The list of all entries has one order.
  const { rows } = await pool.query<{ chain: number }>('select chain from audit_entry order by seq');
  expect(new Set(rows.slice(-30).map(({ chain }) => chain)).size).toBe(2);

  // The entries of the former version are as safe as the others.
  await pool.query('update audit_entry set actor_affiliate_id = 8 where seq = 5');
  expect((await verify(true)).problems).toEqual(['entry 5: changed or moved']);
});

it('waits for the tables without blocking others while a backup reads them', async () => {
  const other = await createTestDatabase('template1');
  await migrateToFormerVersion(other.pool);
  const backup = await holdLocks(other.pool, 'lock table audit_entry in access share mode');
  const migrating = migrate(other.pool, migrations);
  const writer = await other.pool.connect();
  // The first tries to lock the tables fail while these writes get their turns.
  await waitForLockWait(other.pool);
  for (let write = 0; write < 5; write++) await appendAsFormerVersion(writer, 'person:1');
  await backup.commit();
  expect(await migrating).toContain('0050_audit_chains.sql');
  writer.release();
});
