import { zstdDecompressSync } from 'node:zlib';
import type { PersonalDataRules } from '#platform/server/privacy/personal-data.ts';
import { unpackRecording } from '#features/logbook/shared/recordings/pack-recording.ts';
import { countDiveNumber } from './logs/log-json.ts';

export const logbookPersonalData: PersonalDataRules = {
  computedColumns: { dive_log: { dive_number: countDiveNumber('dive_log') } },
  decoders: { 'dive_recording.sealed_recording': (bytes) => toPlainJson(zstdDecompressSync(bytes)) },
};

/** Samples as lists of numbers, with null for a missing value. */
function toPlainJson(packed: Buffer): unknown {
  return JSON.parse(
    JSON.stringify(unpackRecording(packed), (_key, value: unknown) =>
      value instanceof Float64Array ? Array.from(value, (number) => (Number.isNaN(number) ? null : number)) : value,
    ),
  );
}
