import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { affiliateType } from '#domain/roles.ts';
import { findFreePort } from '#test/support/free-port.ts';
import { createTemporaryFolder } from '#platform/testing/temporary-folder.ts';
import { createSeededDatabase } from '#test/support/api/seeded-template-testing.ts';
import { SpawnedPortal } from '#test/support/api/spawned-portal.ts';

const folder = await createTemporaryFolder();
const { pool, connection } = await createSeededDatabase();
const started: SpawnedPortal[] = [];
const code = 'RACE-2345-6789';
const people = Array.from({ length: 50 }, (_, place) => ({ sub: crypto.randomUUID(), affiliateId: 500_000 + place }));

async function launch(name: string): Promise<void> {
  const port = String(await findFreePort());
  const fresh = new SpawnedPortal({
    DATA_DIR: join(folder, name),
    PORT: port,
    // Both processes accept each other's tokens.
    BASE_URL: 'http://localhost:3999',
    DATABASE_URL: `postgres://${connection.user}@localhost:${connection.port}/${connection.database}?host=${encodeURIComponent(connection.host ?? '')}`,
    LOG_LEVEL: 'silent',
    RATE_LIMIT_PER_MIN: '100000',
  });
  started.push(fresh);
  await fresh.ready();
}

beforeAll(async () => {
  await launch('one');
  await launch('two');
  for (const { sub, affiliateId } of people)
    await pool.query(
      `insert into person (affiliate_id, sub, email, given_name, family_name, affiliate_type_id,
         email_verified_at)
       values ($1, $2, $3, 'Racer', 'One', ${affiliateType.diver}, now())`,
      [affiliateId, sub, `racer-${affiliateId}@demo.test`],
    );
  // The course requires a certification.
  await pool.query(
    "insert into certification (affiliate_id, level_id, cert_date) select unnest($1::bigint[]), 10, '2024-05-01'",
    [people.map(({ affiliateId }) => affiliateId)],
  );
  await pool.query("insert into access_code (code, package_id, certification_name) values ($1, 'deep', 'Deep Diver')", [
    code,
  ]);
}, 180_000);

afterAll(async () => {
  for (const process of started) await process.kill('SIGKILL');
}, 60_000);

describe('two processes on one database', () => {
  it('redeem a code once for 500 concurrent requests', async () => {
    const headers = await Promise.all(people.map((person) => started[0]?.headersOf(person)));
    const redeem = async (place: number): Promise<string> => {
      const answer = await fetch(
        `http://localhost:${started[place % 2]?.port}/api/certifications/codes/${code}/redeem`,
        {
          method: 'POST',
          headers: { ...headers[place % people.length], 'content-type': 'application/json' },
          body: '{}',
        },
      );
      // A 503 from an overloaded process can be retried.
      if (answer.status === 503) return redeem(place);
      const body = (await answer.json()) as { errors?: { code: string }[] };
      return body.errors?.[0]?.code ?? String(answer.status);
    };
    const outcomes = await Promise.all(Array.from({ length: 500 }, (_, place) => redeem(place)));
    const count = (outcome: string) => outcomes.filter((other) => other === outcome).length;
    // Each person sends ten requests, so the winner's other nine fail with 225.
    expect({ won: count('200'), byThem: count('225'), byOthers: count('226') }).toEqual({
      won: 1,
      byThem: 9,
      byOthers: 490,
    });
    const { rows } = await pool.query(`
      select c.redeemed_by = e.affiliate_id as "isTheirs" from enrollment e, access_code c
      where e.package_id = 'deep' and c.code = '${code}'`);
    expect(rows).toEqual([{ isTheirs: true }]);
    const auditEntries = await pool.query("select from audit_entry where action = 'learning.code_redeemed'");
    expect(auditEntries.rowCount).toBe(1);
  }, 60_000);
});
