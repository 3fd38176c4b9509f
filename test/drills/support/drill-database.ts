import { mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { startPostgres, type EmbeddedPostgres } from '#platform/server/postgres/postgres.ts';
import type { DrillRun } from './drill.ts';

/** A database that drills can read and change. */
export interface QueryTarget {
  query<Row>(sql: string, values?: unknown[]): Promise<Row[]>;
}

/** The embedded PostgreSQL in a folder of its own, which can be killed and started again under the same URL. */
export class DrillDatabase implements QueryTarget {
  /** A link, because each start has its own socket folder. */
  readonly #socketLink: string;
  readonly #dataDir: string;
  readonly #settings: Record<string, string>;
  #postgres: EmbeddedPostgres | undefined;
  url = '';

  private constructor(folder: string, settings: Record<string, string>) {
    this.#dataDir = join(folder, 'postgres');
    this.#socketLink = join(folder, 'socket');
    this.#settings = settings;
  }

  static async open(run: DrillRun, settings: Record<string, string> = {}, folder = run.folder): Promise<DrillDatabase> {
    const database = new DrillDatabase(folder, settings);
    await mkdir(folder, { recursive: true });
    run.onEnd(() => database.stop());
    await database.start();
    return database;
  }

  async start(): Promise<void> {
    this.#postgres = await startPostgres({ dataDir: this.#dataDir, settings: this.#settings });
    const { host, user, database, port } = this.#postgres.connection;
    const link = `${this.#socketLink}.new`;
    await rm(link, { force: true });
    await symlink(host, link);
    await rename(link, this.#socketLink);
    this.url = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(this.#socketLink)}`;
  }

  async stop(): Promise<void> {
    await this.#postgres?.stop().catch(() => undefined);
    this.#postgres = undefined;
  }

  /** The process id of the PostgreSQL server. */
  async readPid(): Promise<number> {
    return Number((await readFile(join(this.#dataDir, 'postmaster.pid'), 'utf8')).split('\n')[0]);
  }

  query<Row>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return queryOnce(this.url, sql, values);
  }
}

/** Opens a connection for one query, because drills end connections at any time. */
export async function queryOnce<Row>(connectionString: string, sql: string, values: unknown[] = []): Promise<Row[]> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql, values)).rows as Row[];
  } finally {
    await client.end().catch(() => undefined);
  }
}
