import * as z from 'zod';
import { defineEndpoints } from '#platform/shared/contract.ts';
import { shortText } from '#platform/shared/text-schemas.ts';
import { csvFields, type CsvMapping as Mapping } from './dive-files/csv/csv-mapping.ts';
import { diveFileErrorCodes, type ReadWarning } from './dive-files/dive-file.ts';
import { importActions, importLimits, importStatuses } from './import-limits.ts';
import { lossReasons, type LossEntry } from './recordings/map-dive.ts';
import type { PreviewDive as Preview } from './recordings/preview-dive.ts';

/** What is stored of a dive's loss report: everything that was not simply kept, and the names of what was. */
export interface ImportReport {
  /** Imports before it was stored have none. */
  kept?: string[];
  entries: LossEntry[];
  warnings: ReadWarning[];
}

const LogId = z.string().regex(/^[1-9]\d{0,17}$/);
const LocalStart = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/)
  .refine((local) => z.iso.date().safeParse(local.slice(0, 10)).success);

/** A SHA-256 in hex. */
const Fingerprint = z.string().regex(/^[\da-f]{64}$/);

/** A dive of a file as it is compared with the logbook. */
export const ImportedDive = z.object({
  fingerprint: Fingerprint,
  start: LocalStart.nullish(),
  /** False if the file has only a date; the time of `start` is then ignored. */
  is_time_known: z.boolean().nullish(),
  duration_s: z.number().min(0).max(1_000_000).nullish(),
  max_depth: z.number().min(0).max(999).nullish(),
});
export type ImportedDive = z.output<typeof ImportedDive>;

export const DiveMatch = z.object({
  /** `same`: this recording is in the logbook. `probable`: a dive of about the same time, depth and length is. */
  status: z.enum(['new', 'same', 'probable']),
  log_id: z.string().nullable(),
  dive_title: z.string().nullable(),
  dive_date: z.string().nullable(),
  time_in: z.string().nullable(),
  max_depth: z.number().nullable(),
  bottom_time: z.int().nullable(),
  /** False while an instructor reviews the dive, because what is reviewed doesn't change. */
  can_attach: z.boolean(),
});
export type DiveMatch = z.output<typeof DiveMatch>;

const FilePosition = z
  .int()
  .min(0)
  .max(importLimits.files - 1);

/** The person's choice for one dive. Dives without a choice are added. */
export const ImportChoice = z.object({
  file: FilePosition,
  dive: z
    .int()
    .min(0)
    .max(importLimits.dives - 1),
  action: z.enum(['add', 'attach', 'skip']),
  /** The dive's fingerprint in the preview. It counts before the place, in case the server reads the file differently. */
  fingerprint: Fingerprint.nullish(),
  /** The dive to attach the recording to. */
  log_id: LogId.nullish(),
  /** The start, if the file doesn't say it. */
  start: LocalStart.nullish(),
});
export type ImportChoice = z.output<typeof ImportChoice>;

/** Not an enum, because GraphQL has no names for punctuation. */
const DecimalMark = z.string().regex(/^[.,]$/) as unknown as z.ZodType<'.' | ',', string>;
const CsvColumn = z.object({ field: z.enum(csvFields).nullable(), cylinder: z.int().min(0).max(9) });
const CsvMapping = z.object({
  headerRow: z.int().min(0).max(50),
  columns: z.array(CsvColumn).min(1).max(300),
  dateOrder: z.enum(['dmy', 'mdy', 'ymd']),
  decimal: DecimalMark,
  depthUnit: z.enum(['m', 'ft']),
  pressureUnit: z.enum(['bar', 'psi']),
  temperatureUnit: z.enum(['C', 'F']),
  weightUnit: z.enum(['kg', 'lb']),
  durationUnit: z.enum(['min', 's']),
  clockUnit: z.enum(['h:min', 'min:s']),
}) satisfies z.ZodType<Mapping>;

/** How the columns of a spreadsheet are read, as the person checked it in the preview. */
export const FileMapping = z.object({ file: FilePosition, mapping: CsvMapping });
export type FileMapping = z.output<typeof FileMapping>;

/** What is stored of the person's decisions. Mappings stay, because the original file may be read again. */
export type StoredChoice = ImportChoice | FileMapping;

const FileWarning = z.object({
  field: z.string(),
  code: z.string(),
  value: z.string().nullable(),
  count: z.int(),
});

const ImportFile = z.object({
  position: z.int(),
  name: z.string(),
  bytes: z.int(),
  format: z.string().nullable(),
  /** Warnings that concern no single dive. Empty until the file was read. */
  warnings: z.array(FileWarning),
});

const PreviewDive = z.object({
  fingerprint: z.string(),
  title: z.string().nullable(),
  location: z.string().nullable(),
  start: z.string().nullable(),
  is_time_known: z.boolean(),
  is_utc: z.boolean(),
  duration_s: z.number().nullable(),
  max_depth: z.number().nullable(),
  outline: z.string().nullable(),
  computer: z.string().nullable(),
  has_recording: z.boolean(),
}) satisfies z.ZodType<Preview>;

const FilePreview = z.object({
  /** Why the file can't be read. It is then deleted. */
  error: z.enum(diveFileErrorCodes).nullable(),
  format: z.string().nullable(),
  dives: z.array(PreviewDive),
  warnings: z.array(FileWarning),
});
export type FilePreview = z.output<typeof FilePreview>;

const LossItem = z.object({
  field: z.string(),
  value: z.string(),
  outcome: z.enum(['kept', 'converted', 'left-out']),
  stored: z.string().nullish(),
  reason: z.enum(lossReasons).nullish(),
});

export const ImportEntry = z.object({
  file: z.int(),
  dive: z.int(),
  action: z.enum(importActions),
  log_id: z.string().nullable(),
  dive_title: z.string().nullable(),
  dive_date: z.string().nullable(),
  is_undone: z.boolean(),
  /** The names of values that were stored as they are. */
  kept: z.array(z.string()),
  entries: z.array(LossItem),
  warnings: z.array(FileWarning),
});
export type ImportEntry = z.output<typeof ImportEntry>;

export const DiveImport = z.object({
  id: z.string(),
  status: z.enum(importStatuses),
  problem: z.string().nullable(),
  dive_count: z.int(),
  done_count: z.int(),
  added: z.int(),
  attached: z.int(),
  present: z.int(),
  skipped: z.int(),
  failed: z.int(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
  undone_at: z.string().nullable(),
  /** Until when it can be undone; null if it can't. */
  undo_until: z.string().nullable(),
  files: z.array(ImportFile),
});
export type DiveImport = z.output<typeof DiveImport>;

/** A dive that an undo kept, and why. */
export const KeptDive = z.object({
  log_id: z.string(),
  dive_title: z.string(),
  /** `recording`: another import attached one to it. */
  reason: z.enum(['edited', 'verified', 'photos', 'recording']),
});
export type KeptDive = z.output<typeof KeptDive>;
export const UndoneImport = z.object({ removed: z.int(), detached: z.int(), kept: z.array(KeptDive) });

export const importTypes = {
  ImportedDive,
  DiveMatch,
  ImportChoice,
  CsvColumn,
  CsvMapping,
  FileMapping,
  ImportFile,
  ImportEntry,
  DiveImport,
  KeptDive,
  UndoneImport,
  LossItem,
  FileWarning,
};

const Position = z.coerce
  .number()
  .int()
  .min(0)
  .max(importLimits.files - 1);
const File = z.object({ importId: z.uuid(), position: Position });

/** Files of dive computers and logbook programs, and the recordings that were read from them. */
export const importEndpoints = defineEndpoints('logbook', {
  'POST api/Import/UploadFile/{importId}/{position}': {
    summary: 'Stores a file for an import. The import starts with the mutation startImport.',
    access: 'signedIn',
    // The file is encrypted and stored outside a transaction.
    kind: 'read',
    params: File,
    body: z.object({ name: shortText(255).min(1) }),
    upload: { field: 'file', maxBytes: importLimits.fileBytes },
    output: ImportFile,
  },
  'POST api/Import/DescribeFile/{importId}/{position}': {
    summary: 'Reads an uploaded file of a format that a browser can’t read, and returns its dives for the preview.',
    access: 'signedIn',
    // Reading takes seconds, which no transaction should last.
    kind: 'read',
    params: File,
    output: FilePreview,
  },
  'GET api/Import/GetFile/{importId}/{position}': {
    summary: 'Returns an imported file as it was uploaded.',
    access: 'signedIn',
    params: File,
    output: z.unknown(),
  },
  'GET api/Recording/GetRecording/{logId}/{recordingId}': {
    summary: 'Returns a recording with all its samples, in the packed format of this portal.',
    access: 'signedIn',
    params: z.object({ logId: LogId, recordingId: LogId }),
    output: z.unknown(),
  },
});
