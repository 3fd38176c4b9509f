import type { Condition, Equipment } from '#features/logbook/shared/contract.ts';
import type { LogStatus } from '#features/logbook/shared/enums.ts';
import { decryptRecording } from '#features/logbook/server/recordings/recording-files.ts';
import { compareRecording } from '#features/logbook/shared/recordings/compare-recording.ts';
import { measureDepth, measureGasUse } from '#features/logbook/shared/recordings/figures.ts';
import { encodeOutline } from '#features/logbook/shared/recordings/outline.ts';
import { type PackedRecording, unpackRecording } from '#features/logbook/shared/recordings/pack-recording.ts';
import type { Services } from '#platform/server/http/context.ts';
import type { Law } from './laws.ts';

interface RecordingRow {
  name: string;
  status: LogStatus;
  date: string;
  timeIn: string;
  minutesInWater: number;
  bottomTime: number;
  maxDepthM: number;
  outline: string;
  conditions: Condition;
  equipment: Equipment;
  position: number;
  computer: string;
  start: string;
  durationS: number;
  recordedDepthM: number;
  sampleCount: number;
  isSimulated: boolean;
  affiliate_id: number;
  recordingId: string;
  sealed_recording: Buffer;
}

async function listRecordings({ database }: Services): Promise<RecordingRow[]> {
  const { rows } = await database.pool.query<RecordingRow>(
    `select l.affiliate_id || ' ' || l.dive_title || ' on ' || l.dive_date as name, l.status, l.dive_date::text as date,
       to_char(l.time_in, 'HH24:MI') as "timeIn", extract(epoch from l.time_out - l.time_in)::int / 60 as "minutesInWater",
       l.bottom_time_min as "bottomTime", l.max_depth_m::float8 as "maxDepthM", l.outline, l.conditions, l.equipment,
       r.position, r.computer, to_char(r.start_local, 'YYYY-MM-DD HH24:MI') as start, r.duration_s as "durationS",
       r.max_depth_m::float8 as "recordedDepthM", r.sample_count as "sampleCount", r.is_simulated as "isSimulated",
       r.affiliate_id, r.id::text as "recordingId", r.sealed_recording
     from dive_recording r join dive_log l on l.affiliate_id = r.affiliate_id and l.id = r.log_id`,
  );
  return rows;
}

/** Depth, time, temperature, gas and outline are those of the dive, and no one ascends dangerously fast. */
export const recordingsAgreeWithTheirDives: Law = async (services) => {
  const rows = await listRecordings(services);
  return rows.flatMap((row) => {
    const recording = unpackRecording(decryptRecording(services.env, row));
    const problems = [
      ...findHeaderProblems(row, recording),
      ...findSampleProblems(row, recording),
      ...findGasProblems(row, recording),
    ];
    return problems.map((problem) => `${row.name}, ${row.computer}: ${problem}`);
  });
};

function findHeaderProblems(row: RecordingRow, recording: PackedRecording): string[] {
  const { samples, durationS, maxDepthM, vendor, model, serial } = recording;
  // A returned dive has a bottom time that its diver has to correct.
  const minutes = row.status === 'Returned' ? row.minutesInWater : row.bottomTime;
  const { isDepthClose, isTimeClose } = compareRecording(
    { depthM: row.maxDepthM, minutes },
    { depthM: maxDepthM, minutes: (durationS ?? 0) / 60 },
  );
  const deepest = samples.columns.depthM?.reduce((depth, next) => Math.max(depth, next), 0);
  return [
    ...(isDepthClose === true ? [] : [`${maxDepthM} m instead of ${row.maxDepthM} m`]),
    ...(isTimeClose === true ? [] : [`${durationS} s instead of ${minutes} min`]),
    ...(row.position > 0 || Math.abs((maxDepthM ?? 0) - row.maxDepthM) < 0.06 ? [] : ['another maximum depth']),
    ...(deepest === maxDepthM && row.recordedDepthM === maxDepthM ? [] : ['a maximum that no sample has']),
    ...(samples.timeS.at(-1) === durationS && row.durationS === durationS ? [] : ['samples of another duration']),
    ...(samples.count === row.sampleCount ? [] : ['another number of samples']),
    ...(row.start === `${row.date} ${row.timeIn}` ? [] : [`starts ${row.start}`]),
    ...(row.position > 0 || encodeOutline(samples) === row.outline ? [] : ['another outline']),
    ...(row.isSimulated && vendor === null && model?.startsWith('Simulated') && serial?.startsWith('SIM-')
      ? []
      : ['not marked as simulated']),
  ];
}

function findSampleProblems({ conditions }: RecordingRow, { samples, events }: PackedRecording): string[] {
  const depths = [...(samples.columns.depthM ?? [])];
  const temperatures = [...(samples.columns.temperatureC ?? [])];
  const ascent = measureDepth(samples)?.maxAscentMPerMin ?? Infinity;
  const hasStop = events.some(({ kind }) => kind === 'stop');
  const isWarned = events.some(({ kind }) => kind === 'ascent');
  const coldest = Math.min(...temperatures);
  const warmest = Math.max(...temperatures);
  const { bottom_water_temp: bottom = 0, surface_water_temp: surface = 0 } = conditions;
  return [
    ...(depths[0] === 0 && depths.at(-1) === 0 ? [] : ['does not start and end at the surface']),
    ...(depths.slice(1, -1).every((depth) => depth > 0) ? [] : ['surfaces during the dive']),
    ...(ascent <= 18 ? [] : [`ascends with ${ascent} m/min`]),
    ...(ascent <= 10.5 || isWarned ? [] : [`no warning at ${ascent} m/min`]),
    ...(Math.max(...depths) < 10 || hasStop ? [] : ['no safety stop']),
    ...(Math.abs(coldest - (bottom ?? 0)) <= 0.5 ? [] : [`${coldest} °C instead of ${bottom} °C`]),
    ...(Math.abs(warmest - (surface ?? 0)) <= 2 ? [] : [`${warmest} °C instead of ${surface} °C`]),
  ];
}

function findGasProblems(
  { equipment, position }: RecordingRow,
  { samples, cylinders, events }: PackedRecording,
): string[] {
  if (cylinders[0]?.gas?.o2 !== (equipment.oxygen ?? 21)) return ['another gas'];
  // Only the first computer has a transmitter.
  if (position > 0) return Object.keys(samples.pressureBar).length === 0 ? [] : ['two transmitters'];
  const [use] = measureGasUse(samples, cylinders, events);
  if (use === undefined) return ['no gas used'];
  const { starting_pressure: start, ending_pressure: end } = equipment;
  const bars = [...(samples.pressureBar[0] ?? [])];
  const rmv = use.rmvLPerMin ?? 0;
  return [
    ...(Math.abs(use.startBar - (start ?? 0)) <= 0.5 ? [] : [`${use.startBar} bar instead of ${start} bar`]),
    ...(Math.abs(use.endBar - (end ?? 0)) <= 0.5 ? [] : [`${use.endBar} bar instead of ${end} bar`]),
    ...(bars.every((bar, index) => bar <= (bars[index - 1] ?? bar)) ? [] : ['pressure rises']),
    ...(rmv >= 10 && rmv <= 25 ? [] : [`${rmv} l/min`]),
  ];
}

/** Drafts have no recording, training dives have one, and only a few divers forgot their computer. */
export const divesAreRecorded: Law = async ({ database }) => {
  const { rows } = await database.pool.query<{ problem: string }>(
    `with dive as (
       select l.*, l.affiliate_id || ' ' || l.dive_title || ' on ' || l.dive_date as name, exists (select from dive_recording r
         where r.affiliate_id = l.affiliate_id and r.log_id = l.id) as recorded from dive_log l)
     select name || ': draft with a recording' as problem from dive where status = 'Draft' and recorded
     union all select name || ': outline without a recording, or the reverse' from dive where recorded <> (outline is not null)
     union all select name || ': training dive without a recording' from dive
       where log_type = 'Training' and status <> 'Draft' and not recorded
     union all select count(*) || ' dives without a recording' from dive where status = 'Logged' and not recorded
       having count(*) > (select count(*) from dive) * 0.06`,
  );
  return rows.map(({ problem }) => problem);
};
