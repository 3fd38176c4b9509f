import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import { defaultBodyLimitBytes, type Endpoint, type UploadedFile } from '#platform/shared/contract.ts';
import { fail } from '#platform/shared/errors.ts';

interface Upload {
  /** Undefined only if the upload is optional. */
  file: UploadedFile | undefined;
  fields: Record<string, string>;
  /** Runs the work and then deletes the file. */
  cleanUpAfter<Result>(work: () => Promise<Result>): Promise<Result>;
}

const maxFields = 20;
const readChunkBytes = 65_536;

/** Reads the single file and the fields of a multipart form. Oversized ones are rejected while they arrive. */
export async function readUpload(
  request: FastifyRequest,
  { field, maxBytes, isOptional = false }: NonNullable<Endpoint['upload']>,
  maxFieldBytes = defaultBodyLimitBytes,
): Promise<Upload> {
  if (!request.isMultipart())
    throw fail('request.unsupported_type', { message: 'must be a multipart form', path: field });
  const fields: Record<string, string> = {};
  let spool: SpooledUpload | undefined;
  let fieldBytes = 0;
  const limits = { fileSize: maxBytes, files: 1, fields: maxFields, fieldSize: maxFieldBytes, parts: maxFields + 1 };
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type !== 'file') {
        const value = String(part.value);
        fieldBytes += Buffer.byteLength(part.fieldname) + Buffer.byteLength(value);
        if (part.valueTruncated || fieldBytes > maxFieldBytes)
          throw fail('request.too_large', { path: part.fieldname });
        fields[part.fieldname] = value;
        continue;
      }
      if (part.fieldname !== field)
        throw fail('request.invalid', { message: `the file must be in the field ${field}`, path: part.fieldname });
      spool = await createSpool();
      for await (const chunk of part.file) await spool.write(chunk as Buffer);
      if (part.file.truncated) throw fail('request.too_large', { path: field });
    }
    if ((spool === undefined && !isOptional) || spool?.bytes === 0)
      throw fail('request.invalid', { message: 'the file is missing', path: field });
  } catch (error) {
    await spool?.close();
    throw toUploadError(error, field);
  }
  const file = spool;
  return {
    file,
    fields,
    async cleanUpAfter(work) {
      try {
        return await work();
      } finally {
        await file?.close();
      }
    },
  };
}

class SpooledUpload implements UploadedFile {
  readonly #path: string;
  readonly #handle: FileHandle;
  bytes = 0;

  constructor(path: string, handle: FileHandle) {
    this.#path = path;
    this.#handle = handle;
  }

  async write(chunk: Buffer): Promise<void> {
    await this.#handle.writeFile(chunk);
    this.bytes += chunk.length;
  }

  async *readPart(start: number, end: number): AsyncIterable<Buffer> {
    for (let at = start; at < end;) {
      const piece = Buffer.allocUnsafe(Math.min(readChunkBytes, end - at));
      const { bytesRead } = await this.#handle.read(piece, 0, piece.length, at);
      if (bytesRead === 0) throw new Error('uploaded file ended unexpectedly');
      at += bytesRead;
      yield piece.subarray(0, bytesRead);
    }
  }

  async close(): Promise<void> {
    await this.#handle.close();
    await rm(this.#path, { force: true });
  }
}

async function createSpool(): Promise<SpooledUpload> {
  const path = join(tmpdir(), `halocline-upload-${randomUUID()}`);
  const handle = await open(path, 'wx+', 0o600);
  // The file is unlinked now, so it disappears with the process. Systems that refuse this delete it in close().
  await rm(path, { force: true }).catch(() => undefined);
  return new SpooledUpload(path, handle);
}

/** Messages of the parser for truncated forms and missing boundaries, which have no code. */
const malformedFormPattern = /multipart|needle/i;

function toUploadError(error: unknown, path: string): unknown {
  const { code, message = '' } = error as { code?: string; message?: string };
  if (code === 'FST_REQ_FILE_TOO_LARGE') return fail('request.too_large', { path, cause: error });
  // Errors with a plugin code mean that the form exceeds a limit.
  const isMalformed = code === undefined ? malformedFormPattern.test(message) : code.startsWith('FST_');
  return isMalformed ? fail('request.malformed', { path, cause: error }) : error;
}
