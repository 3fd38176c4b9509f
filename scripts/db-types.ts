/** `npm run db:types`: generates table types from the migrations. `--check` only compares them. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Pool } from 'pg';
import { migrate } from '#platform/server/db/migrate.ts';
import { startPostgres } from '#platform/server/postgres/postgres.ts';

const root = join(import.meta.dirname, '..');
const target = join(root, 'src/platform/server/db/db-types.ts');
const codegen = join(root, 'node_modules/kysely-codegen/dist/cli/bin.js');

const folder = await mkdtemp(join(tmpdir(), 'halocline-types-'));
try {
  const fresh = await generate();
  if (!process.argv.includes('--check')) {
    await writeFile(target, fresh);
  } else if ((await readFile(target, 'utf8').catch(() => '')) !== fresh) {
    console.error('src/platform/server/db/db-types.ts does not match the migrations: run npm run db:types');
    process.exitCode = 1;
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function generate(): Promise<string> {
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), settings: { fsync: 'off' } });
  try {
    const pool = new Pool({ ...postgres.connection, max: 2 });
    await migrate(pool, join(root, 'migrations'));
    await pool.end();
    const { host, user, database, port } = postgres.connection;
    const out = join(folder, 'db-types.ts');
    await promisify(execFile)(process.execPath, [
      codegen,
      '--dialect=postgres',
      `--url=postgres://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`,
      '--default-schema=public',
      '--include-pattern=public.*',
      '--date-parser=string',
      // platform/server/db/database.ts parses int8 as a number.
      '--type-mapping={"int8":"number"}',
      `--out-file=${out}`,
    ]);
    return await readFile(out, 'utf8');
  } finally {
    await postgres.stop();
  }
}
