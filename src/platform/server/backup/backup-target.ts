import { resolve } from 'node:path';
import type { Env } from '#platform/server/config/env.ts';
import type { FileStore } from '#platform/server/files/file-store.ts';
import { createFolderFileStore } from '#platform/server/files/folder-file-store.ts';
import { BackupError } from './backup-error.ts';

/** Where backups are stored: a folder, or `s3://bucket/prefix`. */
export async function openBackupTarget(
  address: string,
  env: Pick<Env, 'S3_ENDPOINT' | 'S3_REGION'>,
): Promise<FileStore> {
  if (!address.includes('://')) return createFolderFileStore(resolve(address));
  const { protocol, hostname: bucket, pathname } = new URL(address);
  if (protocol !== 's3:' || bucket === '') throw new BackupError(`${address}: use a folder or s3://bucket/prefix`);
  const { createS3FileStore } = await import('#platform/server/files/s3-file-store.ts');
  const prefix = pathname.replaceAll(/^\/+|\/+$/g, '');
  return createS3FileStore({ bucket, prefix, endpoint: env.S3_ENDPOINT, region: env.S3_REGION });
}
