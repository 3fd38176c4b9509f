import { getFitGarminProductDisplayName } from 'fit-file-parser/profile';
import {
  createCylinder,
  createDive,
  createRecording,
  type Cylinder,
  type DiveStart,
  type FileDive,
  type Gas,
  type Position,
  type ReadWarning,
  type Recording,
  type RecordingEvent,
} from './dive-file.ts';
import {
  getIndex,
  getNumber,
  getTime,
  parseFit,
  readPosition,
  readRecordPosition,
  toText,
  type Message,
  type Messages,
} from './fit-messages.ts';
import { splitFit } from './fit-parts.ts';
import { warnUnreadDive, warnUnreadSettings } from './fit-unread.ts';
import { findOffset, isClockSet, placeUtc, toStart } from './local-time.ts';
import { formatOffset, parseText } from './parse-values.ts';
import { SampleTable, type SampleBudget } from './samples.ts';
import { addWarning } from './warnings.ts';

const maxSessions = 100;
/** Garmin, Suunto, Shearwater and other FIT files, with one or more activities. */
export function readFit(bytes: Uint8Array, warnings: ReadWarning[], budget: SampleBudget): FileDive[] {
  return splitFit(bytes, warnings).flatMap((part) => readActivity(parseFit(part), warnings, budget));
}

function readActivity(messages: Messages, warnings: ReadWarning[], budget: SampleBudget): FileDive[] {
  const records = messages['record'] ?? [];
  const hasDepth = records.some((record) => getNumber(record, 'depth') !== null);
  const sessions: readonly Message[] =
    messages['session'] ?? (hasDepth ? [{ sport: 'diving', start_time: records[0]?.['timestamp'] }] : []);
  if (sessions.length > maxSessions) addWarning(warnings, 'dives', 'not-decoded', sessions.length - maxSessions);
  const dives = sessions.slice(0, maxSessions).flatMap((session, index) => {
    const isDive =
      session['sport'] === 'diving' || getNumber(session, 'max_depth') !== null || (hasDepth && sessions.length === 1);
    if (!isDive) {
      addWarning(warnings, 'sport', 'not-a-dive', String(session['sport']));
      return [];
    }
    return [readSession(session, { messages, index, isOnly: sessions.length === 1, warnings }, budget)];
  });
  if (dives.length > 0) warnUnreadSettings(messages, warnings);
  return dives;
}

interface SessionContext {
  messages: Messages;
  index: number;
  isOnly: boolean;
  /** Of the file. */
  warnings: ReadWarning[];
}

function readSession(session: Message, context: SessionContext, budget: SampleBudget): FileDive {
  const warnings: ReadWarning[] = [];
  const { messages, index } = context;
  const inSession = selectBySession(session, context);
  const records = inSession('record');
  const startMs = getTime(session, 'start_time') ?? getTime(records[0], 'timestamp');
  const summary =
    messages['dive_summary']?.find(
      (message) => message['reference_mesg'] === 'session' && getIndex(message, 'reference_index') === index,
    ) ?? (context.isOnly ? messages['dive_summary']?.findLast(() => true) : undefined);
  const entry = readPosition(session, 'start_position') ?? readRecordPosition(records);
  const exit = readPosition(session, 'end_position') ?? readRecordPosition(records.toReversed());
  const position = entry ?? exit;
  const start = startMs === null ? null : readStart(startMs, messages, position, warnings);
  const gases = readGases(messages);
  const { cylinders, sensors } = readCylinders(gases, inSession('tank_summary'), inSession('tank_update'));
  const table = new SampleTable(budget);
  fillSamples(table, startMs ?? 0, records, inSession('tank_update'), sensors);
  warnUnreadDive({ session, summary, records, tanks: inSession('tank_summary') }, context.warnings);
  const durationS =
    getNumber(session, 'total_elapsed_time') ??
    getNumber(session, 'total_timer_time') ??
    getNumber(summary, 'bottom_time');
  const maxDepthM = getNumber(summary, 'max_depth') ?? getNumber(session, 'max_depth');
  return createDive({
    number: getNumber(summary, 'dive_number') ?? getNumber(session, 'dive_number'),
    start,
    durationS,
    maxDepthM,
    avgDepthM: getNumber(summary, 'avg_depth') ?? getNumber(session, 'avg_depth'),
    waterTempC: getNumber(session, 'min_temperature'),
    site: position === null ? null : { name: null, location: null, country: null, position },
    cylinders,
    // A dive that was typed in has no records and no recording.
    recordings: (table.count === 0 ? [] : [table.finish()]).map((samples) =>
      createRecording({
        ...readDevice(messages),
        start,
        durationS,
        maxDepthM,
        samples,
        events: readEvents(inSession('event'), startMs ?? 0, gases),
        entry,
        exit,
        settings: readSettings(messages, session),
      }),
    ),
    warnings,
  });
}

/** Messages of the session's time. A file with one session has no others. */
function selectBySession(session: Message, { messages, isOnly }: SessionContext) {
  const from = getTime(session, 'start_time') ?? Number.NEGATIVE_INFINITY;
  const to = getTime(session, 'timestamp') ?? from + (getNumber(session, 'total_elapsed_time') ?? Infinity) * 1000;
  return (name: string): readonly Message[] => {
    const all = messages[name] ?? [];
    if (isOnly) return all;
    const times = listTimes(all);
    return all.filter((_, place) => {
      const time = times[place] ?? null;
      return time !== null && time >= from && time <= to;
    });
  };
}

const timesOfMessages = new WeakMap<readonly Message[], (number | null)[]>();

/** Read once, because each session looks through all messages. */
function listTimes(messages: readonly Message[]): readonly (number | null)[] {
  let times = timesOfMessages.get(messages);
  if (times === undefined) {
    times = messages.map((message) => getTime(message, 'timestamp'));
    timesOfMessages.set(messages, times);
  }
  return times;
}

/** Summer time, and boats that keep the time of a port, differ by less. */
const minMismatchMin = 180;

/** The file's own offset comes first, then that of the position. */
function readStart(
  startMs: number,
  messages: Messages,
  position: Position | null,
  warnings: ReadWarning[],
): DiveStart | null {
  if (!isClockSet(startMs, warnings)) return null;
  const activity = messages['activity']?.[0];
  const [local, utc] = [getTime(activity, 'local_timestamp'), getTime(activity, 'timestamp')];
  // All offsets are quarters of an hour; the two times may be a few seconds apart.
  const offset = local === null || utc === null ? null : Math.round((local - utc) / 900_000) * 15 || 0;
  if (offset === null || Math.abs(offset) > 14 * 60) return placeUtc(startMs, position, warnings);
  const atSite = findOffset(startMs, position);
  if (atSite === null || Math.abs(atSite - offset) < minMismatchMin) return toStart(startMs, offset, warnings);
  addWarning(warnings, 'utc_offset_min', 'offset-mismatch', formatOffset(offset));
  // A device that writes UTC as local time doesn't know the diver's clock. Any other offset is one that a watch was set to.
  return toStart(startMs, offset === 0 ? atSite : offset, warnings);
}

interface IndexedGas extends Gas {
  index: number;
}

/** A disabled gas was not taken on the dive. */
function readGases(messages: Messages): IndexedGas[] {
  return (messages['dive_gas'] ?? []).slice(0, 100).flatMap((message, position) => {
    const o2 = getNumber(message, 'oxygen_content');
    if (o2 === null || message['status'] === 'disabled') return [];
    return [
      { o2, he: getNumber(message, 'helium_content') ?? 0, index: getIndex(message, 'message_index') ?? position },
    ];
  });
}

/** Transmitters have no gas of their own: the first belongs to the first gas, and so on. */
function readCylinders(
  gases: readonly IndexedGas[],
  summaries: readonly Message[],
  updates: readonly Message[],
): { cylinders: Cylinder[]; sensors: Map<unknown, number> } {
  const used = summaries.filter((summary) => (getNumber(summary, 'start_pressure') ?? 0) > 0);
  const keys = [...new Set([...used, ...updates].map((message) => message['sensor']))].slice(0, 32);
  const sensors = new Map(keys.map((sensor, index) => [sensor, index]));
  const cylinders = Array.from({ length: Math.max(gases.length, keys.length) }, (_, index) => {
    const gas = gases[index];
    const summary = index < keys.length ? used.find(({ sensor }) => sensor === keys[index]) : undefined;
    return createCylinder({
      gas: gas === undefined ? null : { o2: gas.o2, he: gas.he },
      startBar: getNumber(summary, 'start_pressure'),
      endBar: getNumber(summary, 'end_pressure'),
      description: index < keys.length ? parseText(String(keys[index] ?? '')) : null,
    });
  });
  return { cylinders, sensors };
}

/** Tank pressures have their own messages and join the next record. */
function fillSamples(
  table: SampleTable,
  startMs: number,
  records: readonly Message[],
  updates: readonly Message[],
  sensors: ReadonlyMap<unknown, number>,
): void {
  let next = 0;
  for (const record of records) {
    const time = getTime(record, 'timestamp');
    const pressures: [number, number | null][] = [];
    for (; next < updates.length && (getTime(updates[next], 'timestamp') ?? 0) <= (time ?? 0); next++) {
      const cylinder = sensors.get(updates[next]?.['sensor']);
      if (cylinder !== undefined) pressures.push([cylinder, getNumber(updates[next], 'pressure')]);
    }
    const values = {
      depthM: getNumber(record, 'depth'),
      temperatureC: getNumber(record, 'temperature'),
      ppo2Bar: getNumber(record, 'po2'),
      ceilingM: getNumber(record, 'next_stop_depth'),
      ndlS: getNumber(record, 'ndl_time'),
      ttsS: getNumber(record, 'time_to_surface'),
      cnsPercent: getNumber(record, 'cns_load'),
      heartRate: getNumber(record, 'heart_rate'),
    };
    table.add(time === null ? null : (time - startMs) / 1000, values, pressures);
  }
}

const eventKinds = new Map<string, RecordingEvent['kind']>([
  ['dive_gas_switched', 'gas-change'],
  ['dive_alert', 'alarm'],
  ['tank_lost', 'alarm'],
  ['tank_low', 'alarm'],
  ['user_marker', 'bookmark'],
]);

function readEvents(events: readonly Message[], startMs: number, gases: readonly IndexedGas[]): RecordingEvent[] {
  return events.flatMap((event) => {
    const name = String(event['event'] ?? '');
    const time = getTime(event, 'timestamp');
    if (name === 'timer' || name === '' || time === null) return [];
    const kind = eventKinds.get(name) ?? 'other';
    const cylinder = kind === 'gas-change' ? gases.findIndex(({ index }) => index === getNumber(event, 'data')) : -1;
    const gas = gases[cylinder];
    return {
      timeS: (time - startMs) / 1000,
      kind,
      name,
      cylinder: gas === undefined ? null : cylinder,
      gas: gas === undefined ? null : { o2: gas.o2, he: gas.he },
    };
  });
}

function readDevice(messages: Messages): Partial<Recording> {
  const file = messages['file_id']?.[0];
  const creator = messages['device_info']?.find((device) => device['device_index'] === 'creator');
  const product = getNumber(file, 'product') ?? getNumber(creator, 'product');
  const vendor = parseText(toText(file?.['manufacturer'] ?? creator?.['manufacturer']));
  const garmin = vendor === 'garmin' && product !== null ? getFitGarminProductDisplayName(product) : null;
  return {
    vendor,
    model: parseText(toText(file?.['product_name'] ?? creator?.['product_name'])) ?? garmin ?? null,
    serial: parseText(toText(file?.['serial_number'] ?? creator?.['serial_number'])),
    firmware: parseText(toText(creator?.['software_version'])),
  };
}

function readSettings(messages: Messages, session: Message): Recording['settings'] {
  const settings = messages['dive_settings']?.[0];
  return {
    algorithm: parseText(toText(settings?.['model'])),
    gfLow: getNumber(settings, 'gf_low'),
    gfHigh: getNumber(settings, 'gf_high'),
    salinity: getNumber(settings, 'water_density'),
    surfacePressureBar: null,
    mode: session['sub_sport'] === 'generic' ? null : parseText(toText(session['sub_sport'])),
  };
}
