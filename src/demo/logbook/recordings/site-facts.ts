import type { Position } from '#features/logbook/shared/dive-files/dive-file.ts';
import type { SiteKind } from './bottom-shapes.ts';

const walls =
  /wall|drop-off|thila|elphinstone|blue hole|reqqa|punta sur|los gigantes|gullmarsfjord|columbretes|bajo|hachijō|\barch|gabinière|kandu|steep/i;
const wrecks =
  /^(?:sms|hms|ss|us[as]|um el faroud|spiegel grove|giannis|carnatic|chrisoula|dunraven|taranto|sea tiger|f2 and|tabarka)\b/i;

interface DivedSite {
  location: string;
  title: string;
  bodyOfWater: string | undefined;
  entry: string | null;
  isTraining: boolean;
}

export function getSiteKind({ location, title, bodyOfWater, entry, isTraining }: DivedSite): SiteKind {
  if (isTraining) return 'training';
  if (bodyOfWater !== undefined && bodyOfWater !== 'Ocean') return 'quarry';
  if (wrecks.test(location) || /\bwreck\b/i.test(title)) return 'wreck';
  if (walls.test(location) || walls.test(title)) return 'wall';
  return entry === 'Shore' ? 'slope' : 'reef';
}

/** Latitude and longitude of well-known sites, to about a hundred metres. Invented sites have none. */
const positions: Readonly<Record<string, readonly [latitude: number, longitude: number]>> = {
  'Harbour Gully, St Abbs': [55.899, -2.128],
  'Cathedral Rock, St Abbs': [55.899, -2.126],
  'Longstone, Farne Islands': [55.644, -1.61],
  'The Hopper, Farne Islands': [55.637, -1.617],
  'Staple Island, Farne Islands': [55.63, -1.621],
  'Stoney Cove, Leicestershire': [52.543, -1.274],
  'Capernwray, Lancashire': [54.144, -2.711],
  'Smögen, Bohuslän': [58.352, 11.222],
  'Saltstraumen, Norway': [67.231, 14.619],
  'El Puertito, Tenerife': [28.113, -16.768],
  'Radazul, Tenerife': [28.401, -16.323],
  'Blue Hole, Gozo': [36.054, 14.188],
  'Inland Sea, Gozo': [36.054, 14.191],
  'Um El Faroud, Malta': [35.819, 14.45],
  'HMS Maori, Malta': [35.901, 14.517],
  'SS Thistlegorm, Egypt': [27.814, 33.921],
  'Shark and Yolanda Reef, Egypt': [27.723, 34.26],
  'Elphinstone Reef, Egypt': [25.309, 34.861],
  'Giannis D, Egypt': [27.578, 33.924],
  'Sha’ab Samadai, Egypt': [24.99, 34.99],
  'Abu Dabbab, Egypt': [25.339, 34.74],
  'Palancar Gardens, Cozumel': [20.343, -87.024],
  'Santa Rosa Wall, Cozumel': [20.369, -87.029],
  'Dos Ojos, Tulum': [20.325, -87.391],
  'Maaya Thila Ari Atoll, Maldives': [4.089, 72.86],
  'Banana Reef, Maldives': [4.238, 73.53],
  'Molasses Reef, Florida': [25.012, -80.374],
  'Spiegel Grove, Florida': [25.067, -80.311],
  'USS Vandenberg, Florida': [24.46, -81.734],
  'Blue Heron Bridge, Florida': [26.783, -80.043],
  'Molokini Back Wall, Hawaii': [20.631, -156.496],
  'Two Step, Hawaii': [19.423, -155.911],
  'Puhi Bay, Hawaii': [19.732, -155.046],
  'Islas Medas, Spain': [42.048, 3.223],
  'Cabo de Palos, Spain': [37.635, -0.69],
  'Osezaki, Japan': [35.03, 138.789],
};

export function findPosition(location: string): Position | null {
  const position = positions[location];
  return position === undefined ? null : { latitude: position[0], longitude: position[1] };
}
