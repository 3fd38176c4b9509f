import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { assertNotRepeated } from '#platform/server/db/current-transaction.ts';
import { assertFileKey } from './file-key.ts';
import type { FileStore } from './file-store.ts';

export interface S3FileStoreOptions {
  bucket: string;
  endpoint: string | undefined;
  region: string;
  /** Keys are stored below this path of the bucket. */
  prefix?: string;
  /** Defaults to the AWS SDK's lookup: environment, profile or instance role. */
  credentials?: { accessKeyId: string; secretAccessKey: string };
}

export function createS3FileStore(options: S3FileStoreOptions): FileStore {
  const { bucket, endpoint, region, prefix = '', credentials } = options;
  const client = new S3Client({
    region,
    // Other S3 implementations address buckets by path, and some lack the newer checksums.
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    ...(credentials === undefined ? {} : { credentials }),
    // Without limits a request of a person would wait as long as the storage does not answer. With the SDK's three attempts it would
    // be a minute and a half.
    requestHandler: { connectionTimeout: 5_000, socketTimeout: 15_000 },
    maxAttempts: 2,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const toName = (key: string) => (prefix === '' ? key : `${prefix}/${key}`);
  const toLocation = (key: string): { Bucket: string; Key: string } => {
    assertFileKey(key);
    return { Bucket: bucket, Key: toName(key) };
  };
  const files: FileStore = {
    async put(key, body, contentType) {
      assertNotRepeated('a file is written');
      const target = { ...toLocation(key), ContentType: contentType };
      if (Buffer.isBuffer(body)) {
        await client.send(new PutObjectCommand({ ...target, Body: body, ContentLength: body.length }));
        return { bytes: body.length, sha256: createHash('sha256').update(body).digest('hex') };
      }
      const spooled = await spoolToDisk(body);
      try {
        const { bytes, sha256, path } = spooled;
        await client.send(new PutObjectCommand({ ...target, Body: createReadStream(path), ContentLength: bytes }));
        return { bytes, sha256 };
      } finally {
        await rm(spooled.path, { force: true });
      }
    },
    async get(key, part) {
      const target = { ...toLocation(key), ...(part && { Range: `bytes=${part.start}-${part.end ?? ''}` }) };
      try {
        const found = await client.send(new GetObjectCommand(target));
        return {
          body: found.Body as Readable,
          contentType: found.ContentType ?? 'application/octet-stream',
          bytes: Number(/\/(\d+)$/.exec(found.ContentRange ?? '')?.[1] ?? found.ContentLength ?? 0),
        };
      } catch (error) {
        if (isNotFoundError(error)) return null;
        throw error;
      }
    },
    async read(key) {
      const found = await files.get(key);
      return found && Buffer.concat(await found.body.toArray());
    },
    async delete(key) {
      assertNotRepeated('a file is deleted');
      await client.send(new DeleteObjectCommand(toLocation(key))).catch((error: unknown) => {
        if (!isNotFoundError(error)) throw error;
      });
    },
    async getVersion(key) {
      try {
        const found = await client.send(new HeadObjectCommand(toLocation(key)));
        return `${found.ETag ?? ''}-${found.LastModified?.getTime() ?? ''}`;
      } catch (error) {
        if (isNotFoundError(error)) return null;
        throw error;
      }
    },
    async *list(prefix) {
      const pages = paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: toName(prefix) });
      for await (const { Contents = [] } of pages)
        for (const { Key = '' } of Contents) yield Key.slice(toName('').length);
    },
  };
  return files;
}

function isNotFoundError(error: unknown): boolean {
  return (
    error instanceof NoSuchKey ||
    (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404 && error.name !== 'NoSuchBucket')
  );
}

/** Buffers a stream on disk, because S3 requires the length in advance and the upload may not fit in memory. */
async function spoolToDisk(body: Readable): Promise<{ path: string; bytes: number; sha256: string }> {
  const path = join(tmpdir(), `halocline-upload-${randomUUID()}`);
  const file = await open(path, 'wx', 0o600);
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      hash.update(chunk);
      bytes += chunk.length;
      await file.writeFile(chunk);
    }
    return { path, bytes, sha256: hash.digest('hex') };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}
