import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createTestDatabase } from '#platform/testing/database.ts';
import { returnRateLimitToken, takeRateLimitToken } from './rate-limit.ts';

const { db } = await createTestDatabase();

/** Moves all windows into the past, as if the time had passed. */
async function advanceTime(seconds: number): Promise<void> {
  await sql`update rate_counter set ends_at = ends_at - make_interval(secs => ${seconds})`.execute(db);
}

describe('takeRateLimitToken', () => {
  test('allows up to the limit and then returns the time to wait', async () => {
    const limit = { key: 'sign-in:ada', limit: 3, windowS: 60 };
    for (let count = 0; count < 3; count++) {
      expect(await takeRateLimitToken(db, limit)).toEqual({ allowed: true, retryAfterS: 0 });
    }
    const rejected = await takeRateLimitToken(db, limit);
    expect(rejected.allowed).toBe(false);
    expect(rejected.retryAfterS).toBeGreaterThan(0);
    expect(rejected.retryAfterS).toBeLessThanOrEqual(60);
  });

  test('allows again after the window, regardless of rejected attempts', async () => {
    const limit = { key: 'sign-in:ben', limit: 1, windowS: 60 };
    await takeRateLimitToken(db, limit);
    await advanceTime(30);
    expect((await takeRateLimitToken(db, limit)).retryAfterS).toBeLessThanOrEqual(30);
    await advanceTime(31);
    expect(await takeRateLimitToken(db, limit)).toEqual({ allowed: true, retryAfterS: 0 });
    expect((await takeRateLimitToken(db, limit)).allowed).toBe(false);
  });

  test('allows no more than the limit for fifty concurrent attempts', async () => {
    const limit = { key: 'code:197.0.2.1', limit: 7, windowS: 60 };
    const answers = await Promise.all(Array.from({ length: 50 }, () => takeRateLimitToken(db, limit)));
    expect(answers.filter((answer) => answer.allowed)).toHaveLength(7);
  });

  test('counts each key separately and stores only hashes', async () => {
    await takeRateLimitToken(db, { key: 'reset:cy@demo.test', limit: 1, windowS: 60 });
    expect((await takeRateLimitToken(db, { key: 'reset:di@demo.test', limit: 1, windowS: 60 })).allowed).toBe(true);
    const rows = await db.selectFrom('rate_counter').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain('demo.test');
  });

  test('returns no more tokens than were taken', async () => {
    const limit = { key: 'sign-in:eve', limit: 1, windowS: 60 };
    await takeRateLimitToken(db, limit);
    await returnRateLimitToken(db, limit.key);
    await returnRateLimitToken(db, limit.key);
    expect((await takeRateLimitToken(db, limit)).allowed).toBe(true);
    expect((await takeRateLimitToken(db, limit)).allowed).toBe(false);
  });

  test('deletes expired counters', async () => {
    await advanceTime(3_600);
    await takeRateLimitToken(db, { key: 'fresh', limit: 1, windowS: 60 });
    expect(await db.selectFrom('rate_counter').selectAll().execute()).toHaveLength(1);
  });
});
