/**
 * Reads a dive file in a process of its own, because a malicious file must not exhaust the server's memory or block it.
 * A thread kills it when it needs too much memory or CPU time; the parent ends it when it hangs without using any.
 */
import { Worker } from 'node:worker_threads';
import { serialize } from 'node:v8';
import { zstdCompressSync } from 'node:zlib';
import { becomeFirstOomVictim } from '#platform/server/jobs/first-oom-victim.ts';
import { importLimits } from '#features/logbook/shared/import-limits.ts';
import { DiveFileError, type DiveFile, type FileDive } from '#features/logbook/shared/dive-files/dive-file.ts';
import { assertRecordingSize } from '#features/logbook/shared/recordings/assert-recording-size.ts';
import { cleanTexts } from '#features/logbook/shared/recordings/clean-texts.ts';
import { listFingerprints } from '#features/logbook/shared/recordings/fingerprint.ts';
import { encodeOutline } from '#features/logbook/shared/recordings/outline.ts';
import { packRecording } from '#features/logbook/shared/recordings/pack-recording.ts';
import { describeComputer } from '#features/logbook/shared/recordings/preview-dive.ts';
import { readCsv } from '#features/logbook/shared/dive-files/csv/read-csv.ts';
import { readDiveFile, type Reader } from '#features/logbook/shared/dive-files/read-dive-file.ts';
import type { ReadDive, ReadMessage, ReadTask } from './read-types.ts';
import { serverReaders } from './server-readers.ts';

becomeFirstOomVictim();
new Worker(new URL('./watch-limits.ts', import.meta.url)).unref();

let file: Buffer<ArrayBuffer> | undefined;

process.on('message', ({ start, piece, total, mapping }: ReadTask) => {
  // One buffer for the whole file, because pieces and their copy together would take the memory that readers need.
  file ??= Buffer.allocUnsafeSlow(total);
  file.set(piece, start);
  if (start + piece.length < total) return;
  try {
    const csv: Reader = (table, warnings, budget) => readCsv(table, warnings, mapping ?? undefined, budget);
    sendFile(readDiveFile(file, { ...serverReaders, ...(mapping && { csv }) }));
  } catch (error) {
    // The message of an unexpected error can quote the file, and the log must not.
    if (!(error instanceof DiveFileError)) return reportError(error);
    send({ kind: 'error', code: error.code });
  }
});
process.on('disconnect', () => process.exit(0));

function reportError(error: unknown): void {
  const { name, stack = '' } = error instanceof Error ? error : new Error('not an error');
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  process.stderr.write(`${[`${name} in the reading process`, ...frames].join('\n')}\n`, () => process.exit(1));
}

/** Sends one dive at a time, packed, so that neither side holds the samples of all dives. */
function sendFile({ format, dives, warnings }: DiveFile): void {
  const fingerprints = listFingerprints(dives);
  let bytes = 0;
  for (const [index, dive] of dives.entries()) {
    const packed = packDive(dive, fingerprints[index] ?? '');
    bytes += serialize(packed).byteLength;
    if (bytes > importLimits.readBytes) throw new DiveFileError('too-large', 'the dives of the file are too large');
    send({ kind: 'dive', dive: packed });
  }
  send({ kind: 'end', format, warnings: cleanTexts(warnings), bytes });
}

function packDive(dive: FileDive, fingerprint: string): ReadDive {
  assertRecordingSize(dive);
  const { recordings, cylinders, ...values } = cleanTexts(dive);
  const packed = recordings.map((recording, index) => ({
    computer: describeComputer(recording),
    start: recording.start,
    durationS: recording.durationS,
    maxDepthM: recording.maxDepthM,
    mode: recording.settings.mode,
    sampleCount: recording.samples.count,
    outline: encodeOutline(recording.samples),
    bytes: zstdCompressSync(
      packRecording({ ...recording, entry: recording.entry ?? findEntry(dive, index), cylinders }),
    ),
  }));
  return { ...values, cylinders, recordings: packed, fingerprint };
}

/** The logbook has no field for the position of a site, so the first recording keeps it. */
const findEntry = ({ site }: FileDive, recording: number) => (recording === 0 ? (site?.position ?? null) : null);

function send(message: ReadMessage): void {
  process.send?.(message);
}
