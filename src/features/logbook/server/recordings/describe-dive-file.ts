import type {
  DiveFile,
  FileDive,
  Position,
  ReadWarning,
  ReadWarningCode,
  Recording,
} from '#features/logbook/shared/dive-files/dive-file.ts';

const reasons: Record<ReadWarningCode, string> = {
  'impossible-value': 'the value is impossible and was left out',
  'invalid-date': 'the date is not valid and was left out',
  'time-missing': 'the file has no time of day; midnight is a placeholder',
  'utc-only': 'the file has only UTC and no position; the time at the site is unknown',
  'local-time-assumed': 'the program that wrote the file marks local time as UTC; it is kept as local time',
  'offset-mismatch': 'the UTC offset of the file does not match its position; check the start',
  'samples-unsorted': 'the samples were not in order of time and were sorted',
  'unit-assumed': 'the unit of the value was assumed, because the standard unit would make it impossible',
  'wrong-encoding': 'the file is not in the encoding it declares',
  'control-characters': 'characters that XML does not allow were replaced by spaces',
  'not-a-dive': 'this activity is not a dive and was left out',
  'no-dives': 'the file has no dives',
  'unreadable-file': 'this file could not be read',
  checksum: 'the checksum is wrong; the file may be damaged',
  'column-ignored': 'there is no field for this value, so it was left out',
  'date-order-assumed': 'the order of day and month is not certain',
  'missing-value': 'the value is missing',
  'not-decoded': 'this part of the file is stored in a form that is not read yet',
};

/**
 * A dive file as plain JSON with units in the names, for the command line. In pieces, because that of 20,000 dives is too
 * long for one string.
 */
export function* writeDiveFile({ format, dives, warnings }: DiveFile): Generator<string> {
  yield `{\n  "format": ${JSON.stringify(format)},\n  "dives": [`;
  for (const [index, dive] of dives.entries()) yield `${index === 0 ? '' : ','}\n    ${indent(describeDive(dive), 4)}`;
  yield `${dives.length === 0 ? '' : '\n  '}],\n  "warnings": [`;
  const all = [
    ...warnings.map((warning) => describeWarning(warning, null)),
    ...dives.flatMap((dive, index) => dive.warnings.map((warning) => describeWarning(warning, index + 1))),
  ];
  for (const [index, warning] of all.entries()) yield `${index === 0 ? '' : ','}\n    ${JSON.stringify(warning)}`;
  yield `${all.length === 0 ? '' : '\n  '}]\n}\n`;
}

const indent = (value: unknown, spaces: number) =>
  JSON.stringify(value, null, 2).replaceAll('\n', `\n${' '.repeat(spaces)}`);

function describeWarning({ field, code, value, count }: ReadWarning, dive: number | null) {
  return {
    dive,
    field,
    reason: reasons[code],
    code,
    ...(value === null ? {} : { value }),
    ...(count === 1 ? {} : { count }),
  };
}

function describeDive(dive: FileDive) {
  const gases = dive.cylinders.flatMap(({ gas }) => gas ?? []);
  return {
    ...(dive.file === null ? {} : { file: dive.file }),
    number: dive.number,
    datetime: dive.start?.local ?? null,
    utc_offset_min: dive.start?.utcOffsetMin ?? null,
    duration_s: dive.durationS === null ? null : Math.round(dive.durationS),
    max_depth_m: dive.maxDepthM,
    avg_depth_m: dive.avgDepthM,
    samples: dive.recordings[0]?.samples.count ?? 0,
    gases: gases.filter(
      (gas, index) => gases.findIndex((other) => other.o2 === gas.o2 && other.he === gas.he) === index,
    ),
    site: dive.site?.name ?? dive.site?.location ?? null,
    location: dive.site?.location ?? null,
    country: dive.site?.country ?? null,
    gps: describePosition(dive.site?.position ?? dive.recordings[0]?.entry ?? null),
    water_temp_c: dive.waterTempC,
    air_temp_c: dive.airTempC,
    visibility_m: dive.visibilityM,
    weight_kg: dive.weightKg,
    buddies: dive.buddies,
    divemaster: dive.divemaster,
    suit: dive.suit,
    notes: dive.notes,
    tags: dive.tags,
    cylinders: dive.cylinders.map(({ gas, volumeL, workingPressureBar, startBar, endBar, description }) => ({
      gas,
      volume_l: volumeL,
      working_bar: workingPressureBar,
      start_bar: startBar,
      end_bar: endBar,
      description,
    })),
    recordings: dive.recordings.map(describeRecording),
  };
}

function describeRecording(recording: Recording) {
  const { samples, settings } = recording;
  return {
    vendor: recording.vendor,
    model: recording.model,
    serial: recording.serial,
    firmware: recording.firmware,
    dive_id: recording.diveId,
    datetime: recording.start?.local ?? null,
    utc_offset_min: recording.start?.utcOffsetMin ?? null,
    duration_s: recording.durationS,
    max_depth_m: recording.maxDepthM,
    samples: samples.count,
    columns: Object.keys(samples.columns),
    pressure_cylinders: Object.keys(samples.pressureBar).map(Number),
    events: recording.events.map(({ timeS, kind, name, cylinder, gas }) => ({
      time_s: timeS,
      kind,
      name,
      cylinder,
      gas,
    })),
    entry: describePosition(recording.entry),
    exit: describePosition(recording.exit),
    settings: {
      algorithm: settings.algorithm,
      gf_low: settings.gfLow,
      gf_high: settings.gfHigh,
      salinity_g_l: settings.salinity,
      surface_pressure_bar: settings.surfacePressureBar,
      mode: settings.mode,
    },
  };
}

function describePosition(position: Position | null) {
  return position === null ? null : { lat: position.latitude, lon: position.longitude };
}
