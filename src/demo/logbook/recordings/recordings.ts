import { createHash } from 'node:crypto';
import { zstdCompressSync } from 'node:zlib';
import type { Insertable } from 'kysely';
import { createRandom } from '#demo/world/random.ts';
import type { Tables } from '#platform/server/db/table-types.ts';
import type { LogContent } from '#features/logbook/server/logs/queries.ts';
import { createCylinder, createDive } from '#features/logbook/shared/dive-files/dive-file.ts';
import { listFingerprints } from '#features/logbook/shared/recordings/fingerprint.ts';
import { encodeOutline } from '#features/logbook/shared/recordings/outline.ts';
import { packRecording, type PackedRecording } from '#features/logbook/shared/recordings/pack-recording.ts';
import { parseMinutes } from '#demo/logbook/describe-dive.ts';
import type { DemoLog } from '#demo/logbook/logbook.ts';
import { simulateRecordings, type SimulatedComputer, type SimulatedDive } from './simulate-recording.ts';
import { findPosition, getSiteKind } from './site-facts.ts';

/** What the diver wore: usually one computer with a sample every 10 seconds. */
export interface WornComputers {
  count: 0 | 1 | 2;
  intervalS: number;
  hasHeartRate: boolean;
}

type RecordingRow = Omit<Insertable<Tables['dive_recording']>, 'log_id' | 'id' | 'sealed_recording'> & {
  compressed: Buffer;
};

export interface RecordedLog {
  /** Of the first recording; null without one. */
  outline: string | null;
  rows: RecordingRow[];
}

/** The simulated recordings of a log. They follow from what the diver entered. */
export function recordLog(log: DemoLog, content: LogContent): RecordedLog {
  const recordings = simulateLog(log, content);
  const [first] = recordings;
  if (first === undefined) return { outline: null, rows: [] };
  const [fingerprint = ''] = listFingerprints([createDive({ recordings })]);
  const hash = createHash('sha256').update(fingerprint).digest();
  const rows = recordings.map((recording, position): RecordingRow => ({
    affiliate_id: log.affiliateId,
    position,
    fingerprint: hash,
    computer: recording.model,
    start_local: recording.start?.local ?? null,
    duration_s: recording.durationS,
    max_depth_m: recording.maxDepthM,
    sample_count: recording.samples.count,
    is_simulated: true,
    compressed: zstdCompressSync(packRecording(recording)),
  }));
  return { outline: encodeOutline(first.samples), rows };
}

function simulateLog(log: DemoLog, content: LogContent): PackedRecording[] {
  const dive = describeSimulation(log, content);
  if (dive === null) return [];
  const { count, intervalS, hasHeartRate } = log.computers ?? chooseComputers(log);
  const serial = `SIM-${log.affiliateId}`;
  const computers: SimulatedComputer[] = [
    { model: 'Simulated computer', serial, intervalS, hasTransmitter: true, hasHeartRate, depthFactor: 1 },
    {
      model: 'Simulated backup computer',
      serial: `${serial}-B`,
      intervalS: 10,
      hasTransmitter: false,
      hasHeartRate: false,
      depthFactor: 1.012,
    },
  ];
  return count === 0 ? [] : simulateRecordings(dive, computers.slice(0, count));
}

/** Now and then someone forgets the computer, but not on a training dive. */
function chooseComputers({ affiliateId, name, changes }: DemoLog): WornComputers {
  const isForgotten = changes.skills === undefined && createRandom(`forgotten ${affiliateId} ${name}`).chance(4);
  return { count: isForgotten ? 0 : 1, intervalS: affiliateId % 3 === 0 ? 20 : 10, hasHeartRate: false };
}

/** All intervals divide it. */
const durationStepS = 20;

/** Null if the log lacks what a simulation needs, such as a draft. */
function describeSimulation(log: DemoLog, content: LogContent): SimulatedDive | null {
  const { dive_date: date, time_in: timeIn, time_out: timeOut, max_depth: maxDepthM, conditions, equipment } = content;
  const { starting_pressure: startBar, ending_pressure: endBar } = equipment;
  const { surface_water_temp: surfaceTempC, bottom_water_temp: bottomTempC } = conditions;
  if (log.status === 'Draft' || !date || !timeIn || !timeOut || !maxDepthM) return null;
  if (typeof startBar !== 'number' || typeof endBar !== 'number') return null;
  if (typeof surfaceTempC !== 'number' || typeof bottomTempC !== 'number') return null;
  const seed = `${log.affiliateId} ${log.name}`;
  const random = createRandom(`computer ${seed}`);
  const isStudent = content.log_course === 'open_water';
  return {
    seed,
    kind: getSiteKind({
      location: content.dive_location,
      title: content.dive_title,
      bodyOfWater: conditions.body_of_water ?? undefined,
      entry: content.dive_type,
      isTraining: isStudent,
    }),
    isStudent,
    maxDepthM,
    // The computer knows the time in the water, whatever was entered as bottom time.
    durationS: (parseMinutes(timeOut) - parseMinutes(timeIn)) * 60 + random.int(-1, 1) * durationStepS,
    startLocal: `${date}T${timeIn}:${String(random.int(0, 59)).padStart(2, '0')}`,
    surfaceTempC,
    bottomTempC,
    cylinder: {
      ...createCylinder({
        gas: { o2: equipment.oxygen ?? 21, he: equipment.helium ?? 0 },
        volumeL: equipment.cylinder_size ?? null,
      }),
      startBar,
      endBar,
    },
    entry: findPosition(content.dive_location),
  };
}
