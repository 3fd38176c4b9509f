import { runSql } from '#test/support/e2e/database.ts';

export const dashboard = '/training/dashboard';
let codes = 0;

/** Creates a new code, because a test redeems it. */
export async function makeCode(packageId: string, name: string, holder: string | null = null): Promise<string> {
  codes += 1;
  const code = `TEST-${String(process.pid % 10_000).padStart(4, '0')}-${String(codes).padStart(4, '0')}`;
  await runSql(
    `insert into access_code (code, package_id, certification_name, holder_affiliate_id)
     values ($1, $2, $3, (select affiliate_id from person where email = $4))`,
    [code, packageId, name, holder],
  );
  return code;
}
