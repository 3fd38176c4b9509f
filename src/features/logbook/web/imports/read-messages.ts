import type { CsvMapping } from '#features/logbook/shared/dive-files/csv/csv-mapping.ts';
import type { DiveFileErrorCode, DiveFileFormat, ReadWarning } from '#features/logbook/shared/dive-files/dive-file.ts';
import type { PreviewDive } from '#features/logbook/shared/recordings/preview-dive.ts';

/** The first rows of a spreadsheet, for the person who checks its columns. */
export interface TableSample {
  header: readonly string[];
  rows: readonly (readonly string[])[];
}

export interface ReadRequest {
  id: number;
  file: File;
  /** The columns as the person changed them; they are guessed without one. */
  mapping: CsvMapping | null;
}

export interface ReadResult {
  format: DiveFileFormat | null;
  dives: readonly PreviewDive[];
  warnings: readonly ReadWarning[];
  table: TableSample | null;
  mapping: CsvMapping | null;
  error: DiveFileErrorCode | null;
  /** Only the server can read this format. */
  isForServer: boolean;
}

export interface ReadAnswer {
  id: number;
  result: ReadResult;
}

export const emptyResult: ReadResult = {
  format: null,
  dives: [],
  warnings: [],
  table: null,
  mapping: null,
  error: null,
  isForServer: false,
};
