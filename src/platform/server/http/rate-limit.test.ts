import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createTestDatabase } from '#platform/testing/database.ts';
import { returnRateLimitToken, takeRateLimitToken } from './rate-limit.ts';

const { db } = await createTestDatabase();

/** As if the time had passed. */
async function advanceTime(seconds: number): Promise<void> {
  await sql`update rate_counter set ends_at = ends_at - make_interval(secs => ${seconds})`.execute(db);
}

describe('a shared limit', () => {
  test('allows as many tries as it says, and tells how long to wait for the next', async () => {
    const limit = { key: 'sign-in:ada', limit: 3, windowS: 60 };
    for (let count = 0; count < 3; count++) {
      expect(await takeRateLimitToken(db, limit)).toEqual({ allowed: true, retryAfterS: 0 });
    }
    const refused = await takeRateLimitToken(db, limit);
    expect(refused.allowed).toBe(false);
    expect(refused.retryAfterS).toBeGreaterThan(55);
    expect(refused.retryAfterS).toBeLessThanOrEqual(60);
  });

  test('opens again after its window, however often it refused meanwhile', async () => {
    const limit = { key: 'sign-in:ben', limit: 1, windowS: 60 };
    await takeRateLimitToken(db, limit);
    await advanceTime(30);
    expect((await takeRateLimitToken(db, limit)).retryAfterS).toBeLessThanOrEqual(30);
    await advanceTime(31);
    expect(await takeRateLimitToken(db, limit)).toEqual({ allowed: true, retryAfterS: 0 });
    expect((await takeRateLimitToken(db, limit)).allowed).toBe(false);
  });

  test('lets no more through when fifty try at the same moment', async () => {
    const limit = { key: 'code:197.0.2.1', limit: 7, windowS: 60 };
    const answers = await Promise.all(Array.from({ length: 50 }, () => takeRateLimitToken(db, limit)));
    expect(answers.filter((answer) => answer.allowed)).toHaveLength(7);
  });

  test('counts each key by itself and keeps no key', async () => {
    await takeRateLimitToken(db, { key: 'reset:cy@demo.test', limit: 1, windowS: 60 });
    expect((await takeRateLimitToken(db, { key: 'reset:di@demo.test', limit: 1, windowS: 60 })).allowed).toBe(true);
    const rows = await db.selectFrom('rate_counter').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain('demo.test');
  });

  test('can be given a try back, but never more than were taken', async () => {
    const limit = { key: 'sign-in:eve', limit: 1, windowS: 60 };
    await takeRateLimitToken(db, limit);
    await returnRateLimitToken(db, limit.key);
    await returnRateLimitToken(db, limit.key);
    expect((await takeRateLimitToken(db, limit)).allowed).toBe(true);
    expect((await takeRateLimitToken(db, limit)).allowed).toBe(false);
  });

  test('forgets counters that ended', async () => {
    await advanceTime(3_600);
    await takeRateLimitToken(db, { key: 'fresh', limit: 1, windowS: 60 });
    expect(await db.selectFrom('rate_counter').selectAll().execute()).toHaveLength(1);
  });
});
