import { confined, type DemoCourse, type DemoTest, openWaterSections, planTest, type TrainingDive } from './courses.ts';
import { ids, tomas } from './people.ts';
import { countStoryDays } from './timeline.ts';

/** The courses of the eight accounts and the demo instructor's class. */
export function listNearCourses(): DemoCourse[] {
  const base = {
    source: 'code',
    teacher: tomas,
    hasOpenLesson: false,
    signed: [],
    dives: [],
    formsDaysAgo: null,
  } as const;
  const openWater = { ...base, packageId: 'open-water', cardDaysAgo: null } as const;
  /** The diver's own training, in her logbook's time. */
  const story = (monthDay: string, yearsAgo = 5) => countStoryDays(yearsAgo, monthDay);
  const dive = (number: number, daysAgo: number, depthM: number, minutes: number, status: TrainingDive['status']) => ({
    number,
    daysAgo,
    depthM,
    minutes,
    status,
    timeIn: number % 2 === 1 ? '10:20' : '13:05',
  });
  return [
    {
      ...openWater,
      affiliateId: ids.student,
      studyPeriods: [
        { daysAgo: 37, lessons: 12, perEvening: 3 },
        { daysAgo: 5, lessons: 6, perEvening: 2 },
      ],
      hasOpenLesson: true,
      tests: [
        planTest('review', 'pressure', 34, '20:05'),
        planTest('quiz', 'pressure', 34, '20:30', 1),
        planTest('quiz', 'equipment', 2, '20:40', 4),
      ],
      formsDaysAgo: 20,
      signed: [
        { skills: confined(4), daysAgo: 17, note: '' },
        { skills: confined(2, 4), daysAgo: 16, note: 'Calm from the first try.' },
      ],
      dives: [dive(1, 11, 8.1, 32, 'Verified'), dive(2, 4, 9.7, 35, 'Pending')],
    },
    // Surgery last year: no water before a physician has cleared her.
    {
      ...openWater,
      affiliateId: ids.guardian,
      studyPeriods: [{ daysAgo: 46, lessons: 30, perEvening: 3 }],
      tests: [
        planTest('review', 'pressure', 42, '20:00'),
        planTest('quiz', 'pressure', 42, '20:30', 2),
        planTest('review', 'equipment', 38, '20:00'),
        planTest('quiz', 'equipment', 38, '20:30'),
      ],
    },
    {
      ...openWater,
      affiliateId: ids.minor,
      studyPeriods: [{ daysAgo: 160, lessons: 60, perEvening: 2, time: '16:00' }],
      tests: [
        planTest('quiz', 'pressure', 153, '18:00', 3),
        ...openWaterSections.map((section, index) => planTest('quiz', section, 152 - index * 5, '18:00', index % 2)),
        planTest('exam', '', 110, '10:00', 4),
      ],
      formsDaysAgo: 108,
      signed: [
        { skills: confined(12), daysAgo: 100, note: '' },
        { skills: confined(9, 12), daysAgo: 99, note: 'Small, quick and careful.' },
      ],
      dives: [
        dive(1, 87, 7.4, 29, 'Verified'),
        dive(2, 87, 8.6, 30, 'Verified'),
        dive(3, 86, 10.2, 31, 'Verified'),
        dive(4, 86, 11.1, 33, 'Verified'),
      ],
      cardDaysAgo: 80,
    },
    // Her training dives are in the logbook's trips, and her forms were deleted after the time they are kept.
    {
      ...openWater,
      affiliateId: ids.diver,
      studyPeriods: [{ daysAgo: story('04-04'), lessons: 60, perEvening: 3, time: '19:00' }],
      tests: [
        ...openWaterSections.flatMap((section, index) => [
          planTest('review', section, story('04-07') - 4 * index, '20:30'),
          planTest('quiz', section, story('04-07') - 4 * index, '21:00', index % 2),
        ]),
        planTest('exam', '', story('05-01'), '10:00', 4),
      ],
      signed: [
        { skills: confined(12), daysAgo: story('05-08'), note: '' },
        { skills: confined(9, 12), daysAgo: story('05-09'), note: 'Ready for the sea.' },
      ],
      cardDaysAgo: story('05-18'),
    },
    {
      ...base,
      affiliateId: ids.diver,
      packageId: 'enriched-air',
      source: 'order',
      studyPeriods: [{ daysAgo: story('04-02', 3), lessons: 11, perEvening: 3 }],
      tests: [planTest('exam', '', story('04-09', 3), '19:30', 2)],
      cardDaysAgo: story('04-12', 3),
    },
    {
      ...base,
      affiliateId: ids.diver,
      packageId: 'peak-buoyancy',
      source: 'order',
      studyPeriods: [{ daysAgo: 8, lessons: 5, perEvening: 2 }],
      hasOpenLesson: true,
      tests: [planTest('quiz', 'weight', 6, '20:30', 1)],
      cardDaysAgo: null,
    },
    // Ready to certify.
    {
      ...openWater,
      affiliateId: ids.readyStudent,
      studyPeriods: [{ daysAgo: 60, lessons: 60, perEvening: 4, time: '19:00' }],
      tests: [...listQuizzes(53), planTest('exam', '', 33, '10:00', 3)],
      formsDaysAgo: 30,
      signed: [{ skills: confined(21), daysAgo: 26, note: '' }],
      dives: [
        dive(1, 13, 7.8, 31, 'Verified'),
        dive(2, 13, 9.4, 33, 'Verified'),
        dive(3, 12, 14.1, 34, 'Verified'),
        dive(4, 12, 16.8, 36, 'Verified'),
      ],
    },
    {
      ...openWater,
      affiliateId: ids.youngStudent,
      studyPeriods: [{ daysAgo: 13, lessons: 7, perEvening: 2, time: '16:00' }],
      tests: [],
    },
    // Has finished the theory and half of the dives.
    {
      ...openWater,
      affiliateId: ids.halfwayStudent,
      source: 'order',
      studyPeriods: [{ daysAgo: 140, lessons: 60, perEvening: 4, time: '20:00' }],
      tests: [...listQuizzes(133), planTest('exam', '', 111, '11:00', 6)],
      formsDaysAgo: 101,
      signed: [{ skills: confined(15), daysAgo: 100, note: '' }],
      dives: [dive(1, 95, 8.6, 30, 'Verified'), dive(2, 95, 10.2, 32, 'Verified'), dive(3, 4, 13.8, 33, 'Pending')],
    },
  ];
}

/** One quiz every four days. */
function listQuizzes(daysAgo: number): DemoTest[] {
  return openWaterSections.map((section, index) => planTest('quiz', section, daysAgo - 4 * index, '21:00', index % 2));
}
