import { type PassThrough, pipeline, type Readable, type Transform } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { FileStore } from './file-store.ts';

/** Adds a file and waits until its content was read to the end. */
export type AddToZip = (path: string, content: Readable) => Promise<void>;

/** A zip that goes to its place while it is made, sealed on the way. When anything fails, nothing of it is stored. */
export async function storeZip(
  files: FileStore,
  key: string,
  fill: (add: AddToZip) => Promise<void>,
  seal: Transform,
): ReturnType<FileStore['put']> {
  const zip = new ZipFile();
  const output = zip.outputStream as PassThrough;
  // Whoever stores it hears of an error, but perhaps has not begun to listen yet.
  output.on('error', () => undefined);
  const body = pipeline(output, seal, () => undefined);
  const stored = files.put(key, body, 'application/octet-stream');
  const lost = new AbortController();
  // Nobody reads on when the place is lost, and whoever still writes would wait for ever.
  stored.catch((error: unknown) => lost.abort(error));
  try {
    await fill(async (path, content) => {
      zip.addReadStream(content, path);
      try {
        await finished(content, { signal: lost.signal, writable: false });
      } finally {
        content.destroy();
      }
    });
    zip.end();
  } catch (error) {
    output.destroy(error as Error);
    await stored.catch(() => undefined);
    throw lost.signal.aborted ? lost.signal.reason : error;
  }
  return stored;
}
