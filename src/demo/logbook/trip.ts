import type {
  bodiesOfWater,
  feelings,
  GasMixture,
  suitTypes,
  visibilities,
  weathers,
} from '#features/logbook/shared/enums.ts';

/** The values shared by all dives of a trip, in metric units. */
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
  /** °C. */
  air: number;
  surface: number;
  bottom: number;
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
  bottom?: number;
  current?: 'Light' | 'Moderate' | 'Strong';
  timeIn?: string;
  timeOut?: string;
  /** The course dive: Open Water by number, Advanced by adventure dive. */
  course?: { number: number; adventure?: string; status: 'Verified' | 'Pending' | 'Returned' };
  photos?: readonly { picture: 'wall' | 'kelp' | 'fish' | 'sand'; caption: string }[];
}

/** The day is `MM-DD`. A site with a comma contains its own region. */
export type DemoDive = readonly [
  day: string,
  title: string,
  site: string,
  depthM: number,
  minutes: number,
  extra?: DemoDiveExtra,
];
