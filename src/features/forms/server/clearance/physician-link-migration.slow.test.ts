import { copyFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { migrate } from '#platform/server/db/migrate.ts';
import { createTestDatabase } from '#platform/testing/database.ts';
import { createTemporaryFolder } from '#platform/testing/temporary-folder.ts';

const migrations = join(import.meta.dirname, '../../../../../migrations');
const medicalTrust = '0031_medical_trust.sql';

const { pool } = await createTestDatabase();
const folder = await createTemporaryFolder();

/** Applies the earlier migrations only, because rows are inserted in their former shape. */
async function migrateBefore(name: string): Promise<void> {
  await pool.query('drop schema public cascade; create schema public');
  const files = (await readdir(migrations)).filter((file) => file.endsWith('.sql') && file < name);
  for (const file of files) await copyFile(join(migrations, file), join(folder, file));
  expect(await migrate(pool, folder)).toEqual(files.toSorted());
}

const insertLink = (hash: string, purpose: string, data: object, usedAt: string | null = null) =>
  pool.query(
    `insert into link_token (token_hash, purpose, data, expires_at, used_at)
     values ($1, $2, $3, now() + interval '30 days', $4)`,
    [hash, purpose, JSON.stringify(data), usedAt],
  );

it('ends physician links that were mailed before their address was checked, and no others', async () => {
  await migrateBefore(medicalTrust);
  const before = '2026-01-05T10:00:00.000Z';
  await insertLink('old', 'physician', { affiliateId: 400_001, isMailed: true });
  await insertLink('answered', 'physician', { affiliateId: 400_001 }, before);
  await insertLink('checked', 'physician', { affiliateId: 400_001, sentTo: 'practice@example.test' });
  await insertLink('other', 'handover', { affiliateId: 400_003 });

  expect(await migrate(pool, migrations)).toContain(medicalTrust);

  const { rows } = await pool.query<{ name: string; usedAt: Date | null }>(
    `select token_hash as name, used_at as "usedAt" from link_token order by 1`,
  );
  const usedAt = new Map(rows.map((row) => [row.name, row.usedAt]));
  expect(usedAt.get('old')).toBeInstanceOf(Date);
  expect(usedAt.get('answered')).toEqual(new Date(before));
  expect(usedAt.get('checked')).toBeNull();
  expect(usedAt.get('other')).toBeNull();
});
