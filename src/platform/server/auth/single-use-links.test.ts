import { describe, expect, test } from 'vitest';
import { createTestDatabase } from '#platform/testing/database.ts';
import { createLink, peekLink, redeemLink } from './single-use-links.ts';

const database = await createTestDatabase();
const { db } = database;
const data = { sub: 'a person', step: 2 };

function resetLink(lifetimeS = 60): Promise<string> {
  return createLink(db, { purpose: 'password-reset', data, lifetimeS });
}

describe('single-use links', () => {
  test('returns the data once', async () => {
    const token = await resetLink();
    expect(await redeemLink(db, token, 'password-reset')).toEqual(data);
    expect(await redeemLink(db, token, 'password-reset')).toBeNull();
    expect(await peekLink(db, token, 'password-reset')).toBeNull();
  });

  test('can be read without being used up', async () => {
    const token = await resetLink();
    expect(await peekLink(db, token, 'password-reset')).toEqual(data);
    expect(await redeemLink(db, token, 'password-reset')).toEqual(data);
  });

  test('redeems once for twenty concurrent attempts', async () => {
    const token = await resetLink();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => database.inTransaction('race', (tx) => redeemLink(tx, token, 'password-reset'))),
    );
    expect(answers.filter((answer) => answer !== null)).toEqual([data]);
  });

  test('stays valid when the redeeming transaction rolls back', async () => {
    const token = await resetLink();
    const attempt = database.inTransaction('failing', async (tx) => {
      await redeemLink(tx, token, 'password-reset');
      throw new Error('the password was rejected');
    });
    await expect(attempt).rejects.toThrow('the password was rejected');
    expect(await redeemLink(db, token, 'password-reset')).toEqual(data);
  });

  test('rejects another purpose, an expired link and an unknown token', async () => {
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

  test('does not store the token', async () => {
    const token = await resetLink();
    const rows = await db.selectFrom('link_token').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});
