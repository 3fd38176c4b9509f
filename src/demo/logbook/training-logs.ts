import type { LogChanges } from '#features/logbook/server/logs/log-content.ts';
import type { DemoCourse, TrainingDive } from '#demo/world/courses.ts';
import { ids, tomas } from '#demo/world/people.ts';
import { measureTemperatures } from '#demo/world/places.ts';
import type { World } from '#demo/world/world.ts';
import { describeCourse, describeGasUse, formatTime, parseMinutes } from './describe-dive.ts';
import type { DemoLog } from './logbook.ts';

/** Two drafts: one without instructor number and bottom time, one just started. */
export function listDraftLogs({ timeline }: World): DemoLog[] {
  const { memsys_member_number: _unknown, ...night } = describeCourse({ number: 5, adventure: 'night' }, tomas);
  const location = 'Harbour Gully, St Abbs';
  const water = measureTemperatures(location, timeline.day(4), 12.4);
  return [
    {
      affiliateId: ids.diver,
      name: 'draft night',
      status: 'Draft',
      changes: {
        ...night,
        dive_title: 'Night dive at Harbour Gully',
        dive_date: timeline.day(4),
        dive_location: location,
        dive_type: 'Shore',
        depth_times: [{ max_depth: 12.4, time_in: '17:05', time_out: '17:48' }],
        conditions: [
          { water_type: 'Salt', body_of_water: 'Ocean', bottom_water_temp: water.bottom, visibility_distance: 8 },
        ],
        equipment: [
          {
            suit_type: 'dry suit',
            cylinder_type: 'Steel',
            cylinder_size: 12,
            gas_mixture: 'EANx32',
            oxygen: 32,
            nitrogen: 68,
            helium: 0,
          },
        ],
      },
    },
    {
      affiliateId: ids.diver,
      name: 'draft camera',
      status: 'Draft',
      changes: {
        dive_title: 'New camera, first try',
        dive_date: timeline.day(10),
        dive_location: 'Lantern Reef, Kelder Bay',
        experiences: [{ buddies: ['Jonas Brandt'], notes: 'Forty pictures of my own thumb.' }],
      },
    },
  ];
}

/** The training dives of all courses. */
export function listTrainingLogs(world: World): DemoLog[] {
  return world.courses.flatMap((course) =>
    course.dives.map((dive) => ({
      affiliateId: course.affiliateId,
      name: `lesson ${dive.number}`,
      status: dive.status,
      changes: describeTrainingDive(world, course, dive),
      teacher: course.teacher,
    })),
  );
}

function describeTrainingDive({ timeline }: World, { teacher }: DemoCourse, dive: TrainingDive): LogChanges {
  const { number, daysAgo, depthM, minutes, timeIn } = dive;
  const { store } = teacher;
  const [shallow, deep] = [store.shallowSites[0], store.deepSites[0]];
  const [date, location] = [timeline.day(daysAgo), depthM > 12 ? deep : shallow];
  const water = measureTemperatures(location, date, depthM);
  const isWarm = water.bottom > 23;
  return {
    ...describeCourse({ number }, teacher),
    dive_title: `Open Water dive ${number}`,
    dive_date: date,
    dive_location: location,
    dive_type: store.country === 'GB' ? 'Shore' : 'Boat',
    depth_times: [
      {
        max_depth: depthM,
        bottom_time: minutes,
        time_in: timeIn,
        time_out: formatTime(parseMinutes(timeIn) + minutes),
      },
    ],
    conditions: [
      {
        water_type: 'Salt',
        body_of_water: 'Ocean',
        weather: isWarm ? 'Sunny' : 'Cloudy',
        air_temp: water.air,
        surface_water_temp: water.surface,
        bottom_water_temp: water.bottom,
        visibility: isWarm ? 'High' : 'Average',
        visibility_distance: isWarm ? 18 : 7,
      },
    ],
    equipment: [
      {
        suit_type: isWarm ? '3 mm' : '7 mm',
        weight: isWarm ? 5 : 9,
        gas_mixture: 'Air',
        ...describeGasUse(isWarm ? 'Aluminum' : 'Steel', { diveIndex: number, depthM, minutes }),
      },
    ],
    experiences: [{ feeling: 'Great', dive_center: store.name }],
  };
}
