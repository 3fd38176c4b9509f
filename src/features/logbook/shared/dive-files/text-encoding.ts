import type { ReadWarning } from './dive-file.ts';
import { addWarning } from './warnings.ts';

const chunkBytes = 256 * 1024;

/**
 * Decodes text in chunks, so that a large file is never held as one string. The encoding is that of the byte order mark,
 * then the declared one, then UTF-8. Text that isn't valid UTF-8 is read as Windows-1252, in which every byte is valid,
 * unless only a few of its letters are damaged.
 */
export function* decodeChunks(bytes: Uint8Array, warnings: ReadWarning[]): Generator<string> {
  const decoder = new TextDecoder(detectEncoding(bytes, warnings));
  for (let start = 0; start < bytes.length; start += chunkBytes) {
    const text = decoder.decode(bytes.subarray(start, start + chunkBytes), { stream: true });
    if (text !== '') yield text;
  }
  const rest = decoder.decode();
  if (rest !== '') yield rest;
}

export function decodeText(bytes: Uint8Array, warnings: ReadWarning[]): string {
  return [...decodeChunks(bytes, warnings)].join('');
}

/** The first characters of a file, to recognize its format. A comment or another value can come before what matters. */
export function decodeStart(bytes: Uint8Array, length = 64 * 1024): string {
  const start = bytes.subarray(0, length);
  return new TextDecoder(detectMark(start) ?? 'utf-8').decode(start);
}

function detectMark(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be';
  return detectHalfEmpty(bytes);
}

/** Latin text in UTF-16 without a mark has a zero in every other byte. */
function detectHalfEmpty(bytes: Uint8Array): string | null {
  const start = bytes.subarray(0, 16);
  if (start.length < 16) return null;
  const hasZeros = (parity: 0 | 1) => start.every((byte, index) => (byte === 0) === (index % 2 === parity));
  if (hasZeros(1)) return 'utf-16le';
  return hasZeros(0) ? 'utf-16be' : null;
}

function detectEncoding(bytes: Uint8Array, warnings: ReadWarning[]): string {
  const marked = detectMark(bytes);
  if (marked !== null) return marked;
  const declaration = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const declared = /^(?:\u00EF\u00BB\u00BF)?\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(declaration)?.[1];
  // A file that was converted to 8 bits may still declare UTF-16.
  const encoding = declared === undefined || /^utf-?16|^ucs/i.test(declared) ? 'utf-8' : declared;
  const known = findEncoding(encoding);
  if (known !== 'utf-8') {
    // By chance, text with letters outside ASCII is never valid UTF-8 in an encoding of one byte.
    if (!singleByte.test(known) || isAscii(bytes) || !isUtf8(bytes)) return known;
    addWarning(warnings, 'encoding', 'wrong-encoding', 'utf-8');
    return 'utf-8';
  }
  if (isUtf8(bytes)) return 'utf-8';
  const damaged = isDamagedUtf8(bytes) ? 'utf-8' : 'windows-1252';
  addWarning(warnings, 'encoding', 'wrong-encoding', damaged);
  return damaged;
}

/** Whether more letters are valid than broken. Text in another encoding has valid sequences only by chance. */
function isDamagedUtf8(bytes: Uint8Array): boolean {
  let [valid, broken] = [0, 0];
  for (let index = 0; index < bytes.length;) {
    const byte = bytes[index] ?? 0;
    const length = byte < 0x80 ? 1 : byte < 0xc2 ? 0 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : byte < 0xf5 ? 4 : 0;
    let next = index + 1;
    while (next < index + length && ((bytes[next] ?? 0) & 0xc0) === 0x80) next++;
    if (length > 1 && next === index + length) valid++;
    else if (length !== 1) broken++;
    index = next;
  }
  return valid > broken;
}

const singleByte = /^(?:windows-|iso-8859-|koi8|macintosh|x-mac)/;

const isAscii = (bytes: Uint8Array) => bytes.every((byte) => byte < 0x80);

function findEncoding(label: string): string {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return 'utf-8';
  }
}

function isUtf8(bytes: Uint8Array): boolean {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for (let start = 0; start < bytes.length; start += chunkBytes)
      decoder.decode(bytes.subarray(start, start + chunkBytes), { stream: true });
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}
