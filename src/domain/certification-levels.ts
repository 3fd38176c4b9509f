import type { TrainingMetres } from './training-lengths.ts';

/** A certification level. Its title is the message `certifications.level.<name>`. */
export interface Level {
  levelID: number;
  name: string;
  /** The shop's stock id of the eCard. */
  eCardStockID: number;
  group: 'card-group-default' | 'card-group-pro' | 'card-group-child';
  kind: 'core' | 'specialty' | 'professional' | 'experience';
  /** The training depth limit, if the level has one. */
  maxDepthM: TrainingMetres | null;
  iso: string | null;
  /** 1 is the most requested level. */
  popularity: number;
  /** The eCard's price in US cents. */
  priceMinor: number;
  /** Whether club members can choose it as the free eCard of a membership year. */
  isClubBenefit: boolean;
  /** The course whose training record leads to this level. */
  packageId: string | null;
}

const core = { group: 'card-group-default', kind: 'core', priceMinor: 3495, isClubBenefit: true } as const;
const specialty = { ...core, kind: 'specialty', priceMinor: 2995, maxDepthM: null, iso: null } as const;
const pro = {
  group: 'card-group-pro',
  kind: 'professional',
  priceMinor: 4995,
  isClubBenefit: false,
  packageId: null,
} as const;

/** Younger divers are certified as juniors. */
export const fullCardAge = 15;

export const levels: readonly Level[] = [
  {
    levelID: 10,
    name: 'open_water',
    eCardStockID: 35,
    maxDepthM: 18,
    iso: 'ISO 24801-2',
    popularity: 1,
    packageId: 'open-water',
    ...core,
  },
  {
    levelID: 11,
    name: 'junior_open_water',
    eCardStockID: 36,
    // Its holders' ages limit the depth further (young-divers.ts).
    maxDepthM: 18,
    iso: 'ISO 24801-2',
    popularity: 6,
    packageId: 'open-water',
    ...core,
    group: 'card-group-child',
  },
  {
    levelID: 20,
    name: 'adventure',
    eCardStockID: 37,
    maxDepthM: 18,
    iso: null,
    popularity: 9,
    packageId: null,
    ...core,
  },
  {
    levelID: 30,
    name: 'advanced',
    eCardStockID: 46,
    maxDepthM: 30,
    iso: null,
    popularity: 2,
    packageId: null,
    ...core,
  },
  { levelID: 40, name: 'rescue', eCardStockID: 47, maxDepthM: 30, iso: null, popularity: 3, packageId: null, ...core },
  {
    levelID: 50,
    name: 'enriched_air',
    eCardStockID: 48,
    popularity: 4,
    packageId: 'enriched-air',
    ...specialty,
    iso: 'ISO 11107',
  },
  { levelID: 51, name: 'deep', eCardStockID: 58, popularity: 5, packageId: 'deep', ...specialty, maxDepthM: 40 },
  { levelID: 52, name: 'peak_buoyancy', eCardStockID: 59, popularity: 7, packageId: 'peak-buoyancy', ...specialty },
  { levelID: 53, name: 'dry_suit', eCardStockID: 60, popularity: 8, packageId: null, ...specialty },
  { levelID: 54, name: 'night', eCardStockID: 61, popularity: 10, packageId: null, ...specialty },
  { levelID: 55, name: 'wreck', eCardStockID: 62, popularity: 11, packageId: null, ...specialty },
  // Ice and rebreather are no club benefit, because their skills need regular practice.
  { levelID: 56, name: 'ice', eCardStockID: 63, popularity: 14, packageId: null, ...specialty, isClubBenefit: false },
  {
    levelID: 57,
    name: 'rebreather',
    eCardStockID: 64,
    popularity: 15,
    packageId: null,
    ...specialty,
    isClubBenefit: false,
  },
  { levelID: 70, name: 'divemaster', eCardStockID: 70, maxDepthM: 40, iso: 'ISO 24801-3', popularity: 12, ...pro },
  { levelID: 80, name: 'instructor', eCardStockID: 80, maxDepthM: 40, iso: 'ISO 24802-2', popularity: 13, ...pro },
];

/** Courses with prerequisites: holding any one level is enough, and the first is the usual one. */
const prerequisites: Readonly<Record<string, readonly [number, ...number[]]>> = {
  'enriched-air': [10, 11, 20, 30, 40, 70, 80],
  deep: [10, 20, 30, 40, 70, 80],
  'peak-buoyancy': [10, 11, 20, 30, 40, 70, 80],
  'instructor-development': [70, 80],
};

export function meetsPrerequisite(packageId: string, heldLevelIDs: Iterable<number>): boolean {
  const held = new Set(heldLevelIDs);
  return prerequisites[packageId]?.some((levelID) => held.has(levelID)) ?? true;
}

/** The level to earn before the course; undefined for a course that is open to everyone. */
export function findPrerequisite(packageId: string): Level | undefined {
  const [first] = prerequisites[packageId] ?? [];
  return first === undefined ? undefined : findLevel(first);
}

export function findLevel(levelID: number): Level | undefined {
  return levels.find((level) => level.levelID === levelID);
}
