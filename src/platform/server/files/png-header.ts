export interface PngHeader {
  width: number;
  height: number;
  /** Whether the file declares several frames (APNG). */
  isAnimated: boolean;
  /** Whether the file is complete up to its end chunk. */
  isWhole: boolean;
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const headerLength = 13;

/** Reads the chunks of a PNG without decoding it; null if the file is no PNG. */
export function readPngHeader(file: Buffer): PngHeader | null {
  if (!file.subarray(0, 8).equals(signature)) return null;
  const header: PngHeader = { width: 0, height: 0, isAnimated: false, isWhole: false };
  // A chunk has four bytes of length, four of name, the content and four of checksum.
  for (let start = 8; start + 12 <= file.length;) {
    const length = file.readUInt32BE(start);
    const name = file.toString('latin1', start + 4, start + 8);
    const end = start + 12 + length;
    if (name === 'IHDR' && length >= headerLength && start + 16 <= file.length) {
      header.width = file.readUInt32BE(start + 8);
      header.height = file.readUInt32BE(start + 12);
    }
    if (name === 'acTL' || name === 'fcTL') header.isAnimated = true;
    if (name === 'IEND') header.isWhole = end <= file.length;
    if (header.isWhole) break;
    start = end;
  }
  return header;
}
