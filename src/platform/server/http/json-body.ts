import type { FastifyInstance, FastifyRequest } from 'fastify';

export interface JsonBody {
  value: unknown;
  /** Whether PostgreSQL can store all texts in it. False if that is not known. */
  isStorable: boolean;
}

const jsonType = /^application\/json(?:; ?charset=utf-8)?$/i;

/** Whether `createJsonReader` can read the body. Fastify reads all others, and reports what is wrong with them. */
export function isPlainJsonRequest({ headers }: FastifyRequest, maxBytes: number): boolean {
  const bytes = Number(headers['content-length']);
  return bytes > 0 && bytes <= maxBytes && jsonType.test(headers['content-type'] ?? '');
}

/**
 * Reads JSON in half the time of Fastify's body parser, which looks for names that could change a prototype with regular
 * expressions and creates an asynchronous resource. Text with such a name, an escape or an error is left to that parser.
 */
export function createJsonReader(app: FastifyInstance): (request: FastifyRequest) => Promise<JsonBody> {
  const parseCarefully = app.getDefaultJsonParser('error', 'error');
  return async (request) => {
    const text = await readText(request.raw);
    if (isPlain(text)) {
      try {
        return { value: JSON.parse(text), isStorable: true };
      } catch {
        // Fastify's parser reports it.
      }
    }
    return new Promise((resolve, reject) => {
      const parsed = parseCarefully(request, text, (error, value: unknown) =>
        error === null ? resolve({ value, isStorable: false }) : reject(error),
      );
      void parsed;
    });
  };
}

/** In JSON, the characters that can't be stored are always escaped. */
function isPlain(text: string): boolean {
  return !text.includes(String.raw`\u`) && !text.includes('__proto__') && !text.includes('constructor');
}

function readText(stream: FastifyRequest['raw']): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => void chunks.push(chunk));
    stream.on('end', () => resolve((chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)).toString()));
    stream.on('error', reject);
  });
}
