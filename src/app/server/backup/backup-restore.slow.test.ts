import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { enqueueDemoJobs } from '#demo/load-demo.ts';
import { openDatabase } from '#platform/server/db/database.ts';
import { migrate } from '#platform/server/db/migrate.ts';
import { createFolderFileStore } from '#platform/server/files/folder-file-store.ts';
import { startJobWorkers } from '#platform/server/jobs/jobs.ts';
import { startPostgres } from '#platform/server/postgres/postgres.ts';
import { startS3Server } from '#platform/testing/s3-server.ts';
import { createTemporaryFolder } from '#platform/testing/temporary-folder.ts';
import {
  checksumDatabase,
  checksumFiles,
  killScriptWhenFolderFills,
  startLoad,
  toDatabaseUrl,
} from '#test/support/api/backup-testing.ts';
import { diver } from '#test/support/api/logbook-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { createReefPackage, createZip, uploadPackage } from '#test/support/api/scorm-testing.ts';
import { runScript } from '#test/support/api/spawned-portal.ts';
import { listJobs } from '../jobs.ts';

const migrations = join(import.meta.dirname, '../../../../migrations');
const folder = await createTemporaryFolder();
const s3 = await startS3Server();
const portal = await testPortal({}, { size: 'world' });
const { services, env } = portal;
const target = join(folder, 'backups');
const { rows } = await services.database.pool.query<{ name: string }>('select current_database() as name');
const connection = { ...inject('postgres'), database: rows[0]?.name ?? '' };
const settings: NodeJS.ProcessEnv = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
  DATA_DIR: env.DATA_DIR,
  DATABASE_URL: toDatabaseUrl(connection),
  SECRET_KEY: env.SECRET_KEYS[0],
  BACKUP_KEY: 'a key for backups in tests, long enough',
  S3_ENDPOINT: s3.url,
  AWS_ACCESS_KEY_ID: 'key',
  AWS_SECRET_ACCESS_KEY: 'secret',
};
const verified =
  /^ok {6}audit log: .*\nok {6}signed forms: .*\nok {6}ledger: .*\nok {6}card keys: .*\nok {6}encrypted values: .*\nok {6}files: (\d+) files\n$/m;

const unfinished = 'a restore into this database is running or was interrupted: run `npm run restore` again';

const backup = (address = target, ...args: string[]) => runScript('backup.ts', [address, ...args], settings);
const restore = (into: string, args: string[] = [], changes: NodeJS.ProcessEnv = {}, address = target) =>
  runScript('restore.ts', [address, '--into', join(folder, into), ...args], { ...settings, ...changes });
const countNewChunks = (output: string) => Number(/in (\d+) new chunks/.exec(output)?.[1]);

/** Runs the work on the database that was restored to the folder. */
async function withRestored<Result>(into: string, work: (connection: object) => Promise<Result>): Promise<Result> {
  const postgres = await startPostgres({ dataDir: join(folder, into, 'postgres') });
  return work(postgres.connection).finally(() => postgres.stop());
}

async function findLargestChunk(): Promise<string> {
  const entries = await readdir(join(target, 'chunks'), { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const sizes = await Promise.all(paths.map(async (path) => ({ path, size: (await readFile(path)).length })));
  return sizes.toSorted((a, b) => b.size - a.size)[0]?.path ?? '';
}

/** Compares every restored table and file with those of the portal. Returns the restored files. */
async function expectExact(into: string, before: Record<string, string>): Promise<Record<string, string>> {
  // The verification after the restore records its progress.
  const progress = { '"public"."chain_verification"': expect.any(String) };
  expect(await withRestored(into, checksumDatabase)).toEqual({ ...before, ...progress });
  const restoredFiles = await checksumFiles(createFolderFileStore(join(folder, into, 'files')));
  expect(Object.keys(restoredFiles).length).toBeGreaterThan(5);
  const ownFiles = await checksumFiles(services.files);
  expect(ownFiles).toMatchObject(restoredFiles);
  // Files whose deletion the backup postponed are not needed by any row.
  const unused = Object.keys(ownFiles).filter((key) => restoredFiles[key] === undefined);
  expect(unused.filter((key) => !key.startsWith('scorm/'))).toEqual([]);
  return restoredFiles;
}

let firstChunks = 0;

describe('backup and restore', () => {
  it('backs up a database while it is written to', async () => {
    expect((await uploadPackage(portal, await createZip(createReefPackage()))).statusCode).toBe(200);
    const workers = await startJobWorkers(services, listJobs(services));
    await enqueueDemoJobs(services);
    const load = startLoad(portal);
    try {
      // Portraits, photos and documents are drawn while the backup runs.
      await expect.poll(async () => (await readdir(join(env.DATA_DIR, 'files'))).length).toBeGreaterThan(2);
      const { code, stdout, stderr } = await backup();
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      firstChunks = countNewChunks(stdout);
    } finally {
      expect(await load.stop()).toBeGreaterThan(10);
      await workers.stop();
    }
  });

  it('restores a consistent state from it', async () => {
    const { code, stdout, stderr } = await restore('under-load');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(Number(verified.exec(stdout)?.[1])).toBeGreaterThan(5);
  });

  it('stores only what changed, and restores every table and file exactly', async () => {
    await services.database.pool.query(
      `update person set given_name = given_name || '!' where affiliate_id = ${diver.id}`,
    );
    const before = await checksumDatabase(connection);
    const { code, stdout, stderr } = await backup();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(countNewChunks(stdout)).toBeGreaterThan(0);
    expect(countNewChunks(stdout)).toBeLessThan(firstChunks);
    expect(countNewChunks((await backup()).stdout)).toBeLessThan(5);

    expect(await restore('exact')).toMatchObject({ code: 0, stderr: '' });
    expect(await checksumDatabase(connection)).toEqual(before);
    const restoredFiles = await expectExact('exact', before);
    expect(Object.keys(restoredFiles).filter((key) => key.startsWith('scorm/')).length).toBeGreaterThan(1);

    expect(await restore('exact')).toMatchObject({
      code: 1,
      stderr: 'the database is not empty: restore into an empty one, or add --overwrite to replace it\n',
    });
  });

  it('ignores a killed backup, and reuses its chunks', async () => {
    const half = join(folder, 'half');
    expect(await killScriptWhenFolderFills(join(half, 'chunks'), 'backup.ts', [half], settings)).toBe('SIGKILL');
    expect((await readdir(join(half, 'chunks'))).length).toBeGreaterThan(0);
    const failed = await runScript('restore.ts', [half, '--into', join(folder, 'never')], settings);
    expect(failed).toMatchObject({ code: 1, stderr: `there is no complete backup in ${half}\n` });
    const { code, stdout } = await backup(half, '--keep', '1');
    expect(code).toBe(0);
    expect(stdout).toMatch(/[1-9]\d* chunks unchanged\n- 0 older backups/);
    expect(await runScript('restore.ts', [half, '--check'], settings)).toMatchObject({ code: 0, stderr: '' });
  });

  it('starts over after a killed restore, and the portal refuses the database until then', async () => {
    const into = join(folder, 'killed');
    const args = [target, '--into', into];
    expect(await killScriptWhenFolderFills(join(into, 'files'), 'restore.ts', args, settings)).toBe('SIGKILL');
    await withRestored('killed', async (restored) => {
      const database = openDatabase({ connection: restored, poolSize: 1 });
      await expect(migrate(database.pool, migrations)).rejects.toThrow(unfinished);
      await database.close();
    });
    const ended = { code: 1, stdout: '', stderr: `${unfinished}\n` };
    const killed = { ...settings, DATABASE_URL: undefined, DATA_DIR: into };
    expect(await runScript('verify.ts', [], killed)).toEqual(ended);
    expect(await runScript('backup.ts', [target], killed)).toEqual(ended);
    const { code, stdout, stderr } = await restore('killed');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(verified);
  });

  it('refuses other keys', async () => {
    const other = 'another key that is long enough for this';
    expect(await restore('never', [], { BACKUP_KEY: other })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^backup \S+ was made with another BACKUP_KEY \(fingerprint \w+, this one is \w+\)\n$/,
      ) as string,
    });
    expect(await restore('never', [], { SECRET_KEY: other })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^SECRET_KEY: the backup was made with key \w+, and this SECRET_KEY contains only \w+:/,
      ) as string,
    });
    expect(await restore('never', [], { BACKUP_KEY: '' })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^BACKUP_KEY: must be set/) as string,
    });
  });

  it('backs up to a bucket, stores there only what changed, and restores it exactly', async () => {
    const address = 's3://archive/portal/daily';
    const first = await backup(address, '--keep', '1');
    expect(first).toMatchObject({ code: 0, stderr: '' });
    await services.database.pool.query(
      `update person set given_name = given_name || '?' where affiliate_id = ${diver.id}`,
    );
    const before = await checksumDatabase(connection);
    // Deletes the first backup and keeps the chunks that both have.
    const second = await backup(address, '--keep', '1');
    expect(second).toMatchObject({ code: 0, stderr: '' });
    expect(countNewChunks(second.stdout)).toBeGreaterThan(0);
    expect(countNewChunks(second.stdout)).toBeLessThan(countNewChunks(first.stdout) / 2);
    const restored = await restore('from-bucket', [], {}, address);
    expect(restored).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(verified) as string });
    await expectExact('from-bucket', before);
    const checked = await runScript('restore.ts', [address, '--check'], settings);
    expect(checked).toMatchObject({ code: 0, stdout: expect.stringContaining('is complete and intact') as string });
  });

  it('refuses a backup with a flipped byte or a missing chunk', async () => {
    // Deletes the older backups, so every chunk belongs to this one.
    expect(await backup(target, '--keep', '1')).toMatchObject({ code: 0, stderr: '' });
    const chunk = await findLargestChunk();
    const content = await readFile(chunk);
    const id = /[^/]+(?=~$)/.exec(chunk)?.[0];
    await writeFile(chunk, content.with(content.length - 100, (content.at(-100) ?? 0) ^ 1));
    const damaged = { code: 1, stderr: `backup is damaged: chunk ${id}\n` };
    expect(await runScript('restore.ts', [target, '--check'], settings)).toMatchObject(damaged);
    expect(await restore('damaged')).toMatchObject(damaged);
    await rm(chunk);
    const missing = { code: 1, stderr: `backup is incomplete: chunk ${id} is missing\n` };
    expect(await runScript('restore.ts', [target, '--check'], settings)).toMatchObject(missing);
    expect(await restore('damaged')).toMatchObject(missing);
    // Nothing is overwritten by a backup that cannot be read.
    const before = await withRestored('exact', checksumDatabase);
    expect(await restore('exact', ['--overwrite'])).toMatchObject(missing);
    expect(await withRestored('exact', checksumDatabase)).toEqual(before);
    // The next backup stores the chunk again.
    expect(countNewChunks((await backup()).stdout)).toBeGreaterThan(0);
    expect(await runScript('restore.ts', [target, '--check'], settings)).toMatchObject({ code: 0, stderr: '' });
  });
});

describe('verify', () => {
  it('reports a missing and a changed file, and a changed row', async () => {
    const all = await runScript('verify.ts', [], settings);
    expect(all).toMatchObject({ code: 0, stderr: '' });
    const { rows } = await services.database.pool.query<{ key: string }>(
      'select file_key as key from person_photo order by file_key limit 2',
    );
    const [first = '', second = ''] = rows.map(({ key }) => key);
    await createFolderFileStore(join(env.DATA_DIR, 'files')).delete(first);
    await services.files.put(second, Buffer.from('something else entirely'), 'application/octet-stream');
    await services.database.pool.query('update audit_entry set data = $1 where seq = 5', [{ changed: true }]);
    const { code, stdout, stderr } = await runScript('verify.ts', [], settings);
    expect(code).toBe(1);
    expect(stdout).toContain('FAILED  audit log: ');
    expect(stdout).toContain('FAILED  files: ');
    expect(stderr).toContain('- audit log: entry 5: changed or moved\n');
    expect(stderr).toContain(`- file ${first} (person_photo.file_key): missing\n`);
    expect(stderr).toContain(`- file ${second} (person_photo.file_key): cannot be decrypted`);
    expect(stderr).toContain('verification failed: 3 problems\n');
    expect(await backup()).toMatchObject({
      code: 1,
      stderr: `1 files that rows refer to do not exist and are not in the backup:\n- ${first}\n`,
    });
  });
});
