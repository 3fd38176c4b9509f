import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Client, type ClientConfig } from 'pg';
import type { FileStore } from '#platform/server/files/file-store.ts';
import { listTables, quoteTable } from '#platform/server/backup/dump-tables.ts';
import { appendAudit } from '#platform/server/observability/audit.ts';
import { createLogbookFixture, createRecreationalLog, diver } from './logbook-testing.ts';
import type { TestPortal } from './portal-testing.ts';
import { createReefPackage, createZip, uploadPackage } from './scorm-testing.ts';

const root = join(import.meta.dirname, '../../..');

export function toDatabaseUrl({ host, user, port, database }: ClientConfig): string {
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host ?? '')}`;
}

/** A checksum of the rows of each table, and the values of all sequences, without unlogged ones. */
export async function checksumDatabase(connection: ClientConfig): Promise<Record<string, string>> {
  const client = new Client(connection);
  await client.connect();
  try {
    const sums: Record<string, string> = {};
    for (const table of await listTables(client)) {
      const name = quoteTable(table);
      const { rows } = await client.query<{ sum: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, e'\\n' order by t::text collate "C")), '') as sum
         from ${name} t`,
      );
      sums[name] = rows[0]?.sum ?? '';
    }
    const { rows: sequences } = await client.query<{ name: string; value: string | null }>(
      `select c.oid::regclass::text as name, pg_sequence_last_value(c.oid)::text as value
       from pg_class c where c.relkind = 'S' and c.relpersistence = 'p' order by 1`,
    );
    for (const { name, value } of sequences) sums[`sequence ${name}`] = String(value);
    return sums;
  } finally {
    await client.end();
  }
}

/** A checksum of the type and content of each file. */
export async function checksumFiles(files: FileStore): Promise<Record<string, string>> {
  const sums: Record<string, string> = {};
  for await (const key of files.list('')) {
    const found = await files.get(key);
    if (found === null) continue;
    const hash = createHash('sha256').update(await buffer(found.body));
    sums[key] = `${found.contentType} ${hash.digest('hex')}`;
  }
  return sums;
}

/** Starts a command and kills it with SIGKILL as soon as the folder has an entry. */
export async function killScriptWhenFolderFills(
  folder: string,
  name: string,
  args: string[],
  settings: NodeJS.ProcessEnv,
): Promise<NodeJS.Signals | null> {
  const child = spawn(process.execPath, [join('scripts', name), ...args], {
    cwd: root,
    env: settings,
    stdio: 'ignore',
  });
  const timer = setInterval(() => {
    if (countFiles(folder) >= 3) child.kill('SIGKILL');
  }, 2);
  const [, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  clearInterval(timer);
  return signal;
}

/** Without those that are still being written. */
function countFiles(folder: string): number {
  if (!existsSync(folder)) return 0;
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile() && !entry.name.startsWith('~')).length;
}

/** Logs dives, appends to the audit chain, and uploads and deletes packages, until it is stopped. */
export function startLoad(portal: TestPortal): { stop(): Promise<number> } {
  const { database } = portal.services;
  const logbook = createLogbookFixture(portal);
  const stopping = new AbortController();
  let writes = 0;
  const repeat = async (write: () => Promise<boolean>) => {
    for (; !stopping.signal.aborted; writes++) if (!(await write())) throw new Error('a write failed');
  };
  const writers = Promise.all([
    repeat(async () => (await logbook.create(diver, createRecreationalLog())).errors.length === 0),
    repeat(async () => {
      const packageId = `load-${randomUUID()}`;
      const uploaded = await uploadPackage(portal, await createZip(createReefPackage()), { packageId });
      const deleted = await portal.request('staff@demo.test', 'DELETE', `/api/learning/scorm/packages/${packageId}`);
      return uploaded.statusCode === 200 && deleted.statusCode === 200;
    }),
    repeat(async () => {
      const event = { action: 'account.read', subject: `person:${diver.id}`, correlationId: 'load' } as const;
      await database.inTransaction('load', (db) => appendAudit(db, { ...event, actor: null, data: {} }));
      return true;
    }),
  ]);
  // A failure is reported when the load is stopped.
  writers.catch(() => undefined);
  return {
    async stop() {
      stopping.abort();
      await writers;
      return writes;
    },
  };
}
