import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';

interface LogOptions {
  start?: number;
  model?: number;
  isImperial?: boolean;
  /** Depth in tenths of a meter or foot, oxygen, helium and pressure of the first tank in units of 2 psi. */
  samples?: { depth: number; o2?: number; he?: number; tank?: number; status?: number; stop?: number }[];
}

const record = (tag: number, values: Record<number, number>) => {
  const bytes = Buffer.alloc(32);
  bytes[0] = tag;
  for (const [offset, value] of Object.entries(values)) bytes[Number(offset)] = value;
  return bytes;
};

/** A log in Petrel Native Format: opening records, a sample every ten seconds, closing records and the final one. */
export function encodeLog({
  start = 1_758_354_155,
  model = 11,
  isImperial = false,
  samples = [{ depth: 15 }, { depth: 184 }],
}: LogOptions = {}): Buffer {
  const opening = [
    record(0x10, { 4: 40, 5: 85, 8: isImperial ? 1 : 0, 20: 32, 21: 50 }),
    record(0x11, {}),
    record(0x12, { 18: 0 }),
    record(0x13, {}),
    record(0x14, { 1: 1, 16: 14, 28: 1 }),
    record(0x15, {}),
  ];
  opening[0]?.writeUInt32BE(start, 12);
  opening[1]?.writeUInt16BE(1013, 16);
  opening[3]?.writeUInt16BE(1025, 3);
  opening[5]?.writeUInt16BE(10_000, 23);
  opening[5]?.writeInt32BE(120, 26);
  const dive = samples.map(({ depth, o2 = 32, he = 0, tank = 0, status = 0x10, stop = 0 }) => {
    const bytes = record(0x01, { 7: 130, 8: o2, 9: he, 10: 45, 12: status, 14: 21, 19: 120, 23: 7 });
    bytes.writeUInt16BE(depth, 1);
    bytes.writeUInt16BE(stop, 3);
    bytes.writeUInt16BE(5, 5);
    bytes.writeUInt16BE(tank === 0 ? 0xff_ff : tank, 28);
    bytes.writeUInt16BE(0xff_ff, 20);
    return bytes;
  });
  const closing = record(0x20, {});
  closing.writeUInt32BE(samples.length * 10, 5);
  closing.writeUInt16BE(Math.max(...samples.map(({ depth }) => depth)), 4);
  const final = record(0xff, { 10: 0x23, 13: model });
  final.writeUInt32BE(0xb1_9f_de_c3, 2);
  return Buffer.concat([...opening, ...dive, closing, final]);
}

/** As `log_data` stores it: the size, then the packed log. */
export function packLog(log: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(log.length);
  return Buffer.concat([size, gzipSync(log)]);
}

export const cloudTables = `
  create table dive_details (DiveId varchar primary key not null, DiveDate datetime, Depth varchar, SerialNumber varchar,
    AverageDepth float, DiveLengthTime varchar, Location varchar, Site varchar, Buddy varchar, DiveNumber varchar, Weather varchar,
    Visibility varchar, AirTemperature varchar, GnssEntryLocation varchar, TankProfileData varchar, Tank1PressureStart varchar,
    Tank1PressureEnd varchar, TankSize varchar, Weight varchar, Dress varchar, Notes varchar, GearNotes varchar);
  create table log_data (log_id varchar primary key not null, file_name varchar, format varchar,
    calculated_values_from_samples varchar, data_bytes_1 blob, data_bytes_2 blob, data_bytes_3 blob);`;

export const olderTables = `
  create table dive_info (diveId integer primary key, timestamp integer, location varchar, site varchar, buddy varchar, notes varchar);
  create table dive_logs (diveId varchar primary key not null, number integer, gfMin integer, gfMax integer, imperialUnits integer,
    startDate varchar, maxDepth integer, maxTime integer, computerSerial integer, startSurfacePressure integer);
  create table dive_log_records (id integer primary key autoincrement not null, diveLogId varchar, currentTime integer,
    currentDepth float, waterTemp integer, fractionO2 float, fractionHe float, currentNdl integer, currentCircuitSetting integer,
    averagePPO2 float, decoCeiling integer, aiSensor0_PressurePSI integer);`;

type Value = string | number | Uint8Array;

/** A database with tables and rows, as bytes. */
export function encodeDatabase(
  schema: string,
  rows: readonly (readonly [string, Record<string, Value>])[] = [],
): Uint8Array {
  const database = new DatabaseSync(':memory:');
  try {
    database.exec(schema);
    for (const [table, row] of rows) {
      const columns = Object.keys(row);
      database
        .prepare(`insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`)
        .run(...Object.values(row));
    }
    return Uint8Array.from(database.serialize());
  } finally {
    database.close();
  }
}
