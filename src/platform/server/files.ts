import type { Readable } from 'node:stream';
import { join } from 'node:path';
import type { Env } from './env.ts';
import { createFolderFiles } from './files-folder.ts';
import { createS3Files } from './files-s3.ts';

/** Pictures, documents and whatever else is too large for a row. A key is a path such as `photos/7f3a/large.webp`. */
export interface Files {
  put(key: string, body: Buffer | Readable, contentType: string): Promise<{ bytes: number; sha256: string }>;
  /** All of it, or the part that is asked for, as far as there is one. */
  get(key: string, part?: FilePart): Promise<StoredFile | null>;
  /** All of it at once, for what is worked on in memory; null where it is not there. */
  read(key: string): Promise<Buffer | null>;
  /** Deleting what is not there is no error. */
  delete(key: string): Promise<void>;
}

/** From byte `start` to byte `end`, both included; without an end to the end of the file. */
export interface FilePart {
  start: number;
  end?: number;
}

interface StoredFile {
  body: Readable;
  contentType: string;
  /** Of the whole file. */
  bytes: number;
}

export function createFiles(env: Pick<Env, 'DATA_DIR' | 'S3_BUCKET' | 'S3_ENDPOINT' | 'S3_REGION'>): Files {
  return env.S3_BUCKET === undefined
    ? createFolderFiles(join(env.DATA_DIR, 'files'))
    : createS3Files({ bucket: env.S3_BUCKET, endpoint: env.S3_ENDPOINT, region: env.S3_REGION });
}
