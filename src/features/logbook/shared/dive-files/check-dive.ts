import type {
  Cylinder,
  FileDive,
  Gas,
  Position,
  ReadWarning,
  Recording,
  RecordingEvent,
  SampleColumn,
  Samples,
} from './dive-file.ts';
import { limits } from './limits.ts';
import { addWarning } from './warnings.ts';

type Range = readonly [min: number, max: number];

const maxDepthM = 350;
const maxDurationS = 48 * 3600;
const depthRange: Range = [0, maxDepthM];
const pressureRange: Range = [0, 450];
const gradientRange: Range = [0, 150];
const maxEventName = 200;
const maxDescription = 200;
/** The pressure of a cylinder that isn't breathed from rises with its temperature, by 5 % in 15 °C. */
const maxWarming = 1.05;

/** Water and the computer's own temperature; a computer in the sun gets hot. */
const diveRanges = {
  number: [0, 1_000_000],
  durationS: [0, maxDurationS],
  maxDepthM: depthRange,
  avgDepthM: depthRange,
  waterTempC: [-5, 50],
  airTempC: [-60, 60],
  visibilityM: [0, 200],
  weightKg: [0, 100],
} as const satisfies Partial<Record<keyof FileDive, Range>>;

const columnRanges: Record<SampleColumn, Range> = {
  depthM: depthRange,
  temperatureC: [-40, 70],
  ppo2Bar: [0, 10],
  setpointBar: [0, 3],
  ceilingM: depthRange,
  ndlS: [0, 1_000_000],
  ttsS: [0, 1_000_000],
  cnsPercent: [0, 10_000],
  heartRate: [0, 300],
  headingDeg: [-360, 360],
};

/** Names of the fields in warnings, the same as in the output of `read-dives`. */
const fieldNames: Record<keyof typeof diveRanges | SampleColumn, string> = {
  number: 'number',
  durationS: 'duration_s',
  maxDepthM: 'max_depth_m',
  avgDepthM: 'avg_depth_m',
  waterTempC: 'water_temp_c',
  airTempC: 'air_temp_c',
  visibilityM: 'visibility_m',
  weightKg: 'weight_kg',
  depthM: 'samples.depth_m',
  temperatureC: 'samples.temperature_c',
  ppo2Bar: 'samples.ppo2_bar',
  setpointBar: 'samples.setpoint_bar',
  ceilingM: 'samples.ceiling_m',
  ndlS: 'samples.ndl_s',
  ttsS: 'samples.tts_s',
  cnsPercent: 'samples.cns_percent',
  heartRate: 'samples.heart_rate',
  headingDeg: 'samples.heading_deg',
};

/** Removes impossible values from a dive, with a warning for each, and fills what follows from its samples. */
export function checkDive(dive: FileDive): FileDive {
  const { warnings } = dive;
  for (const field of Object.keys(diveRanges) as (keyof typeof diveRanges)[])
    dive[field] = checkValue(dive[field], diveRanges[field], fieldNames[field], warnings);
  if (dive.number !== null && !Number.isInteger(dive.number)) dive.number = null;
  checkTexts(dive);
  if (dive.site !== null) dive.site.position = checkPosition(dive.site.position, warnings);
  for (const recording of dive.recordings) checkRecording(recording, warnings);
  dive.cylinders = dive.cylinders.map((cylinder, index) => {
    const checked = checkCylinder(cylinder, warnings);
    return checkPressureDrop(fillPressures(checked, dive.recordings[0], index), warnings);
  });
  fillFromRecording(dive);
  const isExplained = warnings.some(({ field, code }) => field === 'datetime' && code === 'invalid-date');
  if (dive.start === null && !isExplained) addWarning(warnings, 'datetime', 'missing-value');
  return dive;
}

/** Cuts texts that no person wrote, so that a name that many dives refer to doesn't fill the memory. */
function checkTexts(dive: FileDive): void {
  const { warnings, site } = dive;
  const cut = (field: string, text: string | null) => cutText(text, limits.nameLength, field, warnings);
  const cutAll = (field: string, texts: string[]) => {
    if (texts.length > limits.names) addWarning(warnings, field, 'column-ignored', texts[limits.names] ?? null);
    return texts.slice(0, limits.names).map((text) => cut(field, text) ?? '');
  };
  dive.notes = cutText(dive.notes, limits.textLength, 'notes', warnings);
  dive.divemaster = cut('divemaster', dive.divemaster);
  dive.suit = cut('suit', dive.suit);
  dive.buddies = cutAll('buddies', dive.buddies);
  dive.tags = cutAll('tags', dive.tags);
  if (site !== null)
    dive.site = {
      ...site,
      name: cut('site', site.name),
      location: cut('location', site.location),
      country: cut('country', site.country),
    };
  for (const recording of dive.recordings)
    for (const name of ['vendor', 'model', 'serial', 'firmware', 'diveId'] as const)
      recording[name] = cut('computer', recording[name]);
}

function cutText<Text extends string | null>(text: Text, length: number, field: string, warnings: ReadWarning[]): Text {
  if (text === null || text.length <= length) return text;
  addWarning(warnings, field, 'column-ignored', text.slice(length));
  return text.slice(0, length) as Text;
}

function checkValue(value: number | null, [min, max]: Range, field: string, warnings: ReadWarning[]): number | null {
  if (value === null) return null;
  if (value >= min && value <= max) return Math.round(value * 1000) / 1000;
  addWarning(warnings, field, 'impossible-value', value);
  return null;
}

function checkGas(gas: Gas | null, warnings: ReadWarning[]): Gas | null {
  if (gas === null) return null;
  if (gas.o2 > 0 && gas.he >= 0 && gas.o2 + gas.he <= 100.5) return gas;
  addWarning(warnings, 'gases', 'impossible-value', `${gas.o2}/${gas.he}`);
  return null;
}

function checkCylinder(cylinder: Cylinder, warnings: ReadWarning[]): Cylinder {
  return {
    gas: checkGas(cylinder.gas, warnings),
    volumeL: checkValue(cylinder.volumeL, [0, 200], 'cylinders.volume_l', warnings),
    workingPressureBar: checkValue(cylinder.workingPressureBar, pressureRange, 'cylinders.working_bar', warnings),
    startBar: checkValue(cylinder.startBar, pressureRange, 'cylinders.start_bar', warnings),
    endBar: checkValue(cylinder.endBar, pressureRange, 'cylinders.end_bar', warnings),
    description: cutText(cylinder.description, maxDescription, 'cylinders.description', warnings),
  };
}

/** Programs write 0 for an unknown start pressure. */
function checkPressureDrop(cylinder: Cylinder, warnings: ReadWarning[]): Cylinder {
  const { startBar, endBar } = cylinder;
  if (startBar === null || endBar === null || endBar <= startBar * maxWarming) return cylinder;
  if (startBar === 0) return { ...cylinder, startBar: null };
  addWarning(warnings, 'cylinders.end_bar', 'impossible-value', endBar);
  return { ...cylinder, endBar: null };
}

/** Files without a position often have 0, 0, a point in the Atlantic. */
function checkPosition(position: Position | null, warnings: ReadWarning[]): Position | null {
  if (position === null || (position.latitude === 0 && position.longitude === 0)) return null;
  if (Math.abs(position.latitude) <= 90 && Math.abs(position.longitude) <= 180) return position;
  addWarning(warnings, 'gps', 'impossible-value', `${position.latitude}, ${position.longitude}`);
  return null;
}

function checkRecording(recording: Recording, warnings: ReadWarning[]): void {
  recording.durationS = checkValue(recording.durationS, [0, maxDurationS], 'recordings.duration_s', warnings);
  recording.maxDepthM = checkValue(recording.maxDepthM, depthRange, 'recordings.max_depth_m', warnings);
  const { gfLow, gfHigh, salinity, surfacePressureBar } = recording.settings;
  recording.settings = {
    ...recording.settings,
    gfLow: checkValue(gfLow, gradientRange, 'recordings.settings.gf_low', warnings),
    gfHigh: checkValue(gfHigh, gradientRange, 'recordings.settings.gf_high', warnings),
    salinity: checkValue(salinity, [0, 2000], 'recordings.settings.salinity_g_l', warnings),
    surfacePressureBar: checkValue(surfacePressureBar, [0, 2], 'recordings.settings.surface_pressure_bar', warnings),
  };
  recording.entry = checkPosition(recording.entry, warnings);
  recording.exit = checkPosition(recording.exit, warnings);
  recording.samples = sortSamples(dropUntimed(recording.samples, warnings), warnings);
  const { columns, pressureBar } = recording.samples;
  for (const [name, column] of Object.entries(columns) as [SampleColumn, Float64Array][])
    checkColumn(column, columnRanges[name], fieldNames[name], warnings);
  for (const column of Object.values(pressureBar)) checkColumn(column, pressureRange, 'samples.pressure_bar', warnings);
  recording.events = checkEvents(recording.events, warnings);
}

function checkEvents(events: readonly RecordingEvent[], warnings: ReadWarning[]): RecordingEvent[] {
  const timed = events.filter(({ timeS }) => {
    const isPossible = timeS >= 0 && timeS <= maxDurationS;
    if (!isPossible) addWarning(warnings, 'recordings.events', 'impossible-value', timeS);
    return isPossible;
  });
  return limitEvents(timed, warnings)
    .map((event) => ({
      ...event,
      name: cutText(event.name, maxEventName, 'recordings.events.name', warnings),
      gas: checkGas(event.gas, warnings),
    }))
    .toSorted((a, b) => a.timeS - b.timeS);
}

/** An alarm that sounds all the time must cost neither the file nor the changes of gas. */
export function limitEvents<Event extends Pick<RecordingEvent, 'kind' | 'name'>>(
  events: Event[],
  warnings: ReadWarning[],
): Event[] {
  if (events.length <= limits.events) return events;
  const isChange = ({ kind }: Event) => kind === 'gas-change';
  const kept = [...events.filter(isChange), ...events.filter((event) => !isChange(event))];
  for (const { name } of kept.slice(limits.events)) addWarning(warnings, 'recordings.events', 'column-ignored', name);
  return kept.slice(0, limits.events);
}

function checkColumn(column: Float64Array, [min, max]: Range, field: string, warnings: ReadWarning[]): void {
  for (const [index, value] of column.entries()) {
    if (Number.isNaN(value) || (value >= min && value <= max)) continue;
    addWarning(warnings, field, 'impossible-value', value);
    column[index] = Number.NaN;
  }
}

function dropUntimed(samples: Samples, warnings: ReadWarning[]): Samples {
  const isValid = (time: number) => time >= 0 && time <= maxDurationS;
  const invalid = samples.timeS.find((time) => !isValid(time));
  if (invalid === undefined) return samples;
  addWarning(warnings, 'samples.time_s', 'impossible-value', invalid);
  const rows = [...samples.timeS.keys()].filter((row) => isValid(samples.timeS[row] ?? Number.NaN));
  return selectRows(samples, rows);
}

function sortSamples(samples: Samples, warnings: ReadWarning[]): Samples {
  const { timeS } = samples;
  if (timeS.every((time, index) => index === 0 || time >= (timeS[index - 1] ?? 0))) return samples;
  addWarning(warnings, 'samples.time_s', 'samples-unsorted');
  const rows = [...timeS.keys()].toSorted((a, b) => (timeS[a] ?? 0) - (timeS[b] ?? 0));
  return selectRows(samples, rows);
}

function selectRows(samples: Samples, rows: readonly number[]): Samples {
  const select = (column: Float64Array) => Float64Array.from(rows, (row) => column[row] ?? Number.NaN);
  const selectAll = (columns: Record<string, Float64Array>) =>
    Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, select(column)]));
  return {
    count: rows.length,
    timeS: select(samples.timeS),
    columns: selectAll(samples.columns),
    pressureBar: selectAll(samples.pressureBar),
  };
}

/** A single reading is the start pressure if it was taken in the first half of the dive. */
function fillPressures(cylinder: Cylinder, recording: Recording | undefined, index: number): Cylinder {
  const column = recording?.samples.pressureBar[index];
  const first = column?.findIndex((value) => value > 0) ?? -1;
  const last = column?.findLastIndex((value) => value > 0) ?? -1;
  if (column === undefined || first < 0) return cylinder;
  const isStart = first !== last || first < column.length / 2;
  return {
    ...cylinder,
    startBar: cylinder.startBar ?? (isStart ? (column[first] ?? null) : null),
    endBar: cylinder.endBar ?? (first === last ? null : (column[last] ?? null)),
  };
}

/** The first computer's samples give what the file doesn't say. */
function fillFromRecording(dive: FileDive): void {
  for (const recording of dive.recordings) {
    const { samples } = recording;
    recording.durationS ??= samples.timeS.at(-1) ?? null;
    recording.maxDepthM ??= findExtreme(samples.columns.depthM, Math.max);
  }
  const [first] = dive.recordings;
  dive.start ??= first?.start ?? null;
  dive.durationS ??= first?.durationS ?? null;
  dive.maxDepthM ??= first?.maxDepthM ?? null;
  const coldest = findExtreme(first?.samples.columns.temperatureC, Math.min);
  if (dive.waterTempC === null && coldest !== null && coldest >= -5 && coldest <= 50) dive.waterTempC = coldest;
}

function findExtreme(column: Float64Array | undefined, choose: (a: number, b: number) => number): number | null {
  let extreme: number | null = null;
  for (const value of column ?? [])
    if (!Number.isNaN(value)) extreme = extreme === null ? value : choose(extreme, value);
  return extreme;
}
