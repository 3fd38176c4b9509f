import { toDiveSkill } from '#features/learning/shared/skills.ts';
import { listSections } from './course-outline.ts';
import { confined, type DemoCourse, openWaterSections, planTest } from './courses.ts';
import { findInstructorOf, type Person } from './people.ts';
import { createRandom } from './random.ts';

/** The courses of a diver who isn't part of the accounts' story, as far as their journey goes. */
export function listCoursesOf(person: Person): DemoCourse[] {
  const { journey, affiliateId } = person;
  if (journey === null || journey === 'guest') return [];
  const random = createRandom(`course ${affiliateId}`);
  const isStudent = journey === 'reading' || journey === 'theory' || journey === 'pool' || journey === 'class';
  if (isStudent)
    return [planOpenWater(person, { reading: 12, theory: 45, pool: 55, class: 62 }[journey] + random.int(0, 9))];
  const firstDaysAgo = random.int(journey === 'certified' ? 90 : 330, 700);
  const specialties: Partial<Record<typeof journey, string[]>> = {
    nitrox: ['enriched-air'],
    buoyancy: ['peak-buoyancy'],
    adventure: ['enriched-air', 'peak-buoyancy'],
  };
  return [
    planOpenWater(person, firstDaysAgo),
    ...(specialties[journey] ?? []).map((packageId, index) =>
      planSpecialty(person, packageId, firstDaysAgo - 150 - index * 60),
    ),
  ];
}

/** Sixty lessons in three weeks, then the exam, a weekend in the pool and a weekend in open water. */
function planOpenWater(person: Person, startDaysAgo: number): DemoCourse {
  const { affiliateId, journey, store, birthdate } = person;
  const random = createRandom(`open water ${affiliateId}`);
  const isChild = birthdate !== null && person.guardianId !== null;
  const lessons = journey === 'reading' ? Math.min(40, startDaysAgo * 2) : 60;
  const [exam, pool] = [startDaysAgo - 24, startDaysAgo - 32];
  const dives = journey === 'class' ? 4 : startDaysAgo - 40;
  const hasTheory = journey !== 'reading';
  const hasPool = hasTheory && journey !== 'theory';
  const hasDives = hasPool && journey !== 'pool';
  const depths = isChild ? [7.2, 8.4, 9.9, 11.2] : [8.1, 9.8, 14.2, 16.6];
  const isClass = journey === 'class';
  return {
    affiliateId,
    packageId: 'open-water',
    source: random.chance(60) ? 'code' : 'order',
    teacher: findInstructorOf(store),
    studyPeriods: [
      { daysAgo: startDaysAgo, lessons, perEvening: hasTheory ? 3 : 2, time: random.pick(['17:30', '18:30', '19:15']) },
    ],
    hasOpenLesson: !hasTheory,
    tests: [
      ...openWaterSections
        .slice(0, hasTheory ? 5 : Math.floor(lessons / 14))
        .map((section, index) =>
          planTest('quiz', section, startDaysAgo - (hasTheory ? 4 : 7) * (index + 1), '21:10', random.int(0, 1)),
        ),
      ...(hasTheory ? [planTest('exam', '', exam, '20:00', random.int(1, 8))] : []),
    ],
    formsDaysAgo: hasPool ? pool + 2 : null,
    signed: hasPool
      ? [
          { skills: confined(11), daysAgo: pool, note: '' },
          ...(journey === 'pool' ? [] : [{ skills: confined(10, 11), daysAgo: pool - 1, note: '' }]),
        ]
      : [],
    dives: hasDives
      ? depths.slice(0, isClass ? 2 : 4).map((depthM, index) => ({
          number: index + 1,
          daysAgo: dives - Math.floor(index / 2),
          depthM: Math.round((depthM + random.int(-4, 4) / 10) * 10) / 10,
          minutes: random.int(29, 38),
          status: isClass ? 'Pending' : 'Verified',
          timeIn: index % 2 === 0 ? '09:40' : '12:15',
        }))
      : [],
    cardDaysAgo: hasDives && !isClass ? dives - 2 : null,
  };
}

/** A week of lessons, the tests and, where the course has dives, one day in the water. */
function planSpecialty(person: Person, packageId: string, startDaysAgo: number): DemoCourse {
  const { affiliateId, store } = person;
  const { sections, hasExam, dives } = listSections(packageId);
  const lessons = sections.reduce((sum, section) => sum + section.lessons.length, 0);
  const [end, waterDay] = [startDaysAgo - 8, startDaysAgo - 12];
  return {
    affiliateId,
    packageId,
    source: 'order',
    teacher: findInstructorOf(store),
    studyPeriods: [{ daysAgo: startDaysAgo, lessons, perEvening: 2, time: '19:00' }],
    hasOpenLesson: false,
    tests: [
      ...sections.flatMap(({ id, hasQuiz }, index) =>
        hasQuiz ? [planTest('quiz', id, end + 1, `20:${30 + index * 8}`)] : [],
      ),
      ...(hasExam ? [planTest('exam', '', end, '20:00', 2)] : []),
    ],
    formsDaysAgo: dives > 0 ? waterDay + 1 : null,
    signed:
      dives > 0
        ? [{ skills: Array.from({ length: dives }, (_, index) => toDiveSkill(index + 1)), daysAgo: waterDay, note: '' }]
        : [],
    dives: [],
    cardDaysAgo: waterDay - 1,
  };
}
