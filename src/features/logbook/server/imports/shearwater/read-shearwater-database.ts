import { DiveFileError, type FileDive, type ReadWarning } from '#features/logbook/shared/dive-files/dive-file.ts';
import { limits } from '#features/logbook/shared/dive-files/limits.ts';
import {
  createShearwaterDive,
  isImperial,
} from '#features/logbook/shared/dive-files/shearwater/read-shearwater-xml.ts';
import { readUddf } from '#features/logbook/shared/dive-files/uddf/read-uddf.ts';
import type { SampleBudget } from '#features/logbook/shared/dive-files/samples.ts';
import { readShearwaterLog } from '#features/logbook/shared/dive-files/shearwater/shearwater-log.ts';
import {
  addShearwaterRecord,
  scaleRecords,
  ShearwaterSamples,
  type ShearwaterField,
} from '#features/logbook/shared/dive-files/shearwater/shearwater-profile.ts';
import { addWarning } from '#features/logbook/shared/dive-files/warnings.ts';
import { createLogDive, detailColumns, withDetails } from './shearwater-details.ts';
import { getBytes, getText, parseJson, toField, toJsonField, toList, toObject, unpack } from './shearwater-values.ts';
import { UntrustedDatabase, type Row } from './untrusted-database.ts';

/** Each dive takes about 30 KB. */
const maxBytes = 40 * 1024 ** 2;
const logColumns =
  'log_id file_name format calculated_values_from_samples data_bytes_1 data_bytes_2 data_bytes_3'.split(' ');
const headerColumns =
  'diveId number gfMin gfMax imperialUnits startDate endDate startTimestamp computerFirmware maxDepth maxTime computerSerial decoModel startSurfacePressure'.split(
    ' ',
  );
const recordColumns =
  'diveLogId currentTime currentDepth firstStopDepth ttsMins averagePPO2 fractionO2 fractionHe currentNdl currentCircuitSetting waterTemp currentPPO2SetPoint CNSPercent decoCeiling aiSensor0_PressurePSI aiSensor1_PressurePSI aiSensor2_PressurePSI aiSensor3_PressurePSI'.split(
    ' ',
  );

/**
 * The database of Shearwater Cloud. What the diver typed is in `dive_details`; the computer's log is packed in `log_data`.
 * Shearwater Desktop and early versions have `dive_info`, `dive_logs` and `dive_log_records` with a row for each sample.
 */
export function readShearwaterDatabase(bytes: Uint8Array, warnings: ReadWarning[], budget: SampleBudget): FileDive[] {
  if (bytes.length > maxBytes) throw new DiveFileError('too-large', 'the database is larger than 40 MB');
  const database = new UntrustedDatabase(bytes);
  try {
    if (!['dive_details', 'dive_logs'].some((table) => database.has(table)))
      throw new DiveFileError('unknown-format', 'the database is not from Shearwater');
    return readDives(database, warnings, budget);
  } finally {
    database.close();
  }
}

function readDives(database: UntrustedDatabase, warnings: ReadWarning[], budget: SampleBudget): FileDive[] {
  const details = new Map<string, Row>();
  for (const table of ['dive_details', 'dive_info'])
    for (const row of database.list(table, detailColumns, limits.dives)) details.set(getText(row, 'diveid') ?? '', row);
  const dives: FileDive[] = [];
  const found = new Set<string>();
  const add = (id: string, dive: FileDive, log?: Row) => {
    found.add(id);
    dives.push(withDetails(dive, details.get(id), { log, warnings }));
  };
  for (const log of database.list('log_data', logColumns, limits.dives)) {
    const id = getText(log, 'log_id') ?? '';
    add(id, readLog(log, details.get(id), warnings, budget), log);
  }
  for (const [id, dive] of readOlderDives(database, budget)) if (!found.has(id)) add(id, dive);
  for (const [id, row] of details) if (!found.has(id)) add(id, createLogDive(null, row, undefined));
  return dives;
}

/** A log that can't be read leaves the dive with what the diver typed. */
function readLog(log: Row, details: Row | undefined, warnings: ReadWarning[], budget: SampleBudget): FileDive {
  const packed = getBytes(log, 'data_bytes_1');
  try {
    if (packed === null) return createLogDive(null, details, log);
    const bytes = unpack(packed);
    const format = getText(log, 'format');
    if (format === 'uddf') return readUddf(bytes, warnings, budget)[0] ?? createLogDive(null, details, log);
    if (format === 'sw-clouddb') return readDecodedLog(bytes, log, budget);
    return createLogDive(readShearwaterLog(bytes, warnings, budget), details, log);
  } catch (error) {
    if (!(error instanceof DiveFileError) || error.code === 'too-large') throw error;
    const dive = createLogDive(null, details, log);
    addWarning(dive.warnings, 'samples', 'not-decoded', error.message);
    return dive;
  }
}

/** Shearwater's own decoded copy as JSON, with the fields of the older tables. */
function readDecodedLog(bytes: Uint8Array, log: Row, budget: SampleBudget): FileDive {
  const decode = (content: Uint8Array) => parseJson(new TextDecoder().decode(content));
  const field = toJsonField(toObject(decode(bytes)));
  const rows = getBytes(log, 'data_bytes_2');
  const samples = new ShearwaterSamples(budget);
  for (const record of rows === null ? [] : toList(decode(unpack(rows))))
    addShearwaterRecord(samples, toJsonField(record), isImperial(field));
  const warnings: ReadWarning[] = [];
  return createShearwaterDive(field, scaleRecords(samples.finish(), warnings), warnings);
}

function readOlderDives(database: UntrustedDatabase, budget: SampleBudget): [string, FileDive][] {
  const logs = new Map<string, { header: Row; samples: ShearwaterSamples }>();
  for (const header of database.list('dive_logs', headerColumns, limits.dives))
    logs.set(getText(header, 'diveid') ?? '', { header, samples: new ShearwaterSamples(budget) });
  for (const record of database.list('dive_log_records', recordColumns, limits.samples)) {
    const log = logs.get(getText(record, 'divelogid') ?? '');
    if (log !== undefined) addShearwaterRecord(log.samples, toField(record), isImperial(toField(log.header)));
  }
  return [...logs].map(([id, { header, samples }]) => {
    const warnings: ReadWarning[] = [];
    const field: ShearwaterField = (name) =>
      toField(header)(name) ?? (name === 'startdate' ? getText(header, 'starttimestamp') : null);
    return [id, createShearwaterDive(field, scaleRecords(samples.finish(), warnings), warnings)];
  });
}
