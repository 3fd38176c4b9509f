import { checkDive } from './check-dive.ts';
import { detectFormat } from './detect-format.ts';
import { DiveFileError, type DiveFile, type DiveFileFormat, type FileDive, type ReadWarning } from './dive-file.ts';
import { limits } from './limits.ts';
import { readCsv } from './csv/read-csv.ts';
import { readDivelogs } from './read-divelogs.ts';
import { readDivingLog } from './read-diving-log.ts';
import { readDl7 } from './read-dl7.ts';
import { readFit } from './read-fit.ts';
import { readMacDive } from './read-macdive.ts';
import { readShearwaterCsv } from './shearwater/read-shearwater-csv.ts';
import { readShearwaterLogFile } from './shearwater/read-shearwater-log.ts';
import { readShearwaterXml } from './shearwater/read-shearwater-xml.ts';
import { readSubsurface } from './read-subsurface.ts';
import { readSuuntoJson } from './suunto/read-suunto-json.ts';
import { readSuuntoSml } from './suunto/read-suunto-sml.ts';
import { readUddf } from './uddf/read-uddf.ts';
import { readZip, UnpackBudget } from './read-zip.ts';
import { SampleBudget } from './samples.ts';
import { addWarning, limitRecordings } from './warnings.ts';

export type Reader = (bytes: Uint8Array, warnings: ReadWarning[], budget: SampleBudget) => FileDive[];
export type Readers = Partial<Record<DiveFileFormat, Reader>>;

const sharedReaders: Readers = {
  uddf: readUddf,
  subsurface: readSubsurface,
  fit: readFit,
  csv: (bytes, warnings, budget) => readCsv(bytes, warnings, undefined, budget),
  dl7: readDl7,
  macdive: readMacDive,
  divinglog: readDivingLog,
  divelogs: readDivelogs,
  'suunto-json': readSuuntoJson,
  'suunto-sml': readSuuntoSml,
  'shearwater-xml': readShearwaterXml,
  'shearwater-csv': readShearwaterCsv,
  'shearwater-log': readShearwaterLogFile,
};

interface Budgets {
  samples: SampleBudget;
  unpack: UnpackBudget;
  depth: number;
}

const maxZipDepth = 2;

/**
 * Reads the dives of a file of any supported format. The content decides the format. Throws a `DiveFileError`. The server
 * adds readers for formats that a browser can't read.
 */
export function readDiveFile(bytes: Uint8Array, serverReaders: Readers = {}): DiveFile {
  const budgets = { samples: new SampleBudget(), unpack: new UnpackBudget(), depth: 0 };
  const file = readContent(bytes, { ...sharedReaders, ...serverReaders }, budgets);
  if (file.dives.length === 0) addWarning(file.warnings, 'dives', 'no-dives');
  return file;
}

function readContent(bytes: Uint8Array, readers: Readers, budgets: Budgets): DiveFile {
  if (bytes.length === 0) throw new DiveFileError('empty', 'the file is empty');
  if (bytes.length > limits.fileBytes)
    throw new DiveFileError('too-large', `the file is larger than ${limits.fileBytes / 1024 ** 2} MB`);
  const format = detectFormat(bytes);
  const warnings: ReadWarning[] = [];
  if (format === 'zip') {
    if (budgets.depth >= maxZipDepth)
      throw new DiveFileError('malformed', 'the zip has too many zips inside each other');
    const inner = { ...budgets, depth: budgets.depth + 1 };
    const { dives, formats } = readZip(bytes, warnings, budgets.unpack, (part) => readContent(part, readers, inner));
    return { format: formats.size === 1 && formats.has('divelogs') ? 'divelogs' : 'zip', dives, warnings };
  }
  if (format === null) throw new DiveFileError('unknown-format', 'the file is not a dive log that can be read');
  const read = readers[format];
  if (read === undefined) throw new DiveFileError('server-only', 'only the server can read this file');
  const dives = read(bytes, warnings, budgets.samples);
  if (dives.length > limits.dives) throw new DiveFileError('too-large', `the file has more than ${limits.dives} dives`);
  return { format, dives: dives.map(checkLimitedDive), warnings };
}

function checkLimitedDive(dive: FileDive): FileDive {
  dive.recordings = limitRecordings(dive.recordings, dive.warnings);
  return checkDive(dive);
}
