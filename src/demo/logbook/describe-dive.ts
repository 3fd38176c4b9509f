import { type Measure, toMetric, getUnit } from '#domain/units.ts';
import type { Condition, Equipment, TypedMeasure } from '#features/logbook/shared/contract.ts';
import type { GasMixture } from '#features/logbook/shared/enums.ts';
import { gasByMixture, measured, type MeasuredField } from '#features/logbook/shared/rules.ts';
import { listSkillGroups } from '#features/logbook/shared/skills.ts';
import type { LogChanges } from '#features/logbook/server/logs/log-content.ts';
import { type Professional, tomas } from '#demo/world/people.ts';
import { measureTemperatures, type WaterTemperatures } from '#demo/world/places.ts';
import type { DemoDive, DemoDiveExtra, DemoTrip } from './trip.ts';

/** A dive's position in the diver's logbook and on its day, from which details such as gas use are derived. */
export interface DivePosition {
  /** ISO date. */
  date: string;
  /** Index in the logbook, from 0. */
  diveIndex: number;
  dayIndex: number;
}

/** The log as a diver would enter it. */
export function describeDive(trip: DemoTrip, dive: DemoDive, position: DivePosition): LogChanges {
  const [, title, site, depthM, minutes, extra = {}] = dive;
  const { date, diveIndex } = position;
  const location = site.includes(', ') ? site : `${site}, ${trip.region}`;
  const water = measureTemperatures(location, date, depthM);
  const conditions = describeConditions(trip, extra, water);
  const equipment = describeEquipment(trip, extra, { diveIndex, depthM, minutes, bottom: water.bottom });
  const times = describeTimes(extra, position, minutes);
  return {
    dive_title: title,
    dive_date: date,
    dive_location: location,
    dive_type: extra.entry ?? trip.entry,
    depth_times: [{ max_depth: depthM, bottom_time: minutes, ...times }],
    conditions: [conditions],
    equipment: [equipment],
    experiences: [
      {
        feeling: extra.feeling ?? (diveIndex % 3 === 1 ? 'Great' : 'Good'),
        buddies: [...(extra.with ?? trip.buddies)],
        ...(trip.center && { dive_center: trip.center }),
        ...(extra.note && { notes: extra.note }),
      },
    ],
    ...(extra.course && describeCourse(extra.course, tomas)),
    ...(trip.isImperial && { typed: toImperialMeasures({ max_depth: depthM, ...conditions, ...equipment }) }),
  };
}

/** The course dive with its skills. The flexible ones of Open Water are done on the third dive. */
export function describeCourse(
  { number, adventure }: { number: number; adventure?: string },
  teacher: Professional,
): LogChanges {
  const course = adventure === undefined ? 'open_water' : 'advanced';
  const groups = listSkillGroups(course, number, adventure ?? null).filter(
    ({ name }) => name === 'dive' || name === 'every' || (course === 'open_water' && number === 3),
  );
  return {
    log_course: course,
    log_number: number,
    ...(adventure && { adventure_dive: adventure as NonNullable<LogChanges['adventure_dive']> }),
    memsys_member_number: teacher.memberNumber,
    skills: [{ dive_skills: groups.flatMap(({ skills }) => skills) }],
  };
}

function describeConditions(trip: DemoTrip, extra: DemoDiveExtra, water: WaterTemperatures): Condition {
  const body = extra.body ?? trip.body ?? 'Ocean';
  const sight = extra.sight ?? trip.sight;
  return {
    water_type: body === 'Ocean' ? 'Salt' : 'Fresh',
    body_of_water: body,
    weather: trip.weather,
    air_temp: water.air,
    surface_water_temp: water.surface,
    bottom_water_temp: water.bottom,
    visibility: sight >= 15 ? 'High' : sight >= 6 ? 'Average' : 'Low',
    visibility_distance: sight,
    wave_condition: body !== 'Ocean' ? 'None' : trip.weather === 'Windy' ? 'Moderate' : 'Light',
    current: extra.current ?? 'None',
    surge: trip.weather === 'Windy' ? 'Light' : 'None',
  };
}

function describeEquipment(
  trip: DemoTrip,
  extra: DemoDiveExtra,
  { diveIndex, depthM, minutes, bottom }: { diveIndex: number; depthM: number; minutes: number; bottom: number },
): Equipment {
  const gas: GasMixture = extra.gas ?? trip.gas ?? 'Air';
  const isCold = bottom < 16;
  const cylinder = trip.cylinder ?? 'Steel';
  return {
    suit_type: trip.suit,
    weight: trip.weight,
    weight_type: diveIndex < 6 ? 'Heavy' : 'Good',
    additional_equipment: [
      'Boots',
      ...(extra.computers === 0 ? [] : (['Computer'] as const)),
      ...(isCold ? (['Hood', 'Gloves'] as const) : []),
      ...((extra.entry ?? trip.entry) === 'Boat' ? (['Surface marker'] as const) : []),
      ...(diveIndex > 40 ? (['Compass', 'Torch'] as const) : []),
      ...(extra.photos ? (['Camera'] as const) : []),
    ],
    gas_mixture: gas,
    ...gasByMixture[gas],
    ...describeGasUse(cylinder, { diveIndex, depthM, minutes }),
  };
}

/** Consumption falls with experience, from 19 to 14 liters per minute at the surface. */
export function describeGasUse(
  cylinder: 'Steel' | 'Aluminum',
  { diveIndex, depthM, minutes }: { diveIndex: number; depthM: number; minutes: number },
) {
  const liters = cylinder === 'Steel' ? 12 : 11.1;
  const litersPerMinute = 19 - Math.min(diveIndex, 100) * 0.05;
  // The average depth is a little over half of the deepest.
  const usedBar = (litersPerMinute * (depthM * 0.055 + 1) * minutes) / liters;
  const start = 200 + ((diveIndex * 13) % 4) * 5;
  return {
    cylinder_type: cylinder,
    cylinder_size: liters,
    starting_pressure: start,
    ending_pressure: Math.max(45, Math.round(start - usedBar)),
  };
}

const usualStarts = [9 * 60 + 35, 12 * 60, 14 * 60 + 40];

function describeTimes({ timeIn, timeOut }: DemoDiveExtra, { diveIndex, dayIndex }: DivePosition, minutes: number) {
  const start = timeIn === undefined ? (usualStarts[dayIndex] ?? 0) + ((diveIndex * 7) % 5) * 4 : parseMinutes(timeIn);
  return { time_in: formatTime(start), time_out: timeOut ?? formatTime(start + minutes) };
}

export const parseMinutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
export const formatTime = (minute: number) =>
  [Math.floor(minute / 60) % 24, minute % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** Imperial values, rounded like a gauge shows them. */
function toImperialMeasures(values: Partial<Record<MeasuredField, unknown>>): TypedMeasure[] {
  return (Object.keys(measured) as MeasuredField[]).flatMap((field) => {
    const metric = values[field];
    if (typeof metric !== 'number') return [];
    const { measure } = measured[field];
    return [{ field, value: roundForGauge(measure, metric), unit: getUnit(measure, 'Imperial') }];
  });
}

function roundForGauge(measure: Measure, metric: number): number {
  const unit = getUnit(measure, 'Imperial');
  const [zero, one] = [toMetric(measure, { value: 0, unit }), toMetric(measure, { value: 1, unit })];
  const value = (metric - zero) / (one - zero);
  if (measure === 'pressure') return Math.round(value / 50) * 50;
  return measure === 'cylinder' ? Math.round(value * 10) / 10 : Math.round(value);
}
