const exifPointerTag = 0x87_69;
/** When the photo was taken, or else when it was digitized. */
const timeTags = [0x90_03, 0x90_04];
const asciiType = 2;
const entryBytes = 12;
const timePattern = /^(\d{4}):(\d{2}):(\d{2}) (\d{2}:\d{2}:\d{2})$/;

/**
 * Reads when a photo was taken from its EXIF block, as local time on the camera's clock such as `2024-05-01T10:15:30`.
 * Returns null if the block has no valid time. Nothing else is read, the position least of all.
 */
export function readCaptureTime(exif: Uint8Array): string | null {
  const block = Buffer.from(exif.buffer, exif.byteOffset, exif.byteLength);
  const tiff = block.toString('latin1', 0, 4) === 'Exif' ? block.subarray(6) : block;
  try {
    const order = tiff.toString('latin1', 0, 2);
    if (order !== 'II' && order !== 'MM') return null;
    const read = createReader(tiff, order === 'II');
    const pointer = findEntry(read, read.uint32(4), exifPointerTag);
    if (pointer === null) return null;
    const folder = read.uint32(pointer + 8);
    for (const tag of timeTags) {
      const entry = findEntry(read, folder, tag);
      const time = entry === null ? null : parseTime(readText(tiff, read, entry));
      if (time !== null) return time;
    }
    return null;
  } catch (error) {
    // Offsets outside of the block: the photo is fine, only its time is unknown.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function createReader(tiff: Buffer, isLittleEndian: boolean) {
  return {
    uint16: (at: number) => (isLittleEndian ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at)),
    uint32: (at: number) => (isLittleEndian ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at)),
  };
}
type Reader = ReturnType<typeof createReader>;

/** The offset of a folder's entry. */
function findEntry(read: Reader, folder: number, tag: number): number | null {
  const count = read.uint16(folder);
  for (let index = 0; index < count; index++) {
    const entry = folder + 2 + index * entryBytes;
    if (read.uint16(entry) === tag) return entry;
  }
  return null;
}

function readText(tiff: Buffer, read: Reader, entry: number): string {
  if (read.uint16(entry + 2) !== asciiType) return '';
  const start = read.uint32(entry + 8);
  return tiff.toString('latin1', start, start + 19);
}

function parseTime(text: string): string | null {
  const [, year, month, day, clock] = timePattern.exec(text) ?? [];
  if (year === undefined) return null;
  const time = `${year}-${month}-${day}T${clock}`;
  const date = new Date(`${time}Z`);
  // A date that doesn't exist, such as 30 February, is moved or invalid.
  const isReal = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(time);
  return isReal && date.getUTCFullYear() >= 1900 ? time : null;
}
