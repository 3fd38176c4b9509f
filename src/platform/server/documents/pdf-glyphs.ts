import { UnsupportedPdfError } from './pdf-values.ts';

export interface DrawnGlyph {
  font: string;
  code: number;
  /** Whether an /ActualText covers the glyph. */
  isExplained: boolean;
}

const [open, close, less, greater, slash, escape, quote, doubleQuote] = Buffer.from('()<>/\\\'"');

/**
 * The distinct glyphs that a page draws. Pages are long, so the content is scanned byte by byte, and operands are
 * dropped after their operator.
 */
export function listDrawnGlyphs(content: Buffer): DrawnGlyph[] {
  /** Codes by font. Each entry is twice the code, plus one if an /ActualText covers it. */
  const drawn = new Map<string, Set<number>>();
  const explained: boolean[] = [];
  let font = '';
  let name = '';
  let isText = false;
  let codes: number[] = [];
  let at = 0;
  while (at < content.length) {
    const byte = content[at];
    if (byte === open) {
      const text = readStringCodes(content, at + 1);
      codes.push(...text.codes);
      at = text.end;
    } else if (byte === less && content[at + 1] === less) at += 2;
    else if (byte === less) {
      const end = content.indexOf('>', at);
      codes.push(...toTwoByteCodes([...Buffer.from(content.toString('latin1', at + 1, end), 'hex')]));
      at = end + 1;
    } else if (byte === slash) {
      const end = findWordEnd(content, at + 1);
      name = content.toString('latin1', at, end);
      isText ||= name === '/ActualText';
      at = end;
    } else if (isLetter(byte)) {
      const end = findWordEnd(content, at);
      const operator = content.toString('latin1', at, end);
      assertSupportedOperator(operator, name);
      if (operator === 'Tf') font = name;
      else if (operator === 'BDC' || operator === 'BMC') explained.push(isText);
      else if (operator === 'EMC') explained.pop();
      else if (operator === 'Tj' || operator === 'TJ') {
        const fontCodes = drawn.get(font) ?? new Set();
        drawn.set(font, fontCodes);
        const flag = explained.includes(true) ? 1 : 0;
        for (const code of codes) fontCodes.add(code * 2 + flag);
      }
      [name, isText, codes] = ['', false, []];
      at = end;
    } else if (byte === quote || byte === doubleQuote)
      throw new UnsupportedPdfError('unexpected Typst output: text operator');
    else at++;
  }
  return [...drawn].flatMap(([name, numbers]) =>
    [...numbers].map((number) => ({ font: name, code: number >> 1, isExplained: number % 2 === 1 })),
  );
}

function assertSupportedOperator(operator: string, name: string): void {
  if (operator === 'k' || operator === 'K' || name === '/DeviceCMYK')
    throw new UnsupportedPdfError('cannot create PDF/A: CMYK colors are not allowed');
  if (operator === 'BI') throw new UnsupportedPdfError('unexpected Typst output: inline image');
}

/** Operators start with a letter. So do `true` and `false`, which are never followed by drawing operators. */
function isLetter(byte: number | undefined): boolean {
  return byte !== undefined && ((byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a));
}

function findWordEnd(content: Buffer, from: number): number {
  let end = from;
  for (;;) {
    const byte = content[end] ?? 0x20;
    const isEnd = byte <= 0x20 || byte === slash || byte === open || byte === less || byte === greater;
    if (isEnd || byte === 0x5b || byte === 0x5d) return end;
    end++;
  }
}

const escapedBytes = new Map(
  [...Buffer.from('nrtbf')].map((byte, index) => [byte, Buffer.from('\n\r\t\b\f')[index] ?? 0]),
);

function isOctal(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x37;
}

function readStringCodes(content: Buffer, from: number): { codes: number[]; end: number } {
  const bytes: number[] = [];
  let depth = 1;
  let at = from;
  while (at < content.length) {
    let byte = content[at] ?? 0;
    if (byte === escape) {
      at++;
      byte = content[at] ?? 0;
      if (isOctal(byte)) {
        byte -= 0x30;
        for (let more = 0; more < 2 && isOctal(content[at + 1]); more++) byte = byte * 8 + (content[++at] ?? 0) - 0x30;
      } else byte = escapedBytes.get(byte) ?? byte;
    } else if (byte === open) depth++;
    else if (byte === close && --depth === 0) return { codes: toTwoByteCodes(bytes), end: at + 1 };
    bytes.push(byte);
    at++;
  }
  throw new UnsupportedPdfError('unterminated string');
}

function toTwoByteCodes(bytes: number[]): number[] {
  const codes: number[] = [];
  for (let at = 0; at + 1 < bytes.length; at += 2) codes.push((bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0));
  return codes;
}
