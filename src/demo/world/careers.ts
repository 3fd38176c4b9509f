import type { DemoApplicant } from './applicants.ts';
import type { DemoCourse } from './courses.ts';
import { divemasters, findInstructorOf, ids, instructors, type Person, type Professional, tomas } from './people.ts';
import { createRandom } from './random.ts';
import { countStoryDays } from './timeline.ts';
import type { World } from './world.ts';

export const level = {
  openWater: 10,
  juniorOpenWater: 11,
  adventure: 20,
  advanced: 30,
  rescue: 40,
  enrichedAir: 50,
  peakBuoyancy: 52,
  drySuit: 53,
  divemaster: 70,
  instructor: 80,
} as const;

export interface CareerCard {
  levelID: number;
  daysAgo: number;
  teacher: Professional;
  /** Why there is an eCard; null without one. */
  eCard: 'course' | 'redemption' | 'association' | null;
}

/** What a person did besides courses here: cards of the association, adventure dives and dives with friends. */
export interface Career {
  affiliateId: number;
  /** The day they joined the portal. Older cards were taken over from the association's register. */
  joinedDaysAgo: number;
  cards: readonly CareerCard[];
  adventures: { kinds: readonly string[]; daysAgo: number; teacher: Professional } | null;
  dives: { count: number; fromDaysAgo: number; untilDaysAgo: number; maxDepthM: number; gas: 'Air' | 'EANx32' } | null;
}

const nothing = { cards: [], adventures: null, dives: null } as const;
/** The first people joined before the demo diver learned to dive. */
const firstDaysAgo = 2_200;

export function listCareers(world: Omit<World, 'careers'>): Career[] {
  return [
    ...listAccountCareers(),
    ...listProfessionalCareers(),
    ...world.applicants.map(planApplicant),
    ...world.people.filter(({ journey }) => journey !== null).map((person) => planDiver(person, world.courses)),
    ...[ids.readyStudent, ids.youngStudent, ids.halfwayStudent, ids.guestWithForms, ids.guestAfterDive].map(
      (affiliateId) => ({
        ...nothing,
        affiliateId,
        joinedDaysAgo: findFirstDay(affiliateId, world.courses) + 3,
      }),
    ),
  ];
}

function findFirstDay(affiliateId: number, courses: readonly DemoCourse[]): number {
  const days = courses
    .filter((course) => course.affiliateId === affiliateId)
    .flatMap(({ studyPeriods }) => studyPeriods.map(({ daysAgo }) => daysAgo));
  return Math.max(3, ...days);
}

function listAccountCareers(): Career[] {
  const card = (levelID: number, daysAgo: number, eCard: CareerCard['eCard'], teacher = tomas): CareerCard => ({
    levelID,
    daysAgo,
    teacher,
    eCard,
  });
  const aino = instructors[1] ?? tomas;
  return [
    {
      ...nothing,
      affiliateId: ids.diver,
      joinedDaysAgo: countStoryDays(5, '04-01'),
      // Her adventure dives are in the logbook's trips: peak buoyancy, deep and boat.
      cards: [card(level.drySuit, 110, 'association'), card(level.adventure, 3, null)],
    },
    { ...nothing, affiliateId: ids.student, joinedDaysAgo: 44 },
    { ...nothing, affiliateId: ids.minor, joinedDaysAgo: 170 },
    { ...nothing, affiliateId: ids.guardian, joinedDaysAgo: 560 },
    {
      ...nothing,
      affiliateId: ids.instructor,
      joinedDaysAgo: firstDaysAgo,
      cards: [
        card(level.openWater, 9_258, 'association', aino),
        card(level.divemaster, 7_382, 'association', aino),
        card(level.instructor, 6_416, 'association', aino),
      ],
    },
    {
      affiliateId: ids.candidate,
      joinedDaysAgo: 1_000,
      cards: [
        card(level.openWater, 1_341, null),
        card(level.advanced, 921, null),
        card(level.rescue, 641, 'redemption'),
      ],
      // No night dive yet.
      adventures: { kinds: ['deep', 'navigation', 'boat', 'peak_buoyancy', 'drift'], daysAgo: 930, teacher: tomas },
      dives: { count: 32, fromDaysAgo: 880, untilDaysAgo: 12, maxDepthM: 28, gas: 'Air' },
    },
    { ...nothing, affiliateId: ids.staff, joinedDaysAgo: firstDaysAgo },
  ];
}

function listProfessionalCareers(): Career[] {
  const others = [...instructors.slice(1), ...divemasters];
  return others.map((professional, index) => {
    const teacher = index === 0 ? tomas : (instructors[1] ?? tomas);
    const isInstructor = instructors.includes(professional);
    const cards = [
      [level.openWater, 4_900],
      [level.advanced, 4_500],
      [level.rescue, 4_100],
      [level.divemaster, 3_600],
      ...(isInstructor ? [[level.instructor, 2_900] as const] : []),
    ] as const;
    return {
      ...nothing,
      affiliateId: professional.affiliateId,
      joinedDaysAgo: firstDaysAgo - index * 30,
      cards: cards.map(([levelID, daysAgo]) => ({
        levelID,
        daysAgo: daysAgo - index * 37,
        teacher,
        eCard: 'association',
      })),
    };
  });
}

/** Open Water came from elsewhere, Advanced is from here, and the other levels were issued by the association. */
function planApplicant(
  { affiliateId, instructorId, typeId, state, days, dives }: DemoApplicant,
  index: number,
): Career {
  const teacher = instructors.find((instructor) => instructor.affiliateId === instructorId) ?? tomas;
  const advanced = 1_000 + ((index * 13) % 400);
  const card = (levelID: number, daysAgo: number): CareerCard => ({ levelID, daysAgo, teacher, eCard: null });
  return {
    affiliateId,
    joinedDaysAgo: advanced + 40,
    cards: [
      card(level.openWater, advanced + 300),
      card(level.advanced, advanced),
      card(level.rescue, advanced - 300),
      ...(typeId === 2 ? [card(level.divemaster, advanced - 650)] : []),
      ...(state === 'Completed' ? [card(level.divemaster, days)] : []),
    ],
    adventures: { kinds: ['night', 'deep', 'navigation', 'boat', 'peak_buoyancy'], daysAgo: advanced + 5, teacher },
    dives: { count: dives, fromDaysAgo: advanced - 10, untilDaysAgo: days + 20, maxDepthM: 29, gas: 'Air' },
  };
}

/** Certified divers dive on; those with three adventure dives hold that card. */
function planDiver(person: Person, courses: readonly DemoCourse[]): Career {
  const { affiliateId, journey, store, guardianId } = person;
  const random = createRandom(`career ${affiliateId}`);
  const joinedDaysAgo = findFirstDay(affiliateId, courses) + random.int(2, 9);
  const own = courses.filter((course) => course.affiliateId === affiliateId && course.cardDaysAgo !== null);
  const certified = own.find(({ packageId }) => packageId === 'open-water')?.cardDaysAgo ?? null;
  if (certified === null) return { ...nothing, affiliateId, joinedDaysAgo };
  const nitrox = own.find(({ packageId }) => packageId === 'enriched-air')?.cardDaysAgo ?? null;
  const teacher = findInstructorOf(store);
  const adventure = journey === 'adventure' ? Math.floor(certified / 3) : null;
  return {
    affiliateId,
    joinedDaysAgo,
    cards: adventure === null ? [] : [{ levelID: level.adventure, daysAgo: adventure - 2, teacher, eCard: null }],
    adventures:
      adventure === null ? null : { kinds: ['navigation', 'boat', 'fish_identification'], daysAgo: adventure, teacher },
    dives: {
      count: Math.max(2, Math.min(random.int(4, 40), Math.floor((nitrox ?? certified) / 12))),
      fromDaysAgo: (nitrox ?? certified) - 5,
      untilDaysAgo: random.int(6, 30),
      maxDepthM: guardianId === null ? 18 : 12,
      gas: nitrox === null ? 'Air' : 'EANx32',
    },
  };
}
