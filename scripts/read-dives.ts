/** Prints the dives of a file as JSON, without a database: `npm run -s read-dives -- FILE`. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { limits } from '#features/logbook/shared/dive-files/limits.ts';

/** The heap of the reader. With the file itself and Node, the process stays below 300 MB. */
const heapMb = 176;
/** CPU time, because a reader on a busy machine takes longer for the same work. */
const maxCpuMicros = 120_000_000;
const checkMs = 500;
const pieceLength = 256 * 1024;

if (isMainThread) await runReader();
else await read((piece) => parentPort?.postMessage(piece, piece === null ? [] : [piece.buffer]));

/** Reads in a thread, because a reader without memory or end must still give an answer. */
async function runReader(): Promise<void> {
  const worker = new Worker(new URL(import.meta.url), {
    argv: process.argv.slice(2),
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 6 },
  });
  const pieces: Uint8Array[] = [];
  const output = Promise.withResolvers<void>();
  const check = setInterval(() => {
    const { user, system } = process.cpuUsage();
    if (user + system > maxCpuMicros) output.reject(new Error('the file takes too long to read'));
  }, checkMs);
  // Nothing is printed before the last piece, because an error would come after half of the dives. Until then the pieces
  // stay packed: a million events are 200 MB of text.
  worker.on('message', (piece: Uint8Array | null) => {
    if (piece === null) output.resolve();
    else pieces.push(piece);
  });
  worker.once('error', (error: NodeJS.ErrnoException) =>
    output.reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new Error('the file needs too much memory') : error),
  );
  try {
    await output.promise;
    // A slow reader would otherwise have all of the text in memory.
    const texts = Readable.from(pieces.values().map((piece) => zstdDecompressSync(piece)));
    await pipeline(texts, process.stdout, { end: false });
  } catch (error) {
    process.stdout.write(`${JSON.stringify({ error: (error as Error).message })}\n`);
    process.exitCode = 1;
  } finally {
    clearInterval(check);
    await worker.terminate();
  }
}

async function read(send: (piece: Uint8Array<ArrayBuffer> | null) => void): Promise<void> {
  const [argument] = process.argv.slice(2);
  if (argument === undefined) throw new Error('usage: npm run -s read-dives -- FILE');
  const path = findFile(argument);
  const file = statSync(path);
  if (!file.isFile()) throw new Error('this is not a file');
  if (file.size > limits.fileBytes) throw new Error(`the file is larger than ${limits.fileBytes / 1024 ** 2} MB`);
  const { writeDiveFile } = await import('#features/logbook/server/recordings/describe-dive-file.ts');
  const { readDiveFile } = await import('#features/logbook/shared/dive-files/read-dive-file.ts');
  const { serverReaders } = await import('#features/logbook/server/imports/server-readers.ts');
  const sendText = (text: string) => send(Uint8Array.from(zstdCompressSync(text)));
  let text = '';
  for (const part of writeDiveFile(readDiveFile(readFileSync(path), serverReaders))) {
    text += part;
    if (text.length < pieceLength) continue;
    sendText(text);
    text = '';
  }
  sendText(text);
  send(null);
}

/** npm runs scripts in the root of the package; the person may have called it elsewhere. */
function findFile(name: string): string {
  const path = resolve(process.env['INIT_CWD'] ?? '.', name);
  return existsSync(path) ? path : resolve(name);
}
