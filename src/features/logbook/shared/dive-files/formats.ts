import type { DiveFileFormat } from './dive-file.ts';

interface FormatFacts {
  /** The name of the program or format, the same in all languages. */
  name: string;
  /** False if the reader was written from public descriptions alone. The import screen and `docs/dive-files.md` say so. */
  isTriedOnRealFile: boolean;
  /** Versions and sources of a tried format that no real file was read of. The same words are in `docs/dive-files.md`. */
  untriedVariants?: readonly string[];
  /** False if only the server can read the format, so that the preview needs an upload. */
  isReadInBrowser: boolean;
}

const tried = { isTriedOnRealFile: true, isReadInBrowser: true };
const untried = { isTriedOnRealFile: false, isReadInBrowser: true };

/** The only variant whose name is translated (`logbook.import.untried_csv_profiles`). */
export const csvProfiles = 'dive profiles in CSV files';

export const formats: Record<DiveFileFormat, FormatFacts> = {
  uddf: { name: 'UDDF', ...tried, untriedVariants: ['UDDF 2.x–3.1', 'UDDF 3.3'] },
  subsurface: { name: 'Subsurface XML', ...tried, untriedVariants: ['Subsurface XML 1–2'] },
  fit: { name: 'FIT', ...tried, untriedVariants: ['Suunto FIT', 'Shearwater FIT'] },
  csv: { name: 'CSV', ...tried, untriedVariants: [csvProfiles] },
  zip: { name: 'zip', ...tried },
  dl7: { name: 'DAN DL7', ...untried },
  macdive: { name: 'MacDive XML', ...untried },
  divinglog: { name: 'Diving Log XML', ...untried },
  divelogs: { name: 'divelogs.de', ...untried },
  'suunto-sml': { name: 'Suunto SML', ...untried },
  'suunto-json': { name: 'Suunto app JSON', ...untried },
  'shearwater-xml': { name: 'Shearwater XML', ...untried },
  'shearwater-csv': { name: 'Shearwater CSV', ...untried },
  'shearwater-log': { name: 'Shearwater log', ...untried },
  'shearwater-db': { name: 'Shearwater Cloud', isTriedOnRealFile: false, isReadInBrowser: false },
};

/** Everything that was read from public descriptions alone: whole formats, then variants of others. */
export const untriedNames: readonly string[] = [
  ...Object.values(formats).flatMap(({ name, isTriedOnRealFile }) => (isTriedOnRealFile ? [] : [name])),
  ...Object.values(formats).flatMap(({ untriedVariants = [] }) => untriedVariants),
];
