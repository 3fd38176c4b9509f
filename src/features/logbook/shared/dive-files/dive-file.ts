/** What every reader returns, whatever the format. Values are metric; a value that the file lacks is null. */

export const diveFileFormats = [
  'uddf',
  'subsurface',
  'fit',
  'csv',
  'zip',
  'dl7',
  'macdive',
  'divinglog',
  'divelogs',
  'suunto-sml',
  'suunto-json',
  'shearwater-xml',
  'shearwater-csv',
  'shearwater-log',
  'shearwater-db',
] as const;
export type DiveFileFormat = (typeof diveFileFormats)[number];

export interface DiveFile {
  format: DiveFileFormat;
  dives: FileDive[];
  /** Warnings that concern no single dive. */
  warnings: ReadWarning[];
}

export interface FileDive {
  /** The name of the file inside a zip. */
  file: string | null;
  number: number | null;
  start: DiveStart | null;
  durationS: number | null;
  maxDepthM: number | null;
  avgDepthM: number | null;
  waterTempC: number | null;
  airTempC: number | null;
  visibilityM: number | null;
  weightKg: number | null;
  site: DiveSite | null;
  buddies: string[];
  divemaster: string | null;
  suit: string | null;
  notes: string | null;
  tags: string[];
  cylinders: Cylinder[];
  /** One for each dive computer; empty if the dive was typed in. */
  recordings: Recording[];
  warnings: ReadWarning[];
}

/** The time a diver saw on a watch at the dive site. */
export interface DiveStart {
  /** `2024-05-01T10:00:00` */
  local: string;
  utcOffsetMin: number | null;
  /** False if the file has only a date. The time is then midnight. */
  isTimeKnown: boolean;
}

export interface Position {
  latitude: number;
  longitude: number;
}

export interface DiveSite {
  name: string | null;
  location: string | null;
  country: string | null;
  position: Position | null;
}

/** Percentages. */
export interface Gas {
  o2: number;
  he: number;
}

export interface Cylinder {
  gas: Gas | null;
  volumeL: number | null;
  workingPressureBar: number | null;
  startBar: number | null;
  endBar: number | null;
  description: string | null;
}

export interface Recording {
  vendor: string | null;
  model: string | null;
  serial: string | null;
  firmware: string | null;
  /** The computer's own id of the dive. Several dives may share one. */
  diveId: string | null;
  start: DiveStart | null;
  durationS: number | null;
  maxDepthM: number | null;
  samples: Samples;
  events: RecordingEvent[];
  entry: Position | null;
  exit: Position | null;
  settings: RecordingSettings;
}

export const sampleColumns = [
  'depthM',
  'temperatureC',
  'ppo2Bar',
  'setpointBar',
  'ceilingM',
  'ndlS',
  'ttsS',
  'cnsPercent',
  'heartRate',
  'headingDeg',
] as const;
export type SampleColumn = (typeof sampleColumns)[number];

/** Columns of equal length; NaN is a missing value. A dive of 10,000 samples stays small and can be sent to a worker. */
export interface Samples {
  count: number;
  timeS: Float64Array;
  columns: Partial<Record<SampleColumn, Float64Array>>;
  /** Tank pressure by index of the dive's cylinders. */
  pressureBar: Record<number, Float64Array>;
}

export interface RecordingEvent {
  timeS: number;
  kind: 'gas-change' | 'ascent' | 'stop' | 'alarm' | 'bookmark' | 'other';
  /** The name in the file. */
  name: string;
  cylinder: number | null;
  gas: Gas | null;
}

export interface RecordingSettings {
  algorithm: string | null;
  gfLow: number | null;
  gfHigh: number | null;
  /** Grams per litre. */
  salinity: number | null;
  surfacePressureBar: number | null;
  mode: string | null;
}

export type ReadWarningCode =
  | 'impossible-value'
  | 'invalid-date'
  | 'time-missing'
  | 'utc-only'
  | 'local-time-assumed'
  | 'offset-mismatch'
  | 'samples-unsorted'
  | 'unit-assumed'
  | 'wrong-encoding'
  | 'control-characters'
  | 'not-a-dive'
  | 'no-dives'
  | 'unreadable-file'
  | 'checksum'
  | 'column-ignored'
  | 'date-order-assumed'
  | 'missing-value'
  | 'not-decoded';

export interface ReadWarning {
  field: string;
  code: ReadWarningCode;
  /** The value that was refused, or a detail such as the name of an inner file. */
  value: string | null;
  count: number;
}

/** `server-only` means that a browser can't read the file and has to ask the server. */
export const diveFileErrorCodes = [
  'empty',
  'too-large',
  'unknown-format',
  'malformed',
  'document-type',
  'server-only',
] as const;
export type DiveFileErrorCode = (typeof diveFileErrorCodes)[number];

/** The whole file is refused. The message is for logs and the command line; screens translate the code. */
export class DiveFileError extends Error {
  readonly code: DiveFileErrorCode;

  constructor(code: DiveFileErrorCode, message: string) {
    super(message);
    this.name = 'DiveFileError';
    this.code = code;
  }
}

/** A limit that the files of a zip share was exceeded, so leaving one of them out doesn't help. */
export class SharedLimitError extends DiveFileError {
  constructor(message: string) {
    super('too-large', message);
  }
}

export const emptySettings: RecordingSettings = {
  algorithm: null,
  gfLow: null,
  gfHigh: null,
  salinity: null,
  surfacePressureBar: null,
  mode: null,
};

export function createDive(values: Partial<FileDive> = {}): FileDive {
  return {
    file: null,
    number: null,
    start: null,
    durationS: null,
    maxDepthM: null,
    avgDepthM: null,
    waterTempC: null,
    airTempC: null,
    visibilityM: null,
    weightKg: null,
    site: null,
    buddies: [],
    divemaster: null,
    suit: null,
    notes: null,
    tags: [],
    cylinders: [],
    recordings: [],
    warnings: [],
    ...values,
  };
}

export function createCylinder(values: Partial<Cylinder>): Cylinder {
  return {
    gas: null,
    volumeL: null,
    workingPressureBar: null,
    startBar: null,
    endBar: null,
    description: null,
    ...values,
  };
}

export function createRecording(values: Partial<Recording> & Pick<Recording, 'samples'>): Recording {
  return {
    vendor: null,
    model: null,
    serial: null,
    firmware: null,
    diveId: null,
    start: null,
    durationS: null,
    maxDepthM: null,
    events: [],
    entry: null,
    exit: null,
    settings: emptySettings,
    ...values,
  };
}
