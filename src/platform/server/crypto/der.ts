/** Encodes a DER element (X.690), the format of certificates and signatures: tag, length, content. */
export function encodeDer(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const length = content.length.toString(16);
  const bytes = Buffer.from(length.padStart(length.length + (length.length % 2), '0'), 'hex');
  const head = content.length < 128 ? [tag, content.length] : [tag, 0x80 | bytes.length, ...bytes];
  return Buffer.concat([Buffer.from(head), content]);
}

export const derSequence = (...parts: Buffer[]): Buffer => encodeDer(0x30, ...parts);
/** Sorted, because DER requires a canonical order. */
export const derSet = (...parts: Buffer[]): Buffer => encodeDer(0x31, ...parts.toSorted(Buffer.compare));
export const derExplicit = (number: number, ...parts: Buffer[]): Buffer => encodeDer(0xa0 | number, ...parts);
export const derOctetString = (bytes: Buffer): Buffer => encodeDer(0x04, bytes);
export const derBitString = (bytes: Buffer, unused = 0): Buffer => encodeDer(0x03, Buffer.from([unused]), bytes);
export const derUtf8String = (text: string): Buffer => encodeDer(0x0c, Buffer.from(text));
export const derNull = encodeDer(0x05);
export const derTrue = encodeDer(0x01, Buffer.from([0xff]));

/** Encodes a non-negative integer. A leading zero byte keeps the sign bit clear. */
export function derInteger(value: number | Buffer): Buffer {
  const bytes = typeof value === 'number' ? Buffer.from([value]) : value;
  return encodeDer(0x02, (bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes);
}

export function derOid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const toBase128 = (number: number): number[] => {
    const digits = [number % 128];
    for (let left = Math.floor(number / 128); left > 0; left = Math.floor(left / 128))
      digits.unshift((left % 128) | 128);
    return digits;
  };
  return encodeDer(0x06, Buffer.from([first * 40 + second, ...rest].flatMap(toBase128)));
}

/** UTCTime up to 2049, GeneralizedTime afterwards (RFC 5280). */
export function derTime(at: Date): Buffer {
  const digits = `${at.toISOString().slice(0, 19).replaceAll(/\D/g, '')}Z`;
  return at.getUTCFullYear() < 2050
    ? encodeDer(0x17, Buffer.from(digits.slice(2)))
    : encodeDer(0x18, Buffer.from(digits));
}

export interface DerElement {
  tag: number;
  content: Buffer;
  /** The content with its tag and length. */
  whole: Buffer;
}

/** Parses the first element. Throws if it is truncated. */
export function parseDerElement(bytes: Buffer): DerElement {
  const short = bytes.readUInt8(1);
  const lengthBytes = short < 0x80 ? 0 : short - 0x80;
  const length = lengthBytes === 0 ? short : bytes.readUIntBE(2, lengthBytes);
  const start = 2 + lengthBytes;
  if (start + length > bytes.length) throw new RangeError('DER element is truncated');
  return {
    tag: bytes.readUInt8(0),
    content: bytes.subarray(start, start + length),
    whole: bytes.subarray(0, start + length),
  };
}

/** Parses a sequence of elements. */
export function parseDerElements(bytes: Buffer): DerElement[] {
  const parts: DerElement[] = [];
  for (let left = bytes; left.length > 0;) {
    const part = parseDerElement(left);
    parts.push(part);
    left = left.subarray(part.whole.length);
  }
  return parts;
}
