import { Inflate, unzipSync, type UnzipFileInfo } from 'fflate';
import { DiveFileError, SharedLimitError, type DiveFile, type FileDive, type ReadWarning } from './dive-file.ts';
import { limits } from './limits.ts';
import { addWarning } from './warnings.ts';

const maxEntries = 5000;
const maxUnpackedBytes = 96 * 1024 ** 2;
/** Unpack to 8 MB at most. */
const inflateBytes = 8 * 1024;
/** Dive logs compress to a twentieth; only bombs are a thousand times smaller. */
const maxRatio = 500;

/** Folders, and files that an operating system adds. */
const ignoredNames = /(?:^|\/)(?:__MACOSX\/|\.[^./\\])|\/$/;
const mediaNames = /\.(?:jpe?g|png|gif|heic|webp|tiff?|mp4|mov|avi|pdf)$/i;

/** What all zips inside a file may unpack to together. */
export class UnpackBudget {
  #left = maxUnpackedBytes;

  take(bytes: number): void {
    this.#left -= bytes;
    if (this.#left < 0) throw new SharedLimitError('the zip unpacks to too much');
  }
}

export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);
}

type Entry = UnzipFileInfo & { index: number };

/** Reads the dive files of a zip. A file that can't be read gets a warning; the others are kept. */
export function readZip(
  bytes: Uint8Array,
  warnings: ReadWarning[],
  budget: UnpackBudget,
  readInner: (bytes: Uint8Array) => DiveFile,
): { dives: FileDive[]; formats: Set<string> } {
  const entries = listEntries(bytes, warnings);
  for (const { originalSize } of entries) budget.take(originalSize);
  const places = readDirectory(bytes);
  if (entries.length > 0 && entries.every(({ index }) => places[index]?.isEncrypted))
    throw new DiveFileError('malformed', 'the zip is encrypted');
  const dives: FileDive[] = [];
  const formats = new Set<string>();
  for (const entry of entries) {
    const { name } = entry;
    const place = places[entry.index];
    try {
      if (place === undefined) throw damaged();
      if (place.isEncrypted) throw new DiveFileError('malformed', 'the file is encrypted');
      const inner = readInner(unpack(bytes, entry, place.offset));
      formats.add(inner.format);
      for (const warning of inner.warnings)
        addWarning(warnings, `${name}: ${warning.field}`, warning.code, warning.value);
      for (const dive of inner.dives) {
        dive.file = dive.file === null ? name : `${name}/${dive.file}`;
        if (dives.push(dive) > limits.dives) throw new SharedLimitError('the zip has too many dives');
      }
    } catch (error) {
      if (!(error instanceof DiveFileError) || error instanceof SharedLimitError) throw error;
      // A browser that left a file out would show other dives than the server imports.
      if (error.code === 'server-only') throw error;
      addWarning(warnings, 'file', 'unreadable-file', `${name}: ${error.message}`);
    }
  }
  return { dives, formats };
}

function listEntries(bytes: Uint8Array, warnings: ReadWarning[]): Entry[] {
  const all: UnzipFileInfo[] = [];
  const list = (entry: UnzipFileInfo) => {
    if (all.push(entry) > maxEntries) throw new DiveFileError('too-large', `the zip has more than ${maxEntries} files`);
    return false;
  };
  try {
    unzipSync(bytes, { filter: list });
  } catch (error) {
    if (error instanceof DiveFileError) throw error;
    throw new DiveFileError('malformed', 'the zip is damaged or encrypted');
  }
  const entries = all.map((entry, index) => ({ ...entry, index })).filter(({ name }) => !ignoredNames.test(name));
  return entries.filter(({ name, size, originalSize }) => {
    const isBomb = originalSize > 1024 ** 2 && originalSize > size * maxRatio;
    const reason = mediaNames.test(name)
      ? 'not a dive log'
      : originalSize > limits.fileBytes || isBomb
        ? 'the file unpacks to too much'
        : null;
    if (reason !== null) addWarning(warnings, 'file', 'unreadable-file', `${name}: ${reason}`);
    return reason === null;
  });
}

/** Positions of files in the central directory, and which are encrypted. The library tells neither. */
function readDirectory(bytes: Uint8Array): { offset: number; isEncrypted: boolean }[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const places: { offset: number; isEncrypted: boolean }[] = [];
  let end = bytes.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== 0x06_05_4b_50) end--;
  let offset = end < 0 ? bytes.length : view.getUint32(end + 16, true);
  while (offset + 46 <= bytes.length && places.length < maxEntries) {
    if (view.getUint32(offset, true) !== 0x02_01_4b_50) break;
    const isEncrypted = (view.getUint16(offset + 8, true) & 1) !== 0;
    places.push({ offset: view.getUint32(offset + 42, true), isEncrypted });
    const lengths = [28, 30, 32].map((field) => view.getUint16(offset + field, true));
    offset += lengths.reduce((sum, length) => sum + length, 46);
  }
  return places;
}

/** Unpacks in small steps, because the size that a zip declares may be a fraction of what its data unpacks to. */
function unpack(bytes: Uint8Array, { size, originalSize, compression }: Entry, offset: number): Uint8Array {
  const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (offset + 30 > bytes.length) throw damaged();
  const start = offset + 30 + header.getUint16(offset + 26, true) + header.getUint16(offset + 28, true);
  const packed = bytes.subarray(start, start + size);
  if (packed.length !== size || (compression === 0 && size !== originalSize)) throw damaged();
  if (compression === 0) return packed.slice();
  if (compression !== 8) throw new DiveFileError('malformed', 'the file is packed in a way that is not read');
  const content = new Uint8Array(originalSize);
  let filled = 0;
  const inflate = new Inflate((part) => {
    if (filled + part.length > originalSize) throw damaged();
    content.set(part, filled);
    filled += part.length;
  });
  try {
    for (let from = 0; from < size; from += inflateBytes)
      inflate.push(packed.subarray(from, from + inflateBytes), from + inflateBytes >= size);
  } catch {
    throw damaged();
  }
  if (filled !== originalSize) throw damaged();
  return content;
}

const damaged = () => new DiveFileError('malformed', 'the file is damaged');
