import { fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { CsvMapping } from '#features/logbook/shared/dive-files/csv/csv-mapping.ts';
import { DiveFileError, type DiveFileFormat, type ReadWarning } from '#features/logbook/shared/dive-files/dive-file.ts';
import type { ReadDive, ReadMessage, ReadTask } from './read-types.ts';

/** The process itself limits its CPU time. One that takes longer waits for something, and the file is read again. */
const timeLimitMs = 10 * 60_000;
const pieceBytes = 1024 ** 2;

export interface ReadFile {
  format: DiveFileFormat;
  dives: ReadDive[];
  warnings: ReadWarning[];
  /** The memory that the dives need, about. */
  bytes: number;
}

/** Signals that end a process at a limit: ours, and V8's without memory. */
const limitSignals = new Set(['SIGKILL', 'SIGABRT']);

/** Other signals end the process together with the portal. They say nothing about the file, which is read again. */
export function toExitError(signal: string | null): Error {
  const message = `the reading process ended: ${signal ?? 'error'}`;
  if (signal === null) return new DiveFileError('malformed', message);
  return limitSignals.has(signal) ? new DiveFileError('too-large', message) : new Error(message);
}

/**
 * Reads a dive file in a child process, a spreadsheet with the mapping that a person has checked. Throws a
 * `DiveFileError` for a file that can't be read.
 */
export async function readFileInProcess(bytes: Buffer, mapping: CsvMapping | null = null): Promise<ReadFile> {
  const child = fork(join(import.meta.dirname, 'read-process.ts'), {
    serialization: 'advanced',
    // A small young generation is collected often, which keeps a file of 64 MB inside the limit of 300 MB.
    execArgv: ['--max-old-space-size=192', '--max-semi-space-size=2'],
    // Compiling the readers takes longer than reading most files.
    env: { NODE_COMPILE_CACHE: getCompileCacheDir() },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const limit = setTimeout(() => child.kill('SIGTERM'), timeLimitMs);
  const result = Promise.withResolvers<ReadFile>();
  const dives: ReadDive[] = [];
  child.on('message', (message: ReadMessage) => {
    if (message.kind === 'dive') dives.push(message.dive);
    else if (message.kind === 'error')
      result.reject(new DiveFileError(message.code, `the file was refused: ${message.code}`));
    else result.resolve({ format: message.format, warnings: message.warnings, bytes: message.bytes, dives });
  });
  child.on('error', (error) => result.reject(error));
  child.on('exit', (_code, signal) => result.reject(toExitError(signal)));
  // The process may end while the file is being sent; the exit is then the reason.
  result.promise.catch(() => undefined);
  try {
    const send = promisify((task: ReadTask, done: (error: Error | null) => void) => child.send(task, done));
    for (let start = 0; start === 0 || start < bytes.length; start += pieceBytes) {
      const piece = bytes.subarray(start, start + pieceBytes);
      await send({ start, piece, total: bytes.length, mapping }).catch(() => undefined);
    }
    return await result.promise;
  } finally {
    clearTimeout(limit);
    if (child.connected) child.disconnect();
  }
}
