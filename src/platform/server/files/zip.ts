import { type PassThrough, pipeline, type Readable, type Transform } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { FileStore } from './file-store.ts';

/** Adds a file and waits until its content has been read. */
export type AddToZip = (path: string, content: Readable) => Promise<void>;

/** Streams a zip through the encryption into the store. If anything fails, nothing is stored. */
export async function storeZip(
  files: FileStore,
  key: string,
  fill: (add: AddToZip) => Promise<void>,
  encryption: Transform,
): ReturnType<FileStore['put']> {
  const zip = new ZipFile();
  const output = zip.outputStream as PassThrough;
  // The store handles errors too, but may not have attached its listener yet.
  output.on('error', () => undefined);
  const body = pipeline(output, encryption, () => undefined);
  const stored = files.put(key, body, 'application/octet-stream');
  const storeFailed = new AbortController();
  // Without a reader the zip would wait forever for its output to drain.
  stored.catch((error: unknown) => storeFailed.abort(error));
  try {
    await fill(async (path, content) => {
      zip.addReadStream(content, path);
      try {
        await finished(content, { signal: storeFailed.signal, writable: false });
      } finally {
        content.destroy();
      }
    });
    zip.end();
  } catch (error) {
    output.destroy(error as Error);
    await stored.catch(() => undefined);
    throw storeFailed.signal.aborted ? storeFailed.signal.reason : error;
  }
  return stored;
}
