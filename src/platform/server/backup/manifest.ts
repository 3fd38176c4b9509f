import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import * as z from 'zod';
import { EncryptionContext } from '#platform/server/crypto/encryption-context.ts';
import { decryptWithKey, deriveKey, encryptWithKey } from '#platform/server/crypto/secrets.ts';
import type { FileStore } from '#platform/server/files/file-store.ts';
import { BackupError } from './backup-error.ts';

const TableSchema = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.int(),
  chunks: z.array(z.string()),
});
const PartitionSchema = z.object({
  /** Qualified and quoted. */
  name: z.string(),
  parent: z.string(),
  /** The end of its `create table` statement. */
  clauses: z.string(),
  /** Foreign keys that only this partition has. */
  foreignKeys: z.array(z.string()).default([]),
});
const SequenceSchema = z.object({ name: z.string(), lastValue: z.string(), isCalled: z.boolean() });
const ManifestSchema = z.object({
  id: z.string(),
  /** The time of the snapshot. */
  createdAt: z.iso.datetime(),
  /** The version of the portal. */
  version: z.string(),
  /** Fingerprints of the keys in SECRET_KEY, newest first. */
  secretKeys: z.array(z.string()),
  migrations: z.array(z.object({ name: z.string(), hash: z.string() })),
  /** The version of the job queue's own tables. */
  jobSchema: z.int(),
  tables: z.array(TableSchema),
  partitions: z.array(PartitionSchema),
  sequences: z.array(SequenceSchema),
  files: z.object({ count: z.int(), bytes: z.int(), missing: z.int(), index: z.array(z.string()) }),
});

export type BackupManifest = z.output<typeof ManifestSchema>;
export type TableBackup = z.output<typeof TableSchema>;
export type PartitionBackup = z.output<typeof PartitionSchema>;
export type SequenceBackup = z.output<typeof SequenceSchema>;

const HeaderSchema = z.object({ format: z.int(), id: z.string(), key: z.string() });
const format = 1;
const manifestPrefix = 'manifests/';
const signatureBytes = 32;

/** Identifies a key without revealing it. */
export function fingerprintKey(key: string): string {
  return Buffer.from(hkdfSync('sha256', key, 'halocline', 'backup-key-fingerprint', 8)).toString('hex');
}

/** Ids sort by time. */
export function createBackupId(at: Date): string {
  return `${at.toISOString().replaceAll(/[:.]/g, '-')}-${randomBytes(3).toString('hex')}`;
}

const manifestContext = (id: string) => EncryptionContext.ofFile('backup-manifest', `${manifestPrefix}${id}`);

/** The ids of all complete backups, oldest first. An interrupted backup has no manifest. */
export async function listBackupIds(target: FileStore): Promise<string[]> {
  const ids: string[] = [];
  for await (const key of target.list(manifestPrefix)) ids.push(key.slice(manifestPrefix.length));
  return ids.toSorted();
}

/** Completes a backup: it exists from the moment its manifest does. */
export async function writeManifest(target: FileStore, backupKey: string, manifest: BackupManifest): Promise<void> {
  const header = `${JSON.stringify({ format, id: manifest.id, key: fingerprintKey(backupKey) })}\n`;
  const encrypted = encryptWithKey(
    deriveKey(backupKey, 'backup-manifest'),
    manifestContext(manifest.id),
    zstdCompressSync(Buffer.from(JSON.stringify(manifest))),
  );
  const signed = Buffer.concat([Buffer.from(header), encrypted]);
  const body = Buffer.concat([signed, sign(backupKey, signed)]);
  await target.put(`${manifestPrefix}${manifest.id}`, body, 'application/octet-stream');
}

export async function readManifest(target: FileStore, backupKey: string, id: string): Promise<BackupManifest> {
  const body = await target.read(`${manifestPrefix}${id}`);
  if (body === null) throw new BackupError(`there is no backup ${id}`);
  const damaged = new BackupError(`backup ${id} is damaged: its manifest was changed or is incomplete`);
  const headerEnd = body.indexOf('\n') + 1;
  const header = parseHeader(body.subarray(0, headerEnd));
  if (header === null) throw damaged;
  if (header.format !== format) throw new BackupError(`backup ${id} has format ${header.format}, expected ${format}`);
  const own = fingerprintKey(backupKey);
  if (header.key !== own)
    throw new BackupError(
      `backup ${id} was made with another BACKUP_KEY (fingerprint ${header.key}, this one is ${own})`,
    );
  const signed = body.subarray(0, -signatureBytes);
  const isSigned =
    body.length > headerEnd + signatureBytes &&
    timingSafeEqual(sign(backupKey, signed), body.subarray(-signatureBytes)) &&
    header.id === id;
  if (!isSigned) throw damaged;
  const content = decryptWithKey(
    deriveKey(backupKey, 'backup-manifest'),
    manifestContext(id),
    signed.subarray(headerEnd),
  );
  return ManifestSchema.parse(JSON.parse(zstdDecompressSync(content).toString()));
}

export async function deleteManifest(target: FileStore, id: string): Promise<void> {
  await target.delete(`${manifestPrefix}${id}`);
}

function parseHeader(line: Buffer): z.output<typeof HeaderSchema> | null {
  try {
    return HeaderSchema.parse(JSON.parse(line.toString()));
  } catch {
    return null;
  }
}

function sign(backupKey: string, content: Buffer): Buffer {
  return createHmac('sha256', deriveKey(backupKey, 'backup-signature')).update(content).digest();
}
