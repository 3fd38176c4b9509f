import {
  exportLosses,
  type LossyFormat,
  type LostPart,
} from '#features/logbook/shared/dive-files/writers/export-losses.ts';
import { modeTypes } from '#features/logbook/shared/dive-files/writers/uddf-samples.ts';
import {
  emptySettings,
  type Cylinder,
  type DiveSite,
  type DiveStart,
  type FileDive,
  type Recording,
  type RecordingEvent,
  type SampleColumn,
  type Samples,
} from '#features/logbook/shared/dive-files/dive-file.ts';

const mapRecordings = (dive: FileDive, change: (recording: Recording) => Partial<Recording>): FileDive => ({
  ...dive,
  recordings: dive.recordings.map((recording) => ({ ...recording, ...change(recording) })),
});
const mapCylinders = (dive: FileDive, values: Partial<Cylinder>): FileDive => ({
  ...dive,
  cylinders: dive.cylinders.map((cylinder) => ({ ...cylinder, ...values })),
});

/** A dive without a part. Photos and the logbook's own fields are no part of a file's dive. */
const removals: Record<LostPart, (dive: FileDive) => FileDive> = {
  photos: (dive) => dive,
  details: (dive) => dive,
  profiles: (dive) => ({ ...dive, recordings: [] }),
  other_profiles: (dive) => ({ ...dive, recordings: dive.recordings.slice(0, 1) }),
  time_to_surface: (dive) => mapRecordings(dive, ({ samples }) => ({ samples: withoutColumn(samples, 'ttsS') })),
  settings: (dive) =>
    mapRecordings(dive, ({ settings: { surfacePressureBar, mode } }) => ({
      firmware: null,
      diveId: null,
      settings: { ...emptySettings, surfacePressureBar, mode },
    })),
  verified_by: (dive) => ({ ...dive, divemaster: null }),
  visibility: (dive) => ({ ...dive, visibilityM: null }),
  time_zone: (dive) => ({
    ...mapRecordings(dive, ({ start }) => ({ start: withoutOffset(start) })),
    start: withoutOffset(dive.start),
  }),
  exit: (dive) => mapRecordings(dive, () => ({ exit: null })),
  working_pressure: (dive) => mapCylinders(dive, { workingPressureBar: null }),
  cylinder_names: (dive) => mapCylinders(dive, { description: null }),
};

/** What becomes of values that a format has a place for. `docs/dive-files.md` lists the same changes. */
const changes: Record<LossyFormat, (dive: FileDive) => FileDive> = {
  // A logbook has no tags.
  uddf: (dive) => ({
    ...mapRecordings(dive, ({ samples, events, settings }) => ({
      start: withTime(dive.start),
      ...measure(samples),
      entry: null,
      samples: withoutSurfaceCeiling(samples),
      events: events.map((event) => toUddfEvent(event, dive)),
      settings: { ...settings, mode: modeTypes.has(settings.mode ?? '') ? settings.mode : null },
    })),
    start: withTime(dive.start),
    tags: [],
  }),

  subsurface: (dive) => ({
    ...dive,
    cylinders: dive.cylinders.map((cylinder) => ({ ...cylinder, gas: cylinder.gas ?? { o2: 21, he: 0 } })),
    recordings: dive.recordings.map((recording, index) => ({
      ...recording,
      ...(recording.model === null && { vendor: null, model: recording.vendor }),
      start: recording.start ?? dive.start,
      durationS: recording.samples.timeS.at(-1) ?? null,
      ...(index === 0 && { maxDepthM: dive.maxDepthM }),
      entry: null,
      samples: withLastingValues(recording.samples),
    })),
  }),

  csv: (dive) => ({
    ...dive,
    site: withPlaceAsName(dive.site),
    cylinders: dive.cylinders.filter((cylinder) => Object.values(cylinder).some((value) => value !== null)),
  }),
};

/** What remains of a dive after it was written and read again. */
export function afterRoundTrip(format: LossyFormat, dive: FileDive): FileDive {
  const parts: readonly LostPart[] = exportLosses[format];
  return changes[format](parts.reduce((left, part) => removals[part](left), { ...dive, site: withEntry(dive) }));
}

/** Its schema has no dates, so an unknown time is midnight. */
const withTime = (start: DiveStart | null) => start && { ...start, isTimeKnown: true };
const withoutOffset = (start: DiveStart | null) => start && { ...start, utcOffsetMin: null };

/** The position of the first computer's entry is that of the site, unless the site has one. */
function withEntry({ site, recordings }: FileDive): DiveSite | null {
  const position = site?.position ?? recordings[0]?.entry ?? null;
  if (site === null && position === null) return null;
  return { name: null, location: null, country: null, ...site, position };
}

const withPlaceAsName = (site: DiveSite | null) => site && { ...site, name: site.name ?? site.location };

/** Duration and depth of a computer are those of its samples. */
function measure({ timeS, columns: { depthM } }: Samples): Pick<Recording, 'durationS' | 'maxDepthM'> {
  const depths = [...(depthM ?? [])].filter((depth) => !Number.isNaN(depth));
  return { durationS: timeS.at(-1) ?? null, maxDepthM: depths.length === 0 ? null : Math.max(...depths) };
}

function withoutColumn(samples: Samples, name: SampleColumn): Samples {
  const { [name]: _removed, ...columns } = samples.columns;
  return { ...samples, columns };
}

/** A ceiling at the surface is none. */
function withoutSurfaceCeiling(samples: Samples): Samples {
  const { ceilingM } = samples.columns;
  if (ceilingM === undefined) return samples;
  return { ...samples, columns: { ...samples.columns, ceilingM: ceilingM.map((value) => value || Number.NaN) } };
}

function withLastingValues(samples: Samples): Samples {
  const fill = (column: Float64Array) => {
    let last = Number.NaN;
    return column.map((value) => (last = Number.isNaN(value) ? last : value));
  };
  const columns = { ...samples.columns };
  for (const name of ['ndlS', 'ttsS', 'cnsPercent'] as const) {
    const column = columns[name];
    if (column !== undefined) columns[name] = fill(column);
  }
  return withoutSurfaceCeiling({ ...samples, columns });
}

/** Ascents, stops and alarms by the names of the schema; other events are markers. Gases stand for their cylinders. */
function toUddfEvent(event: RecordingEvent, { cylinders }: FileDive): RecordingEvent {
  const { kind, gas } = event;
  if (kind === 'gas-change') {
    const cylinder = cylinders.findIndex((one) => one.gas?.o2 === gas?.o2 && one.gas?.he === gas?.he);
    return { ...event, name: 'switchmix', cylinder };
  }
  if (kind === 'stop') return { ...event, name: 'deco' };
  return event;
}

/** Without what a file doesn't contain, and with columns as plain lists. */
export function toComparable(dive: FileDive): unknown {
  const toList = (column: Float64Array) => Array.from(column, (value) => (Number.isNaN(value) ? null : value));
  const toLists = (columns: object) =>
    Object.fromEntries(
      Object.entries(columns)
        .map(([name, column]) => [name, toList(column as Float64Array)] as const)
        .filter(([, values]) => values.some((value) => value !== null)),
    );
  return {
    ...dive,
    warnings: [],
    file: null,
    recordings: dive.recordings.map(({ samples, ...recording }) => ({
      ...recording,
      count: samples.count,
      timeS: toList(samples.timeS),
      columns: toLists(samples.columns),
      pressureBar: toLists(samples.pressureBar),
    })),
  };
}
