import type { CsvMapping } from '#features/logbook/shared/dive-files/csv/csv-mapping.ts';
import type {
  DiveFileErrorCode,
  DiveFileFormat,
  DiveStart,
  FileDive,
  ReadWarning,
} from '#features/logbook/shared/dive-files/dive-file.ts';

/** A recording as it is stored: packed and compressed. */
export interface ReadRecording {
  computer: string | null;
  start: DiveStart | null;
  durationS: number | null;
  maxDepthM: number | null;
  mode: string | null;
  sampleCount: number;
  outline: string | null;
  bytes: Uint8Array;
}

export interface ReadDive extends Omit<FileDive, 'recordings'> {
  recordings: ReadRecording[];
  fingerprint: string;
}

/** A piece of the file, with the columns of a spreadsheet if a person has checked them. */
export interface ReadTask {
  start: number;
  piece: Uint8Array;
  /** The size of the whole file. */
  total: number;
  mapping: CsvMapping | null;
}

export type ReadMessage =
  | { kind: 'dive'; dive: ReadDive }
  | { kind: 'end'; format: DiveFileFormat; warnings: ReadWarning[]; bytes: number }
  | { kind: 'error'; code: DiveFileErrorCode };
