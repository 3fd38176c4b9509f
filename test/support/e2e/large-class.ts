import { onTestFinished } from 'vitest';
import { runSql } from './database.ts';

const firstId = 950_000;

/** Adds students of the demo instructor with a dive to verify, until the test ends. */
export async function addLargeClass(count: number): Promise<void> {
  await runSql(
    `insert into person (affiliate_id, sub, email, given_name, family_name, birthdate)
     select $1 + n, gen_random_uuid(), 'large-class-' || n || '@demo.test', 'Student', lpad(n::text, 4, '0'), '1990-01-01'
     from generate_series(1, $2::int) n on conflict do nothing`,
    [firstId, count],
  );
  await runSql(
    `insert into enrollment (affiliate_id, package_id, source, enrolled_at, lessons_total, last_at, member_number)
     select $1 + n, 'open-water', 'code', now(), 60, now() - n * interval '1 second', 100001
     from generate_series(1, $2::int) n`,
    [firstId, count],
  );
  await runSql(
    `insert into dive_log (affiliate_id, log_type, status, log_course, log_number, dive_title, dive_date,
       dive_location, dive_type, memsys_member_number, max_depth_m, bottom_time_min, skills, submitted_at)
     select $1 + n, 'Training', 'Pending', 'open_water', 1, 'Large class', '2026-06-14', 'Bay', 'Shore', 100001, 10, 30,
       array['entry'], '2020-01-01'::timestamptz + n * interval '1 minute' from generate_series(1, $2::int) n`,
    [firstId, count],
  );
  onTestFinished(async () => {
    for (const table of ['dive_log', 'enrollment'])
      await runSql(`delete from ${table} where affiliate_id between $1::bigint and $1::bigint + 9999`, [firstId]);
  });
}

/** Counts the dives of the class by status. */
export async function countClassDives(status: string): Promise<number> {
  const [row] = await runSql<{ count: number }>(
    'select count(*)::int as count from dive_log where affiliate_id between $1::bigint and $1::bigint + 9999 and status = $2',
    [firstId, status],
  );
  return row?.count ?? 0;
}
