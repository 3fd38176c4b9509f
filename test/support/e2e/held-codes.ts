import { onTestFinished } from 'vitest';
import { runSql } from './database.ts';

/** Adds unused codes until the test ends. */
export async function addHeldCodes(holder: string, count: number): Promise<void> {
  const prefix = 'HELD-CODE-';
  await runSql(
    `insert into access_code (code, package_id, certification_name, holder_affiliate_id)
     select $2 || lpad(n::text, 4, '0'), 'deep', 'Deep Diver', affiliate_id
     from person, generate_series(1, $3::int) n where email = $1`,
    [holder, prefix, count],
  );
  onTestFinished(async () => void (await runSql('delete from access_code where code like $1', [`${prefix}%`])));
}
