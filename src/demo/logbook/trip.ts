import type {
  bodiesOfWater,
  feelings,
  GasMixture,
  suitTypes,
  visibilities,
  weathers,
} from '#features/logbook/shared/enums.ts';

/** Some days of diving: what was the same on all of them. Measures in metric. */
export interface DemoTrip {
  /** Before the year of the last dive. */
  yearsAgo: number;
  /** Region of the sites, where a dive does not name another. */
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
  /** Typed in feet, pounds, psi and degrees Fahrenheit, as the boat had them. */
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
  /** A dive of a course: Open Water by its number, Advanced by its adventure. */
  course?: { number: number; adventure?: string; status: 'Verified' | 'Pending' | 'Returned' };
  photos?: readonly { picture: 'wall' | 'kelp' | 'fish' | 'sand'; caption: string }[];
}

/** `MM-DD`, what it was called, where, how deep, how long. A site with a comma names its own region. */
export type DemoDive = readonly [
  day: string,
  title: string,
  site: string,
  depthM: number,
  minutes: number,
  extra?: DemoDiveExtra,
];
