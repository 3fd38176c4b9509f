import { argon2Sync } from 'node:crypto';
import { expect, test } from 'vitest';
import { assertPasswordPolicy, isCommonPassword } from './password-policy.ts';
import { hashPassword, needsRehash, verifyPassword } from './passwords.ts';

const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');

const policyError = (password: string) => {
  try {
    assertPasswordPolicy({ BRAND_FILE: 'brand/bluewater.json' }, password, {
      email: 'Mlind77@demo.test',
      givenName: 'Søren Ana',
      familyName: 'Lindqvist',
    });
    return null;
  } catch (error) {
    return (error as { code: string }).code;
  }
};

test('hashPassword uses argon2id with 19 MiB, two passes and a new salt', async () => {
  const [first, second] = await Promise.all([hashPassword('Diver123'), hashPassword('Diver123')]);
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(second).not.toBe(first);
  expect(await verifyPassword(first, 'Diver123')).toBe(true);
  expect(await verifyPassword(first, 'diver123')).toBe(false);
  expect(needsRehash(first)).toBe(false);
});

test('verifyPassword normalizes Unicode', async () => {
  const hash = await hashPassword('Caf\u00e9Bleu');
  expect(await verifyPassword(hash, 'Cafe\u0301Bleu')).toBe(true);
});

test('verifyPassword accepts a hash with older parameters, and needsRehash reports it', async () => {
  const nonce = Buffer.alloc(16, 7);
  const hash = argon2Sync('argon2id', {
    message: 'Diver123',
    nonce,
    memory: 8_192,
    passes: 1,
    parallelism: 1,
    tagLength: 32,
  });
  const stored = `$argon2id$v=19$m=8192,t=1,p=1$${base64(nonce)}$${base64(hash)}`;
  expect(await verifyPassword(stored, 'Diver123')).toBe(true);
  expect(needsRehash(stored)).toBe(true);
});

test('verifyPassword returns false without a stored hash', async () => {
  expect(await verifyPassword(null, '')).toBe(false);
  expect(await verifyPassword(null, 'Diver123')).toBe(false);
});

test.each(['Password1', 'PASSWORD1', 'Qwerty123', 'iloveyou', 'Ｐassword1'])(
  'isCommonPassword recognizes %s',
  (password) => {
    expect(isCommonPassword(password)).toBe(true);
  },
);

test.each(['xSOREN-9x', 'Lindqvist1', 'lindQVIST2020', 'My-mlind77', 'BlueWater7', 'Association9'])(
  'assertPasswordPolicy rejects %s, which contains a name, the address or the brand',
  (password) => expect(policyError(password)).toBe('identity.password_personal'),
);

test('assertPasswordPolicy rejects common passwords, and ignores personal words under four letters', () => {
  expect(policyError('Password1')).toBe('identity.password_common');
  expect(policyError('Banana ana 7')).toBeNull();
  expect(policyError('short')).toBe('request.invalid');
  expect(policyError('Kelp forest 7')).toBeNull();
});
