import type { Readable } from 'node:stream';
import { join } from 'node:path';
import type { Env } from '#platform/server/config/env.ts';
import { createFolderFileStore } from './folder-file-store.ts';

/** Stores images, documents and other content too large for a row. Keys are paths such as `photos/7f3a/large.webp`. */
export interface FileStore {
  put(key: string, body: Buffer | Readable, contentType: string): Promise<{ bytes: number; sha256: string }>;
  /** Streams the file or the requested range. */
  get(key: string, part?: ByteRange): Promise<StoredFile | null>;
  /** Reads the file into memory; null if it does not exist. */
  read(key: string): Promise<Buffer | null>;
  /** Deleting a missing file is no error. */
  delete(key: string): Promise<void>;
  /** A text that changes when the file is replaced; null if it does not exist. */
  getVersion(key: string): Promise<string | null>;
  /** The keys that start with the prefix, in no particular order. */
  list(prefix: string): AsyncIterable<string>;
}

/** `start` and `end` are inclusive. Without `end` the range extends to the end of the file. */
export interface ByteRange {
  start: number;
  end?: number;
}

interface StoredFile {
  body: Readable;
  contentType: string;
  /** The size of the whole file. */
  bytes: number;
}

export async function createFileStore(
  env: Pick<Env, 'DATA_DIR' | 'S3_BUCKET' | 'S3_ENDPOINT' | 'S3_REGION'>,
): Promise<FileStore> {
  if (env.S3_BUCKET === undefined) return createFolderFileStore(join(env.DATA_DIR, 'files'));
  // The AWS SDK takes 10 MB, which installations without S3 don't need.
  const { createS3FileStore } = await import('./s3-file-store.ts');
  return createS3FileStore({ bucket: env.S3_BUCKET, endpoint: env.S3_ENDPOINT, region: env.S3_REGION });
}
