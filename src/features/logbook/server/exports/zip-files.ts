import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

interface ZippedFile {
  name: string;
  /** Null if the file is gone, which leaves it empty. */
  read: () => Promise<Buffer | Readable | null>;
}

/** A zip as a stream. Each file is read when the ones before it were sent. */
export function zipFiles(files: readonly ZippedFile[]): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const names = new Map<string, number>();
  zip.on('error', (error: unknown) => output.destroy(error as Error));
  for (const { name, read } of files)
    zip.addReadStreamLazy(pickName(name, names), (done) =>
      done(null, Readable.from(readPieces(read), { objectMode: false })),
    );
  zip.end();
  return output;
}

async function* readPieces(read: ZippedFile['read']): AsyncGenerator<Buffer> {
  const content = await read();
  if (Buffer.isBuffer(content)) yield content;
  else if (content !== null) yield* content as AsyncIterable<Buffer>;
}

/** Names without folders; the second file of a name gets a number. Computers give thousands of files the same name. */
function pickName(name: string, lastNumbers: Map<string, number>): string {
  const clean = name.toWellFormed().replaceAll(/[\p{Cc}/\\:*?"<>|]+/gu, ' ');
  // Dots at the start hide a file or name a folder above.
  const safe = clean.replace(/^[.\s]+/, '').trim() || 'file';
  const [, stem = safe, ending = ''] = /^(.+?)(\.[^.]+)?$/s.exec(safe) ?? [];
  const key = safe.toLowerCase();
  let free = safe;
  for (let number = lastNumbers.get(key) ?? 1; lastNumbers.has(free.toLowerCase());) {
    free = `${stem} ${++number}${ending}`;
    lastNumbers.set(key, number);
  }
  lastNumbers.set(free.toLowerCase(), 1);
  return free;
}
