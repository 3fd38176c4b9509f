import type { FastifyRequest } from 'fastify';
import type { Call } from '../shared/contract.ts';
import { fail } from '../shared/errors.ts';

interface Upload {
  file: Buffer;
  fields: Record<string, string>;
}

const maxFields = 20;
const maxFieldBytes = 10_000;

/** The one file of a multipart form, and its other fields. What is too large is refused while it arrives. */
export async function readUpload(
  request: FastifyRequest,
  { field, maxBytes }: NonNullable<Call['upload']>,
): Promise<Upload> {
  if (!request.isMultipart())
    throw fail('request.unsupported_type', { message: 'a multipart form is expected', path: field });
  const fields: Record<string, string> = {};
  let file: Buffer | undefined;
  const limits = { fileSize: maxBytes, files: 1, fields: maxFields, fieldSize: maxFieldBytes, parts: maxFields + 1 };
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type !== 'file') {
        fields[part.fieldname] = String(part.value);
        continue;
      }
      if (part.fieldname !== field)
        throw fail('request.invalid', { message: `the file belongs in ${field}`, path: part.fieldname });
      file = await part.toBuffer();
    }
  } catch (error) {
    throw toUploadError(error, field);
  }
  if (file === undefined || file.length === 0)
    throw fail('request.invalid', { message: 'there is no file', path: field });
  return { file, fields };
}

/** A form that ends in the middle, or without its boundary; the parser gives these no code. */
const brokenForm = /multipart|needle/i;

function toUploadError(error: unknown, path: string): unknown {
  const { code, message = '' } = error as { code?: string; message?: string };
  if (code === 'FST_REQ_FILE_TOO_LARGE') return fail('request.too_large', { path, cause: error });
  // What the plugin refuses has more in it than we take.
  const isMalformed = code === undefined ? brokenForm.test(message) : code.startsWith('FST_');
  return isMalformed ? fail('request.malformed', { path, cause: error }) : error;
}
