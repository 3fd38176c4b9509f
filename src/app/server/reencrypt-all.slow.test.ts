import { describe, expect, it, vi } from 'vitest';
import { createPersonWithData } from '#features/account/server/personal-data/personal-data-testing.ts';
import { contextOfToken } from '#features/account/server/encryption-purposes.ts';
import { contextOfPhone } from '#features/account/server/profile/contact.ts';
import { contextOfCardKey, getCurrentKey } from '#features/certifications/server/credentials/signing-keys.ts';
import { verifyForms } from '#features/forms/server/chain/verify-forms.ts';
import { loadSigningKeys } from '#features/identity/server/provider/signing-keys.ts';
import type { Services } from '#platform/server/http/context.ts';
import type { FileStore } from '#platform/server/files/file-store.ts';
import { listPersonalTables } from '#platform/server/privacy/personal-tables.ts';
import { listEncryptedColumns } from '#platform/server/crypto/reencrypt.ts';
import { decrypt, decryptBytes, decryptFile, encrypt } from '#platform/server/crypto/secrets.ts';
import { createFormsFixture } from '#test/support/api/forms-testing.ts';
import { reencryptAll, additionalEncryptedColumns } from './reencrypt-all.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';

const portal = await testPortal();
const { services } = portal;
const { db, pool } = services.database;
const [oldKey] = portal.env.SECRET_KEYS;
const [newKey, thirdKey, fourthKey, fifthKey] = ['new', 'third', 'fourth', 'fifth'].map((name) =>
  name.padEnd(40, '.'),
) as [string, string, string, string];

/** The services of a portal with these keys, newest first. */
const withKeys = (SECRET_KEYS: [string, ...string[]], files: FileStore = services.files): Services => ({
  ...services,
  files,
  env: { ...services.env, SECRET_KEYS },
});
const rowsOf = async <Row extends object>(sql: string, values: unknown[] = []) =>
  (await pool.query<Row>(sql, values)).rows;
const isLockAwaited = async () =>
  (await rowsOf("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"))
    .length > 0;

const person = await createPersonWithData(portal, 'diver@demo.test', 'canary');
const sessions = 'select affiliate_id, id from session where refresh_token is not null';
for (const { affiliate_id, id } of await rowsOf<{ affiliate_id: number; id: string }>(sessions))
  await pool.query('update session set refresh_token = $1 where id = $2', [
    encrypt([oldKey], contextOfToken(affiliate_id, id), 'a token'),
    id,
  ]);
const forms = createFormsFixture(portal);
await forms.document(await forms.submit('student'));
await getCurrentKey(db, portal.env.SECRET_KEYS);

async function problemsOf(keys: [string, ...string[]]): Promise<string[]> {
  const problems: string[] = [];
  await verifyForms(withKeys(keys), (problem) => problems.push(problem));
  return problems;
}

describe('reencryptAll', () => {
  it('covers every column named sealed_*', async () => {
    const walked = new Set(
      (await listEncryptedColumns(db, additionalEncryptedColumns)).map(({ table, column }) => `${table}.${column}`),
    );
    const byRecordKey = (await listPersonalTables(db)).flatMap(({ name: table, columns }) =>
      columns
        .filter(({ treatment }) => treatment.kind === 'sealed' && 'keyColumn' in treatment.lock)
        .map(({ name }) => `${table}.${name}`),
    );
    // Signatures are encrypted with their draft's record key.
    const known = new Set([...walked, ...byRecordKey, 'form_signature.sealed_signature']);
    const columns = await rowsOf<{ name: string }>(
      `select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'public' and starts_with(column_name, 'sealed_') order by 1`,
    );
    expect(columns.length).toBeGreaterThan(10);
    expect(columns.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
  });

  it('makes everything decryptable with the new key alone and leaves the form chain intact', async () => {
    const { current: all, ...before } = await reencryptAll(withKeys([oldKey]));
    expect(all).toBeGreaterThan(20);
    expect(before).toEqual({ reencrypted: 0, lost: 0 });
    const problems = await problemsOf([oldKey]);
    const kids = (await loadSigningKeys(services.database, withKeys([oldKey]).env)).keys.map(({ kid }) => kid);

    const done = await reencryptAll(withKeys([newKey, oldKey]));

    expect(done).toEqual({ reencrypted: all, current: 0, lost: 0 });
    expect(await reencryptAll(withKeys([newKey]))).toEqual({ reencrypted: 0, current: all, lost: 0 });
    expect(await reencryptAll(withKeys([oldKey]))).toEqual({ reencrypted: 0, current: 0, lost: all });
    expect(await problemsOf([newKey])).toEqual(problems);
    expect((await loadSigningKeys(services.database, withKeys([newKey]).env)).keys.map(({ kid }) => kid)).toEqual(kids);
    const [phone] = await rowsOf<{ encrypted: string }>(
      'select sealed_number as encrypted from phone_number where affiliate_id = $1',
      [person.affiliateId],
    );
    expect(decrypt([newKey], contextOfPhone(person.affiliateId), phone?.encrypted ?? '')).toBe('canary');
    const photo = await services.files.read(person.photoKey);
    expect(photo && decryptFile([newKey], 'person-photo', person.photoKey, photo).toString()).toBe('canary');
    const [cardKey] = await rowsOf<{ keyId: string; encrypted: Buffer }>(
      'select key_id as "keyId", sealed_private_jwk as encrypted from card_key',
    );
    const context = contextOfCardKey(cardKey?.keyId ?? '');
    expect(decryptBytes([newKey], context, cardKey?.encrypted ?? Buffer.alloc(0)).toString()).toContain('"d"');
  });

  it('finishes when it is run again after an error', async () => {
    let left = 2;
    const full: FileStore = {
      ...services.files,
      put: (...file) => (left-- > 0 ? services.files.put(...file) : Promise.reject(new Error('the disk is full'))),
    };
    await expect(reencryptAll(withKeys([thirdKey, newKey], full))).rejects.toThrow('the disk is full');
    expect(await reencryptAll(withKeys([thirdKey, newKey]))).toMatchObject({ current: 2, lost: 0 });
    expect(await reencryptAll(withKeys([thirdKey]))).toMatchObject({ reencrypted: 0, lost: 0 });
  });

  it('does not overwrite a value that the portal changes concurrently', async () => {
    const written = encrypt([fourthKey], contextOfPhone(person.affiliateId), 'a newer number');
    const change = await pool.connect();
    try {
      await change.query('begin');
      await change.query('update phone_number set sealed_number = $2 where affiliate_id = $1', [
        person.affiliateId,
        written,
      ]);
      const reencryption = reencryptAll(withKeys([fourthKey, thirdKey]));
      await expect.poll(isLockAwaited).toBe(true);
      await change.query('commit');
      expect(await reencryption).toMatchObject({ lost: 0 });
    } finally {
      change.release();
    }
    expect(
      await rowsOf('select sealed_number from phone_number where affiliate_id = $1', [person.affiliateId]),
    ).toEqual([{ sealed_number: written }]);
  });

  it('does not restore a file that is deleted concurrently', async () => {
    let removal: Promise<void> | null = null;
    let isGone = false;
    const remove = async () => {
      await pool.query('delete from person_photo where file_key = $1', [person.photoKey]);
      await services.files.delete(person.photoKey);
      isGone = true;
    };
    const files: FileStore = {
      ...services.files,
      put: async (key, ...file) => {
        if (key === person.photoKey) {
          removal = remove();
          await vi.waitUntil(async () => isGone || (await isLockAwaited()), { timeout: 15_000 });
        }
        return services.files.put(key, ...file);
      },
    };
    expect(await reencryptAll(withKeys([fifthKey, fourthKey], files))).toMatchObject({ lost: 0 });
    await removal;
    expect(isGone).toBe(true);
    expect(await services.files.read(person.photoKey)).toBeNull();
  });
});
