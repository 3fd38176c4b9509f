import type { Readable } from 'node:stream';
import { join } from 'node:path';
import type { Env } from '#platform/server/config/env.ts';
import { createFolderFileStore } from './folder-file-store.ts';
import { createS3FileStore } from './s3-file-store.ts';

/** Stores images, documents and other content too large for a row. Keys are paths such as `photos/7f3a/large.webp`. */
export interface FileStore {
  put(key: string, body: Buffer | Readable, contentType: string): Promise<{ bytes: number; sha256: string }>;
  /** Streams the file or the requested range. */
  get(key: string, part?: ByteRange): Promise<StoredFile | null>;
  /** Reads the file into memory; null if it does not exist. */
  read(key: string): Promise<Buffer | null>;
  /** Deleting a missing file is no error. */
  delete(key: string): Promise<void>;
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

export function createFileStore(env: Pick<Env, 'DATA_DIR' | 'S3_BUCKET' | 'S3_ENDPOINT' | 'S3_REGION'>): FileStore {
  return env.S3_BUCKET === undefined
    ? createFolderFileStore(join(env.DATA_DIR, 'files'))
    : createS3FileStore({ bucket: env.S3_BUCKET, endpoint: env.S3_ENDPOINT, region: env.S3_REGION });
}
