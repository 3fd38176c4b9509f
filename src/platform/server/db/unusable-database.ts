import type { Client } from 'pg';

/** A database that this version can't use. The message is printed without a stack and says what to do. */
export class UnusableDatabaseError extends Error {}

/** The schema that marks a database whose restore has not ended. */
export const restoreMarker = 'halocline_restore';

/** A client or a pool. */
interface Queryable {
  query(text: string, values: unknown[]): Promise<{ rows: unknown[] }>;
}

/** Throws if the database contains only a part of a backup. */
export async function assertRestoreEnded(client: Queryable): Promise<void> {
  if (await hasRestoreMarker(client))
    throw new UnusableDatabaseError(
      'a restore into this database is running or was interrupted: run `npm run restore` again',
    );
}

export async function hasRestoreMarker(client: Queryable): Promise<boolean> {
  const { rows } = await client.query('select from pg_namespace where nspname = $1', [restoreMarker]);
  return rows.length > 0;
}

/** Throws if another process is connected, because its tables are about to be deleted. */
export async function assertNotInUse(client: Client): Promise<void> {
  const { rows: others } = await client.query(`
    select from pg_stat_activity where datid = (select oid from pg_database where datname = current_database())
      and pid <> pg_backend_pid() and coalesce(backend_type, 'client backend') = 'client backend'`);
  if (others.length > 0)
    throw new UnusableDatabaseError('other processes are connected to the database: stop the portal first');
}

/** Deletes all tables of the portal and of its job queue, whatever their schema is. */
export const dropEverything = `
  drop schema if exists public, pgboss cascade;
  create schema public;
  grant usage on schema public to public;`;
