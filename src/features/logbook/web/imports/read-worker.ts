/** Reads dive files for the preview, so that a large file doesn't block the page. Nothing is sent anywhere. */
import type { CsvMapping } from '#features/logbook/shared/dive-files/csv/csv-mapping.ts';
import { detectFormat } from '#features/logbook/shared/dive-files/detect-format.ts';
import { DiveFileError, type DiveFile } from '#features/logbook/shared/dive-files/dive-file.ts';
import { guessCsvMapping, parseRows, readCsv } from '#features/logbook/shared/dive-files/csv/read-csv.ts';
import { readDiveFile } from '#features/logbook/shared/dive-files/read-dive-file.ts';
import { assertRecordingSize } from '#features/logbook/shared/recordings/assert-recording-size.ts';
import { listFingerprints } from '#features/logbook/shared/recordings/fingerprint.ts';
import { encodeOutline } from '#features/logbook/shared/recordings/outline.ts';
import { describeComputer, previewDive, type PreviewDive } from '#features/logbook/shared/recordings/preview-dive.ts';
import { emptyResult, type ReadAnswer, type ReadRequest, type ReadResult, type TableSample } from './read-messages.ts';

const sampleRows = 3;

addEventListener('message', ({ data }: MessageEvent<ReadRequest>) => {
  void read(data).then((result) => postMessage({ id: data.id, result } satisfies ReadAnswer));
});

async function read({ file, mapping }: ReadRequest): Promise<ReadResult> {
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const format = detectFormat(bytes);
    if (format === 'csv') return await readTable(bytes, mapping);
    const read = readDiveFile(bytes);
    return { ...emptyResult, format: read.format, dives: await previewDives(read), warnings: read.warnings };
  } catch (error) {
    // A file may also be gone or unreadable for the browser.
    const code = error instanceof DiveFileError ? error.code : 'malformed';
    return code === 'server-only' ? { ...emptyResult, isForServer: true } : { ...emptyResult, error: code };
  }
}

/** A table without known columns isn't refused: the person may know what they mean. */
async function readTable(bytes: Uint8Array, chosen: CsvMapping | null): Promise<ReadResult> {
  const rows = parseRows(bytes, []);
  const mapping = chosen ?? guessCsvMapping(rows, []);
  const table = sampleTable(rows, mapping?.headerRow ?? 0);
  if (table.header.length < 2 || table.rows.length === 0) return { ...emptyResult, error: 'unknown-format' };
  if (mapping === null) return { ...emptyResult, format: 'csv', table, mapping: createMapping(table.header.length) };
  const read = readDiveFile(bytes, {
    csv: (part, warnings, budget) => readCsv(part, warnings, chosen ?? undefined, budget),
  });
  return { ...emptyResult, format: 'csv', dives: await previewDives(read), warnings: read.warnings, table, mapping };
}

function sampleTable(rows: readonly (readonly string[])[], headerRow: number): TableSample {
  return { header: rows[headerRow] ?? [], rows: rows.slice(headerRow + 1, headerRow + 1 + sampleRows) };
}

function createMapping(count: number): CsvMapping {
  return {
    headerRow: 0,
    columns: Array.from({ length: count }, () => ({ field: null, cylinder: 0 })),
    dateOrder: 'ymd',
    decimal: '.',
    depthUnit: 'm',
    pressureUnit: 'bar',
    temperatureUnit: 'C',
    weightUnit: 'kg',
    durationUnit: 'min',
    clockUnit: 'h:min',
  };
}

async function previewDives({ dives }: DiveFile): Promise<PreviewDive[]> {
  const fingerprints = listFingerprints(dives);
  const previews: PreviewDive[] = [];
  for (const [index, dive] of dives.entries()) {
    assertRecordingSize(dive);
    const recordings = dive.recordings.map((recording) => ({
      computer: describeComputer(recording),
      outline: encodeOutline(recording.samples),
    }));
    previews.push(previewDive({ ...dive, recordings }, await hash(fingerprints[index] ?? '')));
  }
  return previews;
}

async function hash(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
