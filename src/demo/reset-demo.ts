import { sql } from 'kysely';
import { chainLogs, chainNumbers } from '#platform/server/chains/chains.ts';
import { syncCatalogue } from '#features/shop/server/public.ts';
import { demoPeople } from '#features/identity/server/public.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { Services } from '#platform/server/http/context.ts';
import { enqueueDemoJobs, loadDemo } from './load-demo.ts';
import { ids } from './world/people.ts';

/** The rows that migrations create. */
const firstRows = [
  sql`insert into chain_head (log, chain, entries, seq, hash)
    select log, chain, 0, 0, '' from unnest(${chainLogs}::text[]) log, unnest(${chainNumbers}::int[]) chain`,
  sql`insert into catalogue (digest) values ('')`,
];

/** Throws if the database has people, but not those of the demo. Outside production, DEMO is on for every database. */
export async function assertIsDemo(db: Db): Promise<void> {
  const { rows } = await sql<{ isDemo: boolean }>`
    select not exists (select from person) or exists (select from person where affiliate_id = ${ids.diver}
      and sub = ${demoPeople[0]?.sub}) as "isDemo"`.execute(db);
  if (rows[0]?.isDemo !== true) throw new Error('this is not the database of a demo');
}

/** Empties all tables but the keys, including data of visitors who signed up, and loads the demo again. */
export async function resetDemo(services: Services): Promise<void> {
  if (!services.env.DEMO) throw new Error('the demo can be reset only with DEMO=true');
  await services.database.inTransaction('demo reset', async (db) => {
    await assertIsDemo(db);
    const { rows } = await sql<{ name: string }>`
      select quote_ident(tablename) as name from pg_tables
      where schemaname = 'public' and tablename <> 'migration' and tablename not like '%\\_key'
    `.execute(db);
    await sql`truncate ${sql.raw(rows.map(({ name }) => name).join(', '))} restart identity cascade`.execute(db);
    for (const insert of firstRows) await insert.execute(db);
    // Waiting jobs are about deleted rows.
    await sql`delete from pgboss.job`.execute(db);
  });
  await syncCatalogue(services);
  await loadDemo(services);
  await enqueueDemoJobs(services);
}
