import { DiveFileError, type DiveFileFormat } from './dive-file.ts';
import { isFit } from './fit-parts.ts';
import { isShearwaterCsv } from './shearwater/read-shearwater-csv.ts';
import { isShearwaterLog } from './shearwater/read-shearwater-log.ts';
import { isZip } from './read-zip.ts';
import { decodeStart } from './text-encoding.ts';
import { forbiddenCharacters } from './xml.ts';

/** Formats by the name of the root element. Programs that share a name differ in what follows. */
const rootFormats = new Map<string, (start: string) => DiveFileFormat | null>([
  ['uddf', () => 'uddf'],
  ['divelog', (start) => (/<diveLogRecords|<startSurfacePressure/.test(start) ? 'shearwater-xml' : 'subsurface')],
  ['dive', (start) => (/<diveLog[\s>]/i.test(start) ? 'shearwater-xml' : null)],
  // The first versions of Subsurface wrote no program.
  ['dives', (start) => (/<program[\s>]|<dive\s[^<>]*\b(?:date|number)\s*=/.test(start) ? 'subsurface' : 'macdive')],
  ['divinglog', () => 'divinglog'],
  ['divelogsdata', () => 'divelogs'],
  ['sml', () => 'suunto-sml'],
]);

/** Recognizes a format by its first bytes; null if it is none of ours. */
export function detectFormat(bytes: Uint8Array): DiveFileFormat | null {
  if (isFit(bytes)) return 'fit';
  if (isZip(bytes)) return 'zip';
  if (isSqlite(bytes)) return 'shearwater-db';
  if (isShearwaterLog(bytes)) return 'shearwater-log';
  const start = decodeStart(bytes)
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (start.startsWith('<')) return rootFormats.get(findRootName(start) ?? '')?.(start) ?? null;
  if (/^(?:FSH|ZRH|ZDH)\|/.test(start)) return 'dl7';
  if (/^[[{]/.test(start)) return start.includes('"DeviceLog"') ? 'suunto-json' : null;
  if (isShearwaterCsv(start)) return 'shearwater-csv';
  return looksLikeTable(start) ? 'csv' : null;
}

function isSqlite(bytes: Uint8Array): boolean {
  return String.fromCharCode(...bytes.subarray(0, 16)) === 'SQLite format 3\0';
}

/** The name of the first element, after the declaration, comments and document type. */
function findRootName(text: string): string | null {
  let rest = text;
  for (;;) {
    const skipped = /^(?:<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!DOCTYPE[^[>]*>)\s*/i.exec(rest);
    if (skipped === null) break;
    rest = rest.slice(skipped[0].length);
  }
  if (/^<!DOCTYPE[^[>]*\[/i.test(rest))
    throw new DiveFileError('document-type', 'the XML has a document type with definitions');
  const name = /^<([\w.-]+:)?([\w.-]+)[\s/>]/.exec(rest);
  return name?.[2]?.toLowerCase() ?? null;
}

/** Text with a separator in one of its first lines. Binary data has many control characters, a text hardly any. */
function looksLikeTable(start: string): boolean {
  const controls = start.match(forbiddenCharacters)?.length ?? 0;
  return controls * 20 < start.length && (/[,;\t|]/.test(start) || /^sep=./i.test(start));
}
