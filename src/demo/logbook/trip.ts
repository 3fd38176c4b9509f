import type {
  bodiesOfWater,
  feelings,
  GasMixture,
  suitTypes,
  visibilities,
  weathers,
} from '#features/logbook/shared/enums.ts';

/** The values shared by all dives of a trip, in metric units. Temperatures follow from place, date and depth. */
export interface DemoTrip {
  /** Years before the last dive. */
  yearsAgo: number;
  /** Region of the sites, unless a dive names another. */
  region: string;
  entry: 'Shore' | 'Boat';
  body?: (typeof bodiesOfWater)[number];
  suit: (typeof suitTypes)[number];
  weight: number;
  cylinder?: 'Steel' | 'Aluminum';
  gas?: GasMixture;
  sight: number;
  weather: (typeof weathers)[number];
  buddies: readonly string[];
  center?: string;
  /** Whether values were typed in imperial units. */
  isImperial?: boolean;
  dives: readonly DemoDive[];
}

export interface DemoDiveExtra {
  note?: string;
  feeling?: (typeof feelings)[number];
  with?: readonly string[];
  gas?: GasMixture;
  entry?: 'Shore' | 'Boat';
  body?: (typeof bodiesOfWater)[number];
  sight?: number;
  visibility?: (typeof visibilities)[number];
  current?: 'Light' | 'Moderate' | 'Strong';
  timeIn?: string;
  timeOut?: string;
  /** The course dive: Open Water by number, Advanced by adventure dive. */
  course?: { number: number; adventure?: string; status: 'Verified' | 'Pending' | 'Returned' };
  /** How many dive computers recorded it, if not one. */
  computers?: 0 | 2;
  photos?: readonly { picture: 'wall' | 'kelp' | 'fish' | 'sand'; caption: string }[];
}

/** The day is `MM-DD` in the logbook's own time. A site with a comma contains its own region. */
export type DemoDive = readonly [
  day: string,
  title: string,
  site: string,
  depthM: number,
  minutes: number,
  extra?: DemoDiveExtra,
];
