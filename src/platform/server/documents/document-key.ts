import { createHash, createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { dayMs } from '#platform/shared/dates.ts';
import type { Db } from '#platform/server/db/database.ts';
import { query, type Params } from '#platform/server/db/query.ts';
import {
  type CertificateChain,
  type DocumentSigner,
  createSelfSignedSigner,
  parseCertificates,
} from '#platform/server/crypto/certificate.ts';
import { type Env, SettingError } from '#platform/server/config/env.ts';
import { EncryptionContext } from '#platform/server/crypto/encryption-context.ts';
import { decryptBytes, encryptBytes } from '#platform/server/crypto/secrets.ts';

/** The settings that determine the signing key for documents. */
export interface DocumentKeySettings {
  env: Pick<Env, 'SECRET_KEYS' | 'DOCUMENT_CERTIFICATE_FILE' | 'DOCUMENT_KEY_FILE'>;
  /** The owner of the key: the association, as named in the brand. */
  owner: string;
  now: Date;
}

export interface DocumentKey extends DocumentSigner {
  keyId: string;
}

const documentKeyPurpose = 'document-key';
export const encryptedDocumentKeyColumn = {
  table: 'document_key',
  column: 'sealed_private_key',
  purpose: documentKeyPurpose,
};
const contextOf = (keyId: string) =>
  EncryptionContext.ofRow(documentKeyPurpose, 'document_key', 'sealed_private_key', { key_id: keyId });
const validYears = 10;
/** Keys are replaced early, so signatures stay valid for a while. */
const renewBeforeMs = 365 * dayMs;

const findCurrentKey = query((db) =>
  db
    .selectFrom('document_key')
    .select((eb) => ['key_id as keyId', 'certificate as pem', eb.ref('sealed_private_key').$notNull().as('encrypted')])
    .where('retired_at', 'is', null)
    .where('sealed_private_key', 'is not', null),
);
const insertKey = query((db, p: Params<{ keyId: string; pem: string; encrypted: Buffer }>) =>
  db
    .insertInto('document_key')
    .values({ key_id: p.keyId, certificate: p.pem, sealed_private_key: p.encrypted })
    .onConflict((conflict) =>
      conflict
        .expression(sql`(retired_at is null)`)
        .where('retired_at', 'is', null)
        .where('sealed_private_key', 'is not', null)
        .doNothing(),
    ),
);
const insertCertificate = query((db, p: Params<{ keyId: string; pem: string }>) =>
  db
    .insertInto('document_key')
    .values({ key_id: p.keyId, certificate: p.pem })
    .onConflict((conflict) => conflict.column('key_id').doNothing()),
);
/** Retires a key, or the current one whatever its id. */
const retireKey = query((db, p: Params<{ keyId: string | null }>) =>
  db
    .updateTable('document_key')
    .set({ retired_at: sql`now()` })
    .where('retired_at', 'is', null)
    .where('sealed_private_key', 'is not', null)
    .where((eb) => eb.or([eb(eb.cast(p.keyId, 'text'), 'is', null), eb('key_id', '=', p.keyId)])),
);
const listCertificates = query((db) =>
  db.selectFrom('document_key').select('certificate as pem').orderBy('created_at', 'desc').orderBy('key_id'),
);

const listKeys = query((db) =>
  db.selectFrom('document_key').select(['key_id as keyId', 'certificate as pem', 'sealed_private_key as encrypted']),
);

const decryptedKeys = new Map<string, DocumentKey>();

/**
 * The current signing key: the operator's own if files are configured, else one that is created on first use and
 * replaced before it expires. Concurrent callers get the same key.
 */
export async function getCurrentDocumentKey(db: Db, settings: DocumentKeySettings): Promise<DocumentKey> {
  const configured = getConfiguredKey(settings.env);
  if (configured !== null) {
    if (expiresWithin(0, configured, settings.now))
      throw new SettingError('DOCUMENT_CERTIFICATE_FILE: the certificate has expired');
    await insertCertificate(db, { keyId: configured.keyId, pem: toPem(configured.certificates) });
    return configured;
  }
  const row = await findCurrentKey.first(db);
  if (row === undefined) {
    await createKey(db, settings);
    return getCurrentDocumentKey(db, settings);
  }
  const key = decryptedKeys.get(row.keyId) ?? {
    keyId: row.keyId,
    certificates: parseCertificates(row.pem),
    privateKey: parsePrivateKey(decryptBytes(settings.env.SECRET_KEYS, contextOf(row.keyId), row.encrypted)),
  };
  decryptedKeys.set(row.keyId, key);
  if (!expiresWithin(renewBeforeMs, key, settings.now)) return key;
  await retireKey(db, key);
  return getCurrentDocumentKey(db, settings);
}

function expiresWithin(ms: number, { certificates }: DocumentKey, now: Date): boolean {
  return Date.parse(certificates[0].validTo) - now.getTime() <= ms;
}

/** The certificates of all current and former keys, because old signatures stay valid. */
export async function listDocumentCertificates(db: Db): Promise<CertificateChain[]> {
  return (await listCertificates(db)).map(({ pem }) => parseCertificates(pem));
}

export interface DocumentKeyTrust {
  publicKey: KeyObject;
  /** Whether the portal has its private key. A certificate alone can be added by anyone who can write to the database. */
  isOwn(): boolean;
}

/** The public keys of all current and former keys, by id. */
export async function listVerifyingKeys(
  db: Db,
  env: DocumentKeySettings['env'],
): Promise<ReadonlyMap<string, DocumentKeyTrust>> {
  const configured = getConfiguredKey(env)?.keyId;
  return new Map(
    (await listKeys(db)).map(({ keyId, pem, encrypted }) => {
      const [certificate] = parseCertificates(pem);
      const isOwn = () => keyId === configured || (encrypted !== null && isKeyOf(certificate, env, keyId, encrypted));
      return [keyId, { publicKey: certificate.publicKey, isOwn }];
    }),
  );
}

function isKeyOf(
  certificate: CertificateChain[0],
  env: DocumentKeySettings['env'],
  keyId: string,
  encrypted: Buffer,
): boolean {
  try {
    return certificate.checkPrivateKey(parsePrivateKey(decryptBytes(env.SECRET_KEYS, contextOf(keyId), encrypted)));
  } catch {
    return false;
  }
}

/** Replaces the signing key. Must run in a transaction, so there is always a current key. */
export async function rotateDocumentKey(db: Db, settings: DocumentKeySettings): Promise<string> {
  if (settings.env.DOCUMENT_KEY_FILE !== undefined)
    throw new SettingError('DOCUMENT_KEY_FILE: cannot rotate a configured key; replace the file instead');
  await retireKey(db, { keyId: null });
  return createKey(db, settings);
}

async function createKey(db: Db, { env, owner, now }: DocumentKeySettings): Promise<string> {
  const until = new Date(now);
  until.setUTCFullYear(until.getUTCFullYear() + validYears);
  // Valid from the day before, because clocks differ.
  const { certificates, privateKey } = await createSelfSignedSigner(owner, new Date(now.getTime() - dayMs), until);
  const keyId = computeKeyId(certificates);
  const der = privateKey.export({ type: 'pkcs8', format: 'der' });
  const encrypted = encryptBytes(env.SECRET_KEYS, contextOf(keyId), der);
  await insertKey(db, { keyId, pem: toPem(certificates), encrypted });
  return keyId;
}

function parsePrivateKey(bytes: Buffer): KeyObject {
  return createPrivateKey({ key: bytes, type: 'pkcs8', format: 'der' });
}

/** Hashes the whole chain, because the signature contains all of it. */
function computeKeyId(certificates: CertificateChain): string {
  const hash = createHash('sha256');
  for (const { raw } of certificates) hash.update(raw);
  return hash.digest('base64url').slice(0, 16);
}

function toPem(certificates: CertificateChain): string {
  return certificates.map((certificate) => certificate.toString()).join('');
}

const configuredKeys = new Map<string, DocumentKey>();

/** Cached: new files take effect after a restart. */
function getConfiguredKey(env: DocumentKeySettings['env']): DocumentKey | null {
  const { DOCUMENT_CERTIFICATE_FILE: certificateFile, DOCUMENT_KEY_FILE: keyFile } = env;
  if (certificateFile === undefined || keyFile === undefined) return null;
  const name = `${certificateFile}\n${keyFile}`;
  const key = configuredKeys.get(name) ?? loadConfiguredKey(certificateFile, keyFile);
  configuredKeys.set(name, key);
  return key;
}

function loadConfiguredKey(certificateFile: string, keyFile: string): DocumentKey {
  const certificates = loadPemSetting('DOCUMENT_CERTIFICATE_FILE', certificateFile, parseCertificates);
  const privateKey = loadPemSetting('DOCUMENT_KEY_FILE', keyFile, (pem) => createPrivateKey(pem));
  const { asymmetricKeyType, asymmetricKeyDetails } = privateKey;
  const isStrong =
    asymmetricKeyType === 'ec' || (asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= 2048);
  if (!isStrong)
    throw new SettingError(`DOCUMENT_KEY_FILE=${keyFile}: must be RSA with at least 2048 bits or an elliptic curve`);
  if (!certificates[0].checkPrivateKey(privateKey))
    throw new SettingError(`DOCUMENT_KEY_FILE=${keyFile}: does not match the first certificate`);
  return { keyId: computeKeyId(certificates), certificates, privateKey };
}

function loadPemSetting<Result>(name: string, file: string, read: (pem: string) => Result): Result {
  try {
    return read(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new SettingError(`${name}=${file}: ${(error as Error).message}`, { cause: error });
  }
}
