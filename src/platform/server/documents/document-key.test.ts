import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '#platform/testing/database.ts';
import { createTemporaryFolder } from '#platform/testing/temporary-folder.ts';
import { createSelfSignedSigner } from '#platform/server/crypto/certificate.ts';
import {
  getCurrentDocumentKey,
  listDocumentCertificates,
  type DocumentKeySettings,
  rotateDocumentKey,
} from './document-key.ts';
import { SettingError } from '#platform/server/config/env.ts';
import { EncryptionContext } from '#platform/server/crypto/encryption-context.ts';
import { encryptBytes } from '#platform/server/crypto/secrets.ts';

const database = await createTestDatabase();
const { db } = database;
const folder = await createTemporaryFolder();
const now = new Date('2026-05-03T10:20:30Z');
const secret = 'a'.repeat(32);

function settings(env: Partial<DocumentKeySettings['env']> = {}, at = now): DocumentKeySettings {
  return { env: { SECRET_KEYS: [secret], ...env } as DocumentKeySettings['env'], owner: 'Bluewater', now: at };
}

function writeTestFile(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

const [signer, issuer] = await Promise.all([
  createSelfSignedSigner('Bluewater', now, new Date('2036-05-03T10:20:30Z')),
  createSelfSignedSigner('Issuer', now, new Date('2036-05-03T10:20:30Z')),
]);

/** Inserts an existing key, because creating one takes a second. */
async function insertTestKey(): Promise<string> {
  const keyId = randomUUID();
  const context = EncryptionContext.ofRow('document-key', 'document_key', 'sealed_private_key', { key_id: keyId });
  const encrypted = encryptBytes([secret], context, signer.privateKey.export({ type: 'pkcs8', format: 'der' }));
  const row = { key_id: keyId, certificate: signer.certificates[0].toString(), sealed_private_key: encrypted };
  await db.insertInto('document_key').values(row).execute();
  return row.key_id;
}

const rows = () => db.selectFrom('document_key').selectAll().orderBy('created_at').execute();

afterEach(async () => {
  await db.deleteFrom('document_key').execute();
});

describe('getCurrentDocumentKey', () => {
  it('creates one key for concurrent callers', async () => {
    const keys = await Promise.all(Array.from({ length: 2 }, () => getCurrentDocumentKey(db, settings())));
    expect(new Set(keys.map(({ keyId }) => keyId)).size).toBe(1);
    const [key] = keys;
    const [certificate] = key?.certificates ?? [];
    expect(certificate?.subject).toBe('O=Bluewater\nCN=Bluewater');
    expect(certificate?.validToDate).toEqual(new Date('2036-05-03T10:20:30Z'));
    expect(certificate?.checkPrivateKey(key?.privateKey as never)).toBe(true);
    expect(await rows()).toHaveLength(1);
  });

  it('stores the key encrypted and decrypts it with an older secret', async () => {
    const { privateKey } = await getCurrentDocumentKey(db, settings());
    const [row] = await rows();
    const { p } = privateKey.export({ format: 'jwk' });
    expect(row?.sealed_private_key?.includes(Buffer.from(p ?? '', 'base64url'))).toBe(false);
    await db.deleteFrom('document_key').execute();
    const keyId = await insertTestKey();
    await expect(getCurrentDocumentKey(db, settings({ SECRET_KEYS: ['b'.repeat(32)] }))).rejects.toThrow(
      'cannot decrypt',
    );
    // Under another id it is not decrypted either.
    await db.updateTable('document_key').set({ key_id: 'moved' }).execute();
    await expect(getCurrentDocumentKey(db, settings())).rejects.toThrow('cannot decrypt');
    await db.updateTable('document_key').set({ key_id: keyId }).execute();
    const changed = settings({ SECRET_KEYS: ['b'.repeat(32), secret] });
    expect((await getCurrentDocumentKey(db, changed)).privateKey.equals(signer.privateKey)).toBe(true);
  });

  it('returns another key after rotation and keeps the old certificate', async () => {
    const old = await insertTestKey();
    const keyId = await database.inTransaction('rotate', (tx) => rotateDocumentKey(tx, settings()));
    const current = await getCurrentDocumentKey(db, settings());
    expect(current.keyId).toBe(keyId);
    expect(keyId).not.toBe(old);
    const serials = (await listDocumentCertificates(db)).map(([{ serialNumber }]) => serialNumber);
    expect(serials).toEqual([current, signer].map(({ certificates }) => certificates[0].serialNumber));
  });

  it('replaces the key a year before it expires', async () => {
    const old = await insertTestKey();
    const before = settings({}, new Date('2035-05-03T00:00:00Z'));
    expect((await getCurrentDocumentKey(db, before)).keyId).toBe(old);
    const later = settings({}, new Date('2035-06-03T00:00:00Z'));
    const next = await getCurrentDocumentKey(db, later);
    expect(next.keyId).not.toBe(old);
    expect((await getCurrentDocumentKey(db, later)).keyId).toBe(next.keyId);
    expect(await listDocumentCertificates(db)).toHaveLength(2);
  });
});

describe('a configured document key', () => {
  const chain = signer.certificates[0].toString() + issuer.certificates[0].toString();
  const pem = signer.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const own = settings({
    DOCUMENT_CERTIFICATE_FILE: writeTestFile('chain.pem', `Own\n${chain}`),
    DOCUMENT_KEY_FILE: writeTestFile('key.pem', pem),
  });

  it('replaces the generated key, and only its certificates are stored', async () => {
    const created = await insertTestKey();
    const key = await getCurrentDocumentKey(db, own);
    expect(key.certificates.map(({ subject }) => subject)).toEqual([
      'O=Bluewater\nCN=Bluewater',
      'O=Issuer\nCN=Issuer',
    ]);
    expect(key.privateKey.equals(signer.privateKey)).toBe(true);
    expect((await getCurrentDocumentKey(db, own)).keyId).toBe(key.keyId);
    expect((await rows()).map((row) => [row.key_id, row.sealed_private_key === null])).toEqual([
      [created, false],
      [key.keyId, true],
    ]);
    expect((await listDocumentCertificates(db)).map((chain) => chain.length)).toEqual([2, 1]);
    // Without the files the generated key is used again.
    expect((await getCurrentDocumentKey(db, settings())).keyId).toBe(created);
  });

  it('cannot be rotated', async () => {
    await expect(rotateDocumentKey(db, own)).rejects.toThrow(/^DOCUMENT_KEY_FILE: /);
  });

  it('throws one line that names the problem', async () => {
    const wrong = async (files: Partial<DocumentKeySettings['env']>, at = now) => {
      const error = await getCurrentDocumentKey(db, settings({ ...own.env, ...files }, at)).catch((problem) => problem);
      expect(error).toBeInstanceOf(SettingError);
      return (error as Error).message;
    };
    const small = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey;
    const edwards = generateKeyPairSync('ed25519').privateKey;
    const other = issuer.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const asPem = (key: typeof small) => key.export({ type: 'pkcs8', format: 'pem' }).toString();
    expect(await wrong({ DOCUMENT_KEY_FILE: writeTestFile('other.pem', other) })).toMatch(/does not match the first/);
    expect(await wrong({ DOCUMENT_KEY_FILE: writeTestFile('small.pem', asPem(small)) })).toMatch(/must be RSA/);
    expect(await wrong({ DOCUMENT_KEY_FILE: writeTestFile('edwards.pem', asPem(edwards)) })).toMatch(/must be RSA/);
    expect(await wrong({ DOCUMENT_KEY_FILE: writeTestFile('none.pem', 'none') })).toMatch(
      /^DOCUMENT_KEY_FILE=.*none\.pem: /,
    );
    expect(await wrong({ DOCUMENT_CERTIFICATE_FILE: join(folder, 'absent.pem') })).toMatch(
      /^DOCUMENT_CERTIFICATE_FILE=.*ENOENT/,
    );
    expect(await wrong({ DOCUMENT_CERTIFICATE_FILE: writeTestFile('empty.pem', '') })).toMatch(
      /no PEM certificate found/,
    );
    expect(await wrong({}, new Date('2037-01-01'))).toBe('DOCUMENT_CERTIFICATE_FILE: the certificate has expired');
    expect(await rows()).toEqual([]);
  });
});
