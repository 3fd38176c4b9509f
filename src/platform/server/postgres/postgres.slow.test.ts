import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DataFolderHeldError, startPostgres } from './postgres.ts';
import type { EmbeddedPostgres } from './postgres.ts';

let root: string;
let dataDir: string;

async function query(database: EmbeddedPostgres, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client(database.connection);
  await client.connect();
  const result = await client.query(sql).finally(() => client.end());
  return result.rows as Record<string, unknown>[];
}

/** Starts a separate server that inserts row after row and prints each number once it is committed. */
function startWriter() {
  const code = `
    import { Client } from 'pg';
    import { startPostgres } from ${JSON.stringify(new URL('./postgres.ts', import.meta.url).href)};
    const database = await startPostgres({ dataDir: ${JSON.stringify(dataDir)} });
    const client = new Client(database.connection);
    await client.connect();
    await client.query('drop table if exists written; create table written (id int primary key)');
    for (let id = 1; ; id++) {
      await client.query('insert into written values ($1)', [id]);
      console.log(id);
    }`;
  const writer = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return { writer, lines: createInterface(writer.stdout) };
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'halocline-test-'));
  dataDir = join(root, 'data', 'postgres');
  const leftover = `${dataDir}.init-4194305`;
  await mkdir(leftover, { recursive: true });
  await writeFile(join(leftover, 'PG_VERSION'), '18');
  const database = await startPostgres({ dataDir });
  await query(database, `create table kept as select 'plongée 潜水' as word`);
  await database.stop();
}, 30_000);

afterAll(async () => {
  await rm(root, { recursive: true, force: true });
});

describe('startPostgres', () => {
  it('keeps the data after a restart and initializes once', async () => {
    const created = await stat(join(dataDir, 'PG_VERSION'));
    const database = await startPostgres({ dataDir });
    try {
      expect(await query(database, 'select word from kept')).toEqual([{ word: 'plongée 潜水' }]);
      expect((await stat(join(dataDir, 'PG_VERSION'))).mtimeMs).toBe(created.mtimeMs);
    } finally {
      await database.stop();
    }
  });

  it('removes incomplete data folders', async () => {
    expect(await readdir(join(root, 'data'))).toEqual(['postgres']);
  });

  it('listens on a private socket only and removes it on stop', async () => {
    const database = await startPostgres({ dataDir });
    const folder = database.connection.host;
    try {
      expect((await stat(folder)).mode & 0o777).toBe(0o700);
      expect(await query(database, 'show listen_addresses')).toEqual([{ listen_addresses: '' }]);
    } finally {
      await database.stop();
    }
    expect(existsSync(folder)).toBe(false);
  });

  it('is durable by default and applies settings', async () => {
    const read = `select current_setting('fsync') fsync, current_setting('synchronous_commit') commit,
      current_setting('work_mem') mem, pg_encoding_to_char(encoding) encoding, datlocale locale
      from pg_database where datname = current_database()`;
    const durable = await startPostgres({ dataDir });
    const first = await query(durable, read).finally(() => durable.stop());
    const quick = await startPostgres({ dataDir, settings: { fsync: 'off', work_mem: '5MB' } });
    const second = await query(quick, read).finally(() => quick.stop());
    const always = { commit: 'on', encoding: 'UTF8', locale: 'C.UTF-8' };
    expect(first).toEqual([{ ...always, fsync: 'on', mem: '4MB' }]);
    expect(second).toEqual([{ ...always, fsync: 'off', mem: '5MB' }]);
  });

  it('rejects a folder in use with one line that names the folder and the process', async () => {
    const database = await startPostgres({ dataDir });
    try {
      const [pid] = (await readFile(join(dataDir, 'postmaster.pid'), 'utf8')).split('\n');
      const error = await startPostgres({ dataDir }).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(DataFolderHeldError);
      expect((error as Error).message).toMatch(new RegExp(`^.*${dataDir} .* process ${pid}\\b.*$`));
      expect(await query(database, 'select 1 as alive')).toEqual([{ alive: 1 }]);
    } finally {
      await database.stop();
    }
  });

  it('starts after its server was killed without losing committed rows', async () => {
    const { writer, lines } = startWriter();
    let committed = 0;
    lines.on('line', (line) => {
      committed = Number(line);
      if (committed === 200) {
        writer.kill('SIGKILL');
      }
    });
    await once(writer, 'close');
    const database = await startPostgres({ dataDir });
    const rows = await query(database, 'select max(id) as last, count(*)::int as count from written').finally(() =>
      database.stop(),
    );
    const last = Number(rows[0]?.['last']);
    expect(committed).toBeGreaterThanOrEqual(200);
    expect(last).toBeGreaterThanOrEqual(committed);
    expect(rows[0]?.['count']).toBe(last);
  }, 20_000);

  it('stops PostgreSQL and removes its socket when the server was killed', async () => {
    const { writer, lines } = startWriter();
    await once(lines, 'line');
    const file = join(dataDir, 'postmaster.pid');
    const socketFolder = (await readFile(file, 'utf8')).split('\n')[4] ?? '';
    expect(existsSync(socketFolder)).toBe(true);
    writer.kill('SIGKILL');
    await expect.poll(() => existsSync(file), { timeout: 10_000 }).toBe(false);
    await expect.poll(() => existsSync(socketFolder), { timeout: 10_000 }).toBe(false);
  }, 30_000);

  it('recovers when PostgreSQL was killed and its pid belongs to another process', async () => {
    const killed = await startPostgres({ dataDir });
    const file = join(dataDir, 'postmaster.pid');
    const text = await readFile(file, 'utf8');
    await query(killed, 'create table survives ()');
    process.kill(Number(text.split('\n')[0]), 'SIGKILL');
    await killed.stop();
    const otherProcess = spawn('sleep', ['60']);
    try {
      await writeFile(file, text.replace(/^\d+/, String(otherProcess.pid)));
      const database = await startPostgres({ dataDir });
      const rows = await query(database, `select to_regclass('survives')::text as found`).finally(() =>
        database.stop(),
      );
      expect(rows).toEqual([{ found: 'survives' }]);
    } finally {
      otherProcess.kill();
    }
  }, 20_000);

  it('runs in a separate process group that Ctrl-C does not reach', async () => {
    const database = await startPostgres({ dataDir });
    try {
      const [pid] = (await readFile(join(dataDir, 'postmaster.pid'), 'utf8')).split('\n');
      const findGroup = () => process.kill(-Number(pid), 0);
      expect(findGroup).not.toThrow();
    } finally {
      await database.stop();
    }
  });

  it('reports in one line why it does not start', async () => {
    const start = startPostgres({ dataDir, settings: { shared_buffers: 'plenty' } });
    await expect(start).rejects.toThrow(/^PostgreSQL did not start in .*invalid value.*shared_buffers.*$/);
    const filled = join(root, 'filled');
    await mkdir(filled);
    await writeFile(join(filled, 'letter.txt'), 'not a database');
    await expect(startPostgres({ dataDir: filled })).rejects.toThrow(/^The data folder .* is not empty .*$/);
  });
});
