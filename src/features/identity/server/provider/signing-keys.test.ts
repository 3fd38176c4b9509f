import { expect, test } from 'vitest';
import { createTestDatabase } from '#platform/testing/database.ts';
import { loadSigningKeys, rotateSigningKey } from './signing-keys.ts';

const database = await createTestDatabase();
const env = { SECRET_KEYS: ['a secret that only these tests know'] as [string], SESSION_MAX_HOURS: 720 };

const kidsOf = async (settings = env) => (await loadSigningKeys(database, settings)).keys.map((key) => key.kid);

test('processes that start at the same time share one key, which is stored encrypted', async () => {
  const started = await Promise.all([1, 2, 3, 4].map(() => loadSigningKeys(database, env)));
  expect(new Set(started.map(({ keys }) => keys[0]?.kid)).size).toBe(1);
  expect(started[0]?.keys).toHaveLength(1);
  const { rows } = await database.pool.query<{ sealed_jwk: string }>('select sealed_jwk from signing_key');
  expect(rows).toHaveLength(1);
  expect(Buffer.from(rows[0]?.sealed_jwk ?? '', 'base64url').toString('latin1')).not.toContain('"kty"');
});

test('a rotated key is published, signs a day later, and the old key stays until its tokens expire', async () => {
  const [old] = await kidsOf();
  await rotateSigningKey(database, env);
  const published = await kidsOf();
  expect(published).toHaveLength(2);
  expect(published[0]).toBe(old);
  await database.pool.query("update signing_key set signs_from = signs_from - interval '2 days'");
  expect(await kidsOf()).toEqual([published[1], old]);
  await database.pool.query("update signing_key set signs_from = signs_from - interval '60 days'");
  await rotateSigningKey(database, env);
  const left = await kidsOf();
  expect(left).toHaveLength(2);
  expect(left[0]).toBe(published[1]);
  expect(left).not.toContain(old);
});

test('stored keys survive a new secret while the old one is configured; a lost secret creates a new key', async () => {
  const before = await kidsOf();
  const renewed = {
    ...env,
    SECRET_KEYS: ['a newer secret with many characters', ...env.SECRET_KEYS] as [string, string],
  };
  expect((await loadSigningKeys(database, renewed)).keys.map((key) => key.kid)).toEqual(before);
  const lost = { ...env, SECRET_KEYS: ['an other secret with many characters'] as [string] };
  const [created] = (await loadSigningKeys(database, lost)).keys;
  expect(before).not.toContain(created?.kid);
});
