import { describe, expect, test } from 'vitest';
import { createTestDatabase } from '#platform/testing/database.ts';
import { createLink, peekLink, redeemLink } from './single-use-links.ts';

const database = await createTestDatabase();
const { db } = database;
const data = { sub: 'a person', step: 2 };

function resetLink(lifetimeS = 60): Promise<string> {
  return createLink(db, { purpose: 'password-reset', data, lifetimeS });
}

describe('a single-use link', () => {
  test('gives what it stands for, once', async () => {
    const token = await resetLink();
    expect(await redeemLink(db, token, 'password-reset')).toEqual(data);
    expect(await redeemLink(db, token, 'password-reset')).toBeNull();
    expect(await peekLink(db, token, 'password-reset')).toBeNull();
  });

  test('can be looked at without using it', async () => {
    const token = await resetLink();
    expect(await peekLink(db, token, 'password-reset')).toEqual(data);
    expect(await redeemLink(db, token, 'password-reset')).toEqual(data);
  });

  test('is given to exactly one of twenty who use it at the same moment', async () => {
    const token = await resetLink();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => database.inTransaction('race', (tx) => redeemLink(tx, token, 'password-reset'))),
    );
    expect(answers.filter((answer) => answer !== null)).toEqual([data]);
  });

  test('can still be used when the transaction that used it failed', async () => {
    const token = await resetLink();
    const attempt = database.inTransaction('failing', async (tx) => {
      await redeemLink(tx, token, 'password-reset');
      throw new Error('the password was refused');
    });
    await expect(attempt).rejects.toThrow('the password was refused');
    expect(await redeemLink(db, token, 'password-reset')).toEqual(data);
  });

  test('is worth nothing for another purpose, after its time, or when it is made up', async () => {
    const token = await resetLink();
    expect(await redeemLink(db, token, 'payment')).toBeNull();
    const expired = await resetLink(-1);
    expect(await peekLink(db, expired, 'password-reset')).toBeNull();
    expect(await redeemLink(db, expired, 'password-reset')).toBeNull();
    expect(
      await redeemLink(db, `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`, 'password-reset'),
    ).toBeNull();
    expect(await redeemLink(db, '', 'password-reset')).toBeNull();
    expect(await redeemLink(db, token, 'password-reset')).toEqual(data);
  });

  test('is not stored itself', async () => {
    const token = await resetLink();
    const rows = await db.selectFrom('link_token').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});
