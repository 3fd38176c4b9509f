import { type Career, level } from '#demo/world/careers.ts';
import { formatPersonName, ids, type Person } from '#demo/world/people.ts';
import { type DemoStore, measureTemperatures } from '#demo/world/places.ts';
import { createRandom, type Random } from '#demo/world/random.ts';
import type { World } from '#demo/world/world.ts';
import type { LogChanges } from '#features/logbook/server/logs/log-content.ts';
import { gasByMixture } from '#features/logbook/shared/rules.ts';
import { describeCourse, describeGasUse, formatTime } from './describe-dive.ts';
import type { DemoLog } from './logbook.ts';

/** Verified adventure dives and dives with friends, of everyone but the demo diver, whose trips are listed. */
export function listFreeDives(world: World): DemoLog[] {
  const certifiedDays = listCertifiedDays(world);
  return world.careers.flatMap((career) => {
    const person = world.find(career.affiliateId);
    const random = createRandom(`dives ${career.affiliateId}`);
    return [...listAdventureDives(world, career, random), ...listDives(world, career, person, certifiedDays)];
  });
}

const adventureTitles: Readonly<Record<string, string>> = {
  deep: 'Deep dive',
  navigation: 'Navigation dive',
  night: 'Night dive',
  boat: 'Boat dive',
  peak_buoyancy: 'Peak buoyancy',
  drift: 'Drift dive',
  fish_identification: 'Fish identification',
};

function listAdventureDives(world: World, career: Career, random: Random): DemoLog[] {
  if (career.adventures === null) return [];
  const { kinds, daysAgo, teacher } = career.adventures;
  return kinds.map((kind, index) => {
    const depthM = kind === 'deep' ? 26.5 + random.int(0, 20) / 10 : 11 + random.int(0, 50) / 10;
    // Two dives a day, a night dive in the evening.
    const startMin = kind === 'night' ? 18 * 60 + 40 : index % 2 === 0 ? 9 * 60 + 30 : 12 * 60 + 20;
    const place = { date: world.timeline.day(daysAgo + 2 - Math.floor(index / 2)), startMin, diveIndex: 10 + index };
    const site = random.pick(kind === 'deep' ? teacher.store.deepSites : teacher.store.shallowSites);
    return {
      affiliateId: career.affiliateId,
      name: `adventure ${index}`,
      status: 'Verified',
      teacher,
      changes: {
        ...describeAnyDive(teacher.store, site, { ...place, depthM, minutes: random.int(33, 45) }, random, 'Air'),
        ...describeCourse({ number: index + 1, adventure: kind }, teacher),
        dive_title: adventureTitles[kind] ?? 'Adventure dive',
        experiences: [{ feeling: 'Great', dive_center: teacher.store.name, buddies: [] }],
      },
    } satisfies DemoLog;
  });
}

/** The days since the Open Water card of everyone who may dive without a guardian. */
function listCertifiedDays({ people, careers, courses }: World): Map<number, number> {
  const days = new Map<number, number>();
  for (const { affiliateId, cards } of careers)
    for (const { levelID, daysAgo } of cards) if (levelID === level.openWater) days.set(affiliateId, daysAgo);
  for (const { affiliateId, packageId, cardDaysAgo } of courses)
    if (packageId === 'open-water' && cardDaysAgo !== null) days.set(affiliateId, cardDaysAgo);
  for (const { affiliateId, guardianId } of people) if (guardianId !== null) days.delete(affiliateId);
  return days;
}

/** Two dives on each day out, spread over the time. */
function listDives(world: World, career: Career, person: Person, certifiedDays: Map<number, number>): DemoLog[] {
  if (career.dives === null) return [];
  const random = createRandom(`dives with friends ${career.affiliateId}`);
  const { count, fromDaysAgo, untilDaysAgo, maxDepthM, gas } = career.dives;
  const daysOut = Math.ceil(count / 2);
  const isAtHome = career.affiliateId === ids.candidate;
  const store = isAtHome ? hawaii : person.store;
  const friends = world.people.filter(
    (other) => other.store === person.store && other.affiliateId !== person.affiliateId && !other.isNear,
  );
  const stepDays = (fromDaysAgo - untilDaysAgo) / Math.max(1, daysOut - 1);
  const jitterDays = Math.floor(stepDays / 3);
  let [daysAgo, site] = [fromDaysAgo, ''];
  return Array.from({ length: count }, (_, index) => {
    const day = Math.floor(index / 2);
    const isSecond = index % 2 === 1;
    const isBetween = day > 0 && day < daysOut - 1;
    if (!isSecond)
      daysAgo = Math.round(fromDaysAgo - stepDays * day) + (isBetween ? random.int(-jitterDays, jitterDays) : 0);
    const depthM =
      Math.round((maxDepthM * (isSecond ? 0.5 : 0.65) + (random.int(0, 300) / 1000) * maxDepthM) * 10) / 10;
    const place = {
      date: world.timeline.day(daysAgo),
      startMin: (isSecond ? 12 * 60 + 5 : 9 * 60 + 20) + random.int(0, 9) * 5,
      diveIndex: 4 + index,
      depthM,
      minutes: random.int(36, 44) + Math.round((18 - depthM) / 2),
    };
    const sites: readonly string[] = depthM > 14 ? store.deepSites : store.shallowSites;
    // The second dive of a day is at another site.
    site = random.pick(isSecond ? sites.filter((other) => other !== site) : sites);
    const certified = friends.filter(({ affiliateId }) => (certifiedDays.get(affiliateId) ?? 0) > daysAgo);
    const buddies = isAtHome ? hawaii.friends : certified.map(formatPersonName);
    const buddy = buddies.length === 0 ? [] : [random.pick(buddies)];
    return {
      affiliateId: career.affiliateId,
      name: `dive ${index}`,
      status: 'Logged',
      changes: {
        ...describeAnyDive(store, site, place, random, gas),
        dive_title: site.slice(0, site.lastIndexOf(', ')),
        experiences: [
          {
            feeling: random.pick(['Good', 'Good', 'Great', 'Great', 'Amazing', 'Fair']),
            buddies: buddy,
            ...(store.name && { dive_center: store.name }),
            ...(random.chance(15) && { notes: random.pick(notes) }),
          },
        ],
      },
    } satisfies DemoLog;
  });
}

/** The candidate dives at home, off one island. */
const hawaii = {
  name: '',
  friends: ['Keoni Mahoe', 'Tessa Lang', 'Keoni Mahoe'],
  country: 'US',
  shallowSites: ['Puhi Bay, Hawaii', 'Two Step, Hawaii'],
  deepSites: ['Golden Arches, Hawaii', 'Kaiwi Point, Hawaii', 'Au Au Crater, Hawaii'],
} as const satisfies Pick<DemoStore, 'name' | 'country' | 'shallowSites' | 'deepSites'> & {
  friends: readonly string[];
};

const notes = [
  'Good visibility and no current.',
  'A cloud of small fish around us on the safety stop.',
  'One kilo less next time.',
  'Slow dive along the reef, back with plenty of gas.',
  'Practiced hovering on the line.',
  'Current picked up halfway, so we turned early.',
  'An octopus watched us from its hole.',
];

interface DivePlace {
  date: string;
  startMin: number;
  diveIndex: number;
  depthM: number;
  minutes: number;
}

function describeAnyDive(
  store: Pick<DemoStore, 'country'>,
  location: string,
  { date, startMin, diveIndex, depthM, minutes }: DivePlace,
  random: Random,
  gas: 'Air' | 'EANx32',
): LogChanges {
  const water = measureTemperatures(location, date, depthM);
  const isCold = water.bottom < 16;
  const suit = isCold ? 'dry suit' : water.bottom < 22 ? '7 mm' : water.bottom < 26 ? '5 mm' : '3 mm';
  const sight = isCold ? random.int(5, 12) : random.int(12, 28);
  return {
    dive_date: date,
    dive_location: location,
    dive_type: store.country === 'GB' && depthM < 14 ? 'Shore' : 'Boat',
    depth_times: [
      {
        max_depth: depthM,
        bottom_time: minutes,
        time_in: formatTime(startMin),
        time_out: formatTime(startMin + minutes),
      },
    ],
    conditions: [
      {
        water_type: 'Salt',
        body_of_water: 'Ocean',
        weather: random.pick(['Sunny', 'Sunny', 'Partly Cloudy', 'Cloudy', 'Windy']),
        air_temp: water.air,
        surface_water_temp: water.surface,
        bottom_water_temp: water.bottom,
        visibility: sight >= 15 ? 'High' : sight >= 6 ? 'Average' : 'Low',
        visibility_distance: sight,
        current: random.pick(['None', 'None', 'Light', 'Moderate']),
      },
    ],
    equipment: [
      {
        suit_type: suit,
        weight: isCold ? 11 : suit === '7 mm' ? 8 : 5,
        weight_type: 'Good',
        gas_mixture: gas,
        ...gasByMixture[gas],
        ...describeGasUse(isCold ? 'Steel' : 'Aluminum', { diveIndex, depthM, minutes }),
      },
    ],
  };
}
