import type { Readable } from 'node:stream';
import { join } from 'node:path';
import type { Env } from '#platform/server/config/env.ts';
import { createFolderFileStore } from './folder-file-store.ts';
import { createS3FileStore } from './s3-file-store.ts';

/** Pictures, documents and whatever else is too large for a row. A key is a path such as `photos/7f3a/large.webp`. */
export interface FileStore {
  put(key: string, body: Buffer | Readable, contentType: string): Promise<{ bytes: number; sha256: string }>;
  /** All of it, or the part that is asked for, as far as there is one. */
  get(key: string, part?: ByteRange): Promise<StoredFile | null>;
  /** All of it at once, for what is worked on in memory; null where it is not there. */
  read(key: string): Promise<Buffer | null>;
  /** Deleting what is not there is no error. */
  delete(key: string): Promise<void>;
}

/** From byte `start` to byte `end`, both included; without an end to the end of the file. */
export interface ByteRange {
  start: number;
  end?: number;
}

interface StoredFile {
  body: Readable;
  contentType: string;
  /** Of the whole file. */
  bytes: number;
}

export function createFileStore(env: Pick<Env, 'DATA_DIR' | 'S3_BUCKET' | 'S3_ENDPOINT' | 'S3_REGION'>): FileStore {
  return env.S3_BUCKET === undefined
    ? createFolderFileStore(join(env.DATA_DIR, 'files'))
    : createS3FileStore({ bucket: env.S3_BUCKET, endpoint: env.S3_ENDPOINT, region: env.S3_REGION });
}
