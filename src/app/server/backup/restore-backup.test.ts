import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type BackupManifest, fingerprintKey } from '#platform/server/backup/manifest.ts';
import type { Env } from '#platform/server/config/env.ts';
import { readMigrations } from '#platform/server/db/migration-files.ts';
import { assertRestorable } from './restore-backup.ts';

const env: Pick<Env, 'SECRET_KEYS'> = { SECRET_KEYS: ['a secret key'] };
const own = readMigrations(join(import.meta.dirname, '../../../../migrations')).map(({ name, hash }) => ({
  name,
  hash,
}));
const check = (migrations: BackupManifest['migrations']) => () =>
  assertRestorable(
    { version: '9.9.9', secretKeys: env.SECRET_KEYS.map(fingerprintKey), migrations } as BackupManifest,
    env,
  );

it('accepts a backup of the same schema, and refuses every other', () => {
  expect(check(own)).not.toThrow();
  const refusal = 'the backup has the schema of another version: restore it with version 9.9.9 of the portal';
  const more = { name: '999_more.sql', hash: 'x' };
  for (const other of [[], own.slice(1), own.slice(0, -1), [...own, more], [{ ...more }, ...own.slice(1)]])
    expect(check(other)).toThrow(refusal);
});
