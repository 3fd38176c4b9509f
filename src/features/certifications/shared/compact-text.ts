/**
 * A text in few bytes, before it is deflated. A letter of an alphabet other than Latin takes two or three bytes in
 * UTF-8; here it takes one, because names stay within their alphabet. The text must hold no control characters but
 * line breaks.
 */
const newAlphabet = 1;
const oneSign = 2;
/** From here on, signs have no alphabet of 128: Han, kana, Hangul. */
const firstSign = 0x3000;

export function compactText(text: string): Uint8Array {
  const bytes: number[] = [];
  let alphabet = 1;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) {
      bytes.push(unit);
    } else if (unit >= firstSign) {
      bytes.push(oneSign, unit >> 8, unit & 0xff);
    } else {
      if (unit >> 7 !== alphabet) bytes.push(newAlphabet, unit >> 7);
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
    if (byte === newAlphabet) {
      alphabet = bytes[++index] ?? 0;
    } else if (byte === oneSign) {
      units.push(((bytes[++index] ?? 0) << 8) | (bytes[++index] ?? 0));
    } else {
      units.push(byte < 0x80 ? byte : (alphabet << 7) | (byte & 0x7f));
    }
  }
  return String.fromCharCode(...units);
}
