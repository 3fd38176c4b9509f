/**
 * Encodes text in few bytes before it is deflated. A non-Latin letter takes two or three bytes in UTF-8, but one here,
 * because names stay within their alphabet. The text must not contain control characters except line breaks.
 */
const alphabetMarker = 1;
const charMarker = 2;
/** Han, kana and Hangul start here; they don't fit alphabets of 128 characters. */
const firstWideChar = 0x3000;

export function compactText(text: string): Uint8Array {
  const bytes: number[] = [];
  let alphabet = 1;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) {
      bytes.push(unit);
    } else if (unit >= firstWideChar) {
      bytes.push(charMarker, unit >> 8, unit & 0xff);
    } else {
      if (unit >> 7 !== alphabet) bytes.push(alphabetMarker, unit >> 7);
      alphabet = unit >> 7;
      bytes.push(0x80 | (unit & 0x7f));
    }
  }
  return Uint8Array.from(bytes);
}

export function expandText(bytes: Uint8Array): string {
  const units: number[] = [];
  let alphabet = 1;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] ?? 0;
    if (byte === alphabetMarker) {
      alphabet = bytes[++index] ?? 0;
    } else if (byte === charMarker) {
      units.push(((bytes[++index] ?? 0) << 8) | (bytes[++index] ?? 0));
    } else {
      units.push(byte < 0x80 ? byte : (alphabet << 7) | (byte & 0x7f));
    }
  }
  return String.fromCharCode(...units);
}
