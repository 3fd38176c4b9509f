import { FitEncoder } from 'fit-file-parser/encoder';
import { DiveFileError, type ReadWarning } from './dive-file.ts';
import { addWarning } from './warnings.ts';

const maxMessages = 250_000;
const maxParts = 2000;

/** `.FIT` */
const signature = [0x2e, 0x46, 0x49, 0x54];
const signatureEnd = 12;

export function isFit(bytes: Uint8Array, offset = 0): boolean {
  const headerLength = bytes[offset];
  const isSigned = signature.every((byte, index) => bytes[offset + 8 + index] === byte);
  return (headerLength === 12 || headerLength === 14) && isSigned;
}

/**
 * Splits chained activities, because the parser reads only the first, and counts their messages before the parser creates
 * an object for each.
 */
export function splitFit(bytes: Uint8Array, warnings: ReadWarning[]): Uint8Array<ArrayBuffer>[] {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  let messages = 0;
  let skipped = 0;
  while (offset < bytes.length) {
    if (!isFit(bytes, offset)) {
      // Bytes between two activities, for example padding.
      const next = findFit(bytes, offset);
      skipped += next - offset;
      offset = next;
      continue;
    }
    const headerLength = bytes[offset] ?? 0;
    const view = new DataView(bytes.buffer, bytes.byteOffset + offset, bytes.length - offset);
    const dataEnd = headerLength + view.getUint32(4, true);
    if (dataEnd > view.byteLength) {
      if (parts.length === 0) throw new DiveFileError('malformed', 'the FIT file is cut off');
      break;
    }
    // A copy, because the parser can read past the end of a view.
    const part = Uint8Array.from(bytes.subarray(offset, offset + dataEnd + 2));
    messages += countMessages(part, headerLength, dataEnd, maxMessages - messages);
    const checksum = (part[dataEnd] ?? 0) + (part[dataEnd + 1] ?? 0) * 256;
    if (checksum !== FitEncoder.calculateCRC(part.subarray(0, dataEnd))) addWarning(warnings, 'file', 'checksum');
    if (parts.push(part) > maxParts)
      throw new DiveFileError('too-large', `the file has more than ${maxParts} activities`);
    offset += dataEnd + 2;
  }
  const unread = skipped + Math.max(0, bytes.length - offset);
  if (unread > 0) addWarning(warnings, 'file', 'not-decoded', `${unread} bytes`);
  return parts;
}

/** The start of the next activity, or the end of the file. */
function findFit(bytes: Uint8Array, start: number): number {
  for (let offset = start; offset < bytes.length - signatureEnd; offset++)
    if (bytes[offset + 8] === signature[0] && isFit(bytes, offset)) return offset;
  return bytes.length;
}

/** Walks the messages by the sizes of their definitions. */
function countMessages(part: Uint8Array, start: number, end: number, left: number): number {
  const sizes = new Map<number, number>();
  let count = 0;
  let offset = start;
  while (offset < end) {
    if (++count > left) throw new DiveFileError('too-large', `the FIT file has more than ${maxMessages} messages`);
    const header = part[offset] ?? 0;
    offset++;
    const isCompressed = (header & 0x80) !== 0;
    const type = isCompressed ? (header >> 5) & 0x03 : header & 0x0f;
    if (!isCompressed && (header & 0x40) !== 0) {
      const fields = part[offset + 4] ?? 0;
      let size = sumSizes(part, offset + 5, fields);
      offset += 5 + fields * 3;
      if ((header & 0x20) !== 0) {
        const developerFields = part[offset] ?? 0;
        size += sumSizes(part, offset + 1, developerFields);
        offset += 1 + developerFields * 3;
      }
      sizes.set(type, size);
    } else {
      const size = sizes.get(type);
      if (size === undefined) throw new DiveFileError('malformed', 'the FIT file has a message without a definition');
      offset += size;
    }
  }
  if (offset !== end) throw new DiveFileError('malformed', 'the FIT file ends inside a message');
  return count;
}

function sumSizes(part: Uint8Array, offset: number, fields: number): number {
  let sum = 0;
  for (let index = 0; index < fields; index++) sum += part[offset + index * 3 + 1] ?? 0;
  return sum;
}
