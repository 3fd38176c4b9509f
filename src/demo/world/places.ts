/** A dive store of the demo. Only Kelder Bay Diving has an account. */
export interface DemoStore {
  affiliateId: number;
  storeNumber: number;
  name: string;
  city: string;
  country: string;
  /** Sites of its courses and trips, `Site, Region` as in the list of dive sites, close enough for one day. */
  shallowSites: readonly [string, ...string[]];
  deepSites: readonly [string, ...string[]];
}

export const kelderBay: DemoStore = {
  affiliateId: 400_007,
  storeNumber: 20_001,
  name: 'Kelder Bay Diving',
  city: 'Kelder Bay',
  country: 'GB',
  shallowSites: ['Harbour Gully, St Abbs', 'Lifeboat Slip, Kelder Bay', 'The Old Breakwater, Kelder Bay'],
  deepSites: ['Cathedral Rock, St Abbs', 'Kelder Rock, St Abbs', 'Keel Ledge, Kelder Bay', 'Gun Rocks, Farne Islands'],
};
export const palmetto: DemoStore = {
  affiliateId: 400_009,
  storeNumber: 20_002,
  name: 'Palmetto Reef Divers',
  city: 'Key Marlow',
  country: 'US',
  shallowSites: ['Snapper Ledge, Florida', 'Molasses Reef, Florida'],
  deepSites: ['Molasses Reef, Florida', 'Conch Wall, Florida'],
};
export const blueLagoon: DemoStore = {
  affiliateId: 400_010,
  storeNumber: 20_003,
  name: 'Blue Lagoon Dive House',
  city: 'Fenadhoo',
  country: 'MV',
  shallowSites: ['Kuda Giri, Maldives', 'Banana Reef, Maldives'],
  deepSites: ['HP Reef, Maldives', 'Cocoa Thila, Maldives', 'Kandooma Thila, Maldives'],
};
export const marsaNur: DemoStore = {
  affiliateId: 400_013,
  storeNumber: 20_004,
  name: 'Marsa Nur Divers',
  city: 'Marsa Nur',
  country: 'EG',
  shallowSites: ['Abu Dabbab, Egypt', 'Sha’ab Samadai, Egypt'],
  deepSites: ['Sha’ab Samadai, Egypt', 'Elphinstone Reef, Egypt'],
};
export const costaClara: DemoStore = {
  affiliateId: 400_014,
  storeNumber: 20_005,
  name: 'Costa Clara Buceo',
  city: 'Cala Clara',
  country: 'ES',
  shallowSites: ['El Medallot, Spain', 'Islas Medas, Spain'],
  deepSites: ['Islas Medas, Spain', 'Carall Bernat, Spain', 'Dofí Nord, Spain'],
};
export const hatomaBlue: DemoStore = {
  affiliateId: 400_015,
  storeNumber: 20_006,
  name: 'Hatoma Blue',
  city: 'Hatoma',
  country: 'JP',
  shallowSites: ['Osaki Hanagoi Reef, Japan', 'Barasu, Japan'],
  deepSites: ['Manta Scramble Ishigaki, Japan', 'Yonehara W Arch, Japan'],
};

export const demoStores = [kelderBay, palmetto, blueLagoon, marsaNur, costaClara, hatomaBlue];

/** Water temperatures at the surface in °C, in the coldest and the warmest month. */
const waterByRegion: Readonly<Record<string, readonly [coldest: number, warmest: number]>> = {
  'St Abbs': [6, 14],
  'Kelder Bay': [5, 15],
  'Farne Islands': [6, 14],
  'Scapa Flow': [6, 13],
  Leicestershire: [5, 17],
  Lancashire: [5, 17],
  Bohuslän: [3, 19],
  Norway: [4, 13],
  Croatia: [11, 25],
  Malta: [15, 26],
  Gozo: [15, 26],
  Spain: [13, 25],
  Tenerife: [19, 24],
  Egypt: [22, 29],
  Maldives: [27, 30],
  Cozumel: [26, 29],
  Tulum: [25, 26],
  Hawaii: [24, 27],
  Florida: [23, 30],
  Japan: [22, 30],
};

export interface WaterTemperatures {
  air: number;
  surface: number;
  bottom: number;
}

/** What a diver would measure there on that day. All regions of the demo are in the northern hemisphere. */
export function measureTemperatures(location: string, date: string, depthM: number): WaterTemperatures {
  const region = location.slice(location.lastIndexOf(', ') + 2);
  const [coldest, warmest] = waterByRegion[region] ?? [16, 24];
  const dayOfYear = (Date.parse(date) - Date.UTC(Number(date.slice(0, 4)), 0, 1)) / 86_400_000;
  /** 1 at the end of August, when the sea is warmest; the air is a month ahead. */
  const season = (shiftDays: number) => (Math.cos(((dayOfYear + shiftDays - 238) / 365) * 2 * Math.PI) + 1) / 2;
  const surface = Math.round(coldest + (warmest - coldest) * season(0));
  const cooling = Math.min((depthM / 20) * (warmest - coldest) * 0.25 * season(0), surface - coldest);
  return {
    surface,
    bottom: Math.round(surface - cooling),
    air: Math.round(coldest + (warmest - coldest + 4) * season(25) - 1),
  };
}
