import { createHash, createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Db, statement } from './db.ts';
import { type CertificateChain, type DocumentSigner, makeSigner, readCertificates } from './document-certificate.ts';
import { type Env, SettingError } from './env.ts';
import { openBytes, sealBytes } from './secrets.ts';

/** What decides by which key the operator signs documents. */
export interface DocumentKeySettings {
  env: Pick<Env, 'SECRET_KEYS' | 'DOCUMENT_CERTIFICATE_FILE' | 'DOCUMENT_KEY_FILE'>;
  /** Whose key it is: the association, as its brand says. */
  owner: string;
  now: Date;
}

export interface DocumentKey extends DocumentSigner {
  keyId: string;
}

const purpose = 'document-key';
export const sealedDocumentKeys = { table: 'document_key', column: 'sealed_private_key', purpose };
const validYears = 10;
const dayMs = 86_400_000;
/** What is signed must still be in time for a while. */
const spareMs = 365 * dayMs;

const selectCurrent = statement<{ keyId: string; pem: string; sealed: Buffer }, []>(`
  select key_id as "keyId", certificate as pem, sealed_private_key as sealed
  from document_key where retired_at is null and sealed_private_key is not null`);
const insertKey = statement<unknown, [keyId: string, pem: string, sealed: Buffer]>(`
  insert into document_key (key_id, certificate, sealed_private_key) values ($1, $2, $3)
  on conflict ((retired_at is null)) where retired_at is null and sealed_private_key is not null do nothing`);
const rememberCertificate = statement<unknown, [keyId: string, pem: string]>(
  'insert into document_key (key_id, certificate) values ($1, $2) on conflict (key_id) do nothing',
);
const retire = statement<unknown, [keyId: string | null]>(`
  update document_key set retired_at = now()
  where retired_at is null and sealed_private_key is not null and ($1::text is null or key_id = $1)`);
const selectAll = statement<{ pem: string }, []>(
  'select certificate as pem from document_key order by created_at desc, key_id',
);

const opened = new Map<string, DocumentKey>();

/**
 * The key that signs now: the operator's own if files are set, or else one that the first who needs it makes. Of many at
 * one moment, all use the same. One that soon runs out is followed by another.
 */
export async function currentDocumentKey(db: Db, settings: DocumentKeySettings): Promise<DocumentKey> {
  const configured = configuredKey(settings.env);
  if (configured !== null) {
    if (runsOutWithin(0, configured, settings.now))
      throw new SettingError('DOCUMENT_CERTIFICATE_FILE: the certificate has run out');
    await rememberCertificate(db, configured.keyId, pemOf(configured.certificates));
    return configured;
  }
  const [row] = await selectCurrent(db);
  if (row === undefined) {
    await makeKey(db, settings);
    return currentDocumentKey(db, settings);
  }
  const key = opened.get(row.keyId) ?? {
    keyId: row.keyId,
    certificates: readCertificates(row.pem),
    privateKey: privateKeyOf(openBytes(settings.env.SECRET_KEYS, purpose, row.sealed)),
  };
  opened.set(row.keyId, key);
  if (!runsOutWithin(spareMs, key, settings.now)) return key;
  await retire(db, key.keyId);
  return currentDocumentKey(db, settings);
}

function runsOutWithin(ms: number, { certificates }: DocumentKey, now: Date): boolean {
  return Date.parse(certificates[0].validTo) - now.getTime() <= ms;
}

/** Of every key that ever signed, to check documents with: what an old one signed stays valid. */
export async function documentCertificates(db: Db): Promise<CertificateChain[]> {
  return (await selectAll(db)).map(({ pem }) => readCertificates(pem));
}

/** From now on another key signs. In a transaction, so that there is never none. */
export async function rotateDocumentKey(db: Db, settings: DocumentKeySettings): Promise<string> {
  if (settings.env.DOCUMENT_KEY_FILE !== undefined)
    throw new SettingError('DOCUMENT_KEY_FILE: says which key signs; put another one there');
  await retire(db, null);
  return makeKey(db, settings);
}

async function makeKey(db: Db, { env, owner, now }: DocumentKeySettings): Promise<string> {
  const until = new Date(now);
  until.setUTCFullYear(until.getUTCFullYear() + validYears);
  // From the day before: not every clock is right.
  const { certificates, privateKey } = await makeSigner(owner, new Date(now.getTime() - dayMs), until);
  const keyId = keyIdOf(certificates);
  const sealed = sealBytes(env.SECRET_KEYS, purpose, privateKey.export({ type: 'pkcs8', format: 'der' }));
  await insertKey(db, keyId, pemOf(certificates), sealed);
  return keyId;
}

function privateKeyOf(bytes: Buffer): KeyObject {
  return createPrivateKey({ key: bytes, type: 'pkcs8', format: 'der' });
}

/** All of them are in the signature, so all of them are in the name. */
function keyIdOf(certificates: CertificateChain): string {
  const hash = createHash('sha256');
  for (const { raw } of certificates) hash.update(raw);
  return hash.digest('base64url').slice(0, 16);
}

function pemOf(certificates: CertificateChain): string {
  return certificates.map((certificate) => certificate.toString()).join('');
}

const configuredKeys = new Map<string, DocumentKey>();

/** Read once. Whoever puts other files there starts the portal anew. */
function configuredKey(env: DocumentKeySettings['env']): DocumentKey | null {
  const { DOCUMENT_CERTIFICATE_FILE: certificateFile, DOCUMENT_KEY_FILE: keyFile } = env;
  if (certificateFile === undefined || keyFile === undefined) return null;
  const name = `${certificateFile}\n${keyFile}`;
  const key = configuredKeys.get(name) ?? readKey(certificateFile, keyFile);
  configuredKeys.set(name, key);
  return key;
}

function readKey(certificateFile: string, keyFile: string): DocumentKey {
  const certificates = readSetting('DOCUMENT_CERTIFICATE_FILE', certificateFile, readCertificates);
  const privateKey = readSetting('DOCUMENT_KEY_FILE', keyFile, (pem) => createPrivateKey(pem));
  const { asymmetricKeyType, asymmetricKeyDetails } = privateKey;
  const isStrong =
    asymmetricKeyType === 'ec' || (asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= 2048);
  if (!isStrong) throw new SettingError(`DOCUMENT_KEY_FILE=${keyFile}: must be RSA of 2048 bits or more, or a curve`);
  if (!certificates[0].checkPrivateKey(privateKey))
    throw new SettingError(`DOCUMENT_KEY_FILE=${keyFile}: is not the key of the first certificate`);
  return { keyId: keyIdOf(certificates), certificates, privateKey };
}

function readSetting<Result>(name: string, file: string, read: (pem: string) => Result): Result {
  try {
    return read(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new SettingError(`${name}=${file}: ${(error as Error).message}`, { cause: error });
  }
}
