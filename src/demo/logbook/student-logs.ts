import { listSkillGroups } from '#features/logbook/shared/skills.ts';
import type { LogChanges } from '#features/logbook/server/logs/log-content.ts';
import { describeCourse } from './describe-dive.ts';
import type { DemoLog } from './logbook.ts';

const student = 400_002;
const minor = 400_003;
const guardian = 400_004;
/** Students without an account, one with all dives of the course and one with half of them. */
const readyStudent = 400_050;
const halfwayStudent = 400_052;

/** Two drafts: one without instructor number and bottom time, one just started. */
export function listDraftLogs(affiliateId: number, year: number): DemoLog[] {
  const { memsys_member_number: _unknown, ...night } = describeCourse({
    number: 5,
    adventure: 'night',
    status: 'Pending',
  });
  return [
    {
      affiliateId,
      name: 'draft night',
      status: 'Draft',
      changes: {
        ...night,
        dive_title: 'Night dive at Harbour Gully',
        dive_date: `${year}-11-14`,
        dive_location: 'Harbour Gully, St Abbs',
        dive_type: 'Shore',
        depth_times: [{ max_depth: 12.4, time_in: '17:05', time_out: '17:48' }],
        conditions: [{ water_type: 'Salt', body_of_water: 'Ocean', bottom_water_temp: 11, visibility_distance: 8 }],
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
      affiliateId,
      name: 'draft camera',
      status: 'Draft',
      changes: {
        dive_title: 'New camera, first try',
        dive_date: `${year}-11-08`,
        dive_location: 'Lantern Reef, Kelder Bay',
        experiences: [{ buddies: ['Jonas Brandt'], notes: 'Forty pictures of my own thumb.' }],
      },
    },
  ];
}

/** Logs of the demo instructor's students, pending and verified. */
export function listClassLogs(year: number): DemoLog[] {
  const lesson = (number: 1 | 2 | 3 | 4, day: string, depthM: number, minutes: number): LogChanges => ({
    ...describeCourse({ number, status: 'Pending' }),
    dive_title: `Open Water dive ${number}`,
    dive_date: `${year}-${day}`,
    dive_location: 'Harbour Gully, St Abbs',
    dive_type: 'Shore',
    depth_times: [{ max_depth: depthM, bottom_time: minutes, time_in: '10:20', time_out: timeAfter(minutes) }],
    conditions: [
      {
        water_type: 'Salt',
        body_of_water: 'Ocean',
        weather: 'Cloudy',
        air_temp: 10,
        bottom_water_temp: 11,
        visibility: 'Average',
        visibility_distance: 7,
      },
    ],
    equipment: [{ suit_type: '7 mm', weight: 9, cylinder_type: 'Steel', cylinder_size: 12, gas_mixture: 'Air' }],
    experiences: [{ feeling: 'Great', dive_center: 'Kelder Bay Diving' }],
  });
  const pending = (affiliateId: number, changes: LogChanges): DemoLog => ({
    affiliateId,
    name: `lesson ${changes.log_number}`,
    status: 'Pending',
    changes,
  });
  const verified = (affiliateId: number, changes: LogChanges): DemoLog => ({
    ...pending(affiliateId, changes),
    status: 'Verified',
  });
  return [
    verified(student, lesson(1, '11-07', 8.1, 32)),
    pending(student, lesson(2, '11-14', 9.7, 35)),
    pending(minor, lesson(1, '11-14', 7.4, 29)),
    pending(guardian, lesson(1, '11-14', 7.9, 29)),
    // No deviations: her forms were signed before the dive.
    pending(halfwayStudent, lesson(3, '11-14', 13.8, 33)),
    verified(readyStudent, lesson(1, '09-12', 7.8, 31)),
    verified(readyStudent, lesson(2, '09-12', 9.4, 33)),
    verified(readyStudent, withFlexibleSkills(lesson(3, '09-13', 14.1, 34))),
    verified(readyStudent, lesson(4, '09-13', 16.8, 36)),
    verified(halfwayStudent, lesson(1, '08-15', 8.6, 30)),
    verified(halfwayStudent, lesson(2, '08-15', 10.2, 32)),
  ];
}

/** Adds all flexible skills to a dive. */
function withFlexibleSkills(changes: LogChanges): LogChanges {
  const groups = listSkillGroups(
    changes.log_course ?? null,
    changes.log_number ?? null,
    changes.adventure_dive ?? null,
  );
  return { ...changes, skills: [{ dive_skills: groups.flatMap(({ skills }) => skills) }] };
}

const timeAfter = (minutes: number) => `10:${20 + minutes}`;
