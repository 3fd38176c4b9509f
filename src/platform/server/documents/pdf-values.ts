/** The PDF value types that Typst uses. */
export type PdfValue =
  | string
  | number
  | boolean
  | null
  | PdfString
  | PdfReference
  | PdfOperator
  | PdfValue[]
  | PdfDictionary;
export type PdfDictionary = Map<string, PdfValue>;

/** A PDF string, which consists of bytes. PDF names are JavaScript strings with a leading slash. */
export class PdfString {
  readonly bytes: Buffer;
  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}

export class PdfReference {
  readonly id: number;
  constructor(id: number) {
    this.id = id;
  }
}

/** An operator of a content stream, which follows its operands. */
class PdfOperator {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** The file differs from known Typst output, or cannot be converted as requested. */
export class UnsupportedPdfError extends Error {}

const tokenPattern = /\s*(<<|>>|\[|\]|\(|<[0-9A-Fa-f\s]*>|\/[^\s()<>[\]{}/%]*|[^\s()<>[\]{}/%]+|$)/y;
const keywords: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null };

/** Parses a sequence of values. */
export function parsePdfValues(text: string): PdfValue[] {
  const open: PdfValue[][] = [[]];
  const put = (value: PdfValue) => open.at(-1)?.push(value);
  const close = (): PdfValue[] => {
    const list = open.pop();
    if (list === undefined || open.length === 0) throw new UnsupportedPdfError('unexpected closing token');
    return list;
  };
  tokenPattern.lastIndex = 0;
  for (;;) {
    const part = tokenPattern.exec(text)?.[1];
    if (part === undefined) throw new UnsupportedPdfError('unexpected character');
    if (part === '') break;
    if (part === '<<' || part === '[') open.push([]);
    else if (part === ']') put(close());
    else if (part === '>>') put(toDictionary(close()));
    else if (part === '(') {
      const { bytes, end } = readPdfString(text, tokenPattern.lastIndex);
      put(new PdfString(bytes));
      tokenPattern.lastIndex = end;
    } else if (part.startsWith('<')) put(new PdfString(Buffer.from(part.slice(1, -1).replaceAll(/\s/g, ''), 'hex')));
    else if (part.startsWith('/')) put(part);
    else if (/^[-+]?(\d+(\.\d*)?|\.\d+)$/.test(part)) put(Number(part));
    else if (part === 'R') put(toReference(open.at(-1)?.splice(-2) ?? []));
    else put(keywords[part] === undefined ? new PdfOperator(part) : keywords[part]);
  }
  const [values] = open;
  if (values === undefined || open.length > 1) throw new UnsupportedPdfError('unterminated array or dictionary');
  return values;
}

function toReference([id]: PdfValue[]): PdfReference {
  if (typeof id !== 'number') throw new UnsupportedPdfError('invalid reference');
  return new PdfReference(id);
}

function toDictionary(list: PdfValue[]): PdfDictionary {
  const dictionary: PdfDictionary = new Map();
  for (let index = 0; index < list.length; index += 2) {
    const [key, value] = list.slice(index, index + 2);
    if (typeof key !== 'string' || value === undefined || dictionary.has(key))
      throw new UnsupportedPdfError('invalid dictionary');
    dictionary.set(key, value);
  }
  return dictionary;
}

const escapedCharacters: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', '\n': '' };

/** Reads a string from after its opening parenthesis. */
export function readPdfString(text: string, start: number): { bytes: Buffer; end: number } {
  let read = '';
  let depth = 1;
  for (let position = start; position < text.length; position++) {
    let character = text.charAt(position);
    if (character === '\\') {
      const octal = /^[0-7]{1,3}/.exec(text.slice(position + 1, position + 4))?.[0];
      const next = text.charAt(position + 1);
      character =
        octal === undefined ? (escapedCharacters[next] ?? next) : String.fromCharCode(Number.parseInt(octal, 8) & 255);
      position += octal?.length ?? 1;
    } else if (character === '(') depth++;
    else if (character === ')' && --depth === 0) return { bytes: Buffer.from(read, 'latin1'), end: position + 1 };
    read += character;
  }
  throw new UnsupportedPdfError('unterminated string');
}

/** Formats a string literal, in UTF-16 unless it is printable ASCII. */
export function formatPdfString(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return `(${text.replaceAll(/[\\()]/g, '\\$&')})`;
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
  return `<${bytes.toString('hex').toUpperCase()}>`;
}

export function formatPdfDate(at: Date): string {
  return `(D:${at.toISOString().slice(0, 19).replaceAll(/\D/g, '')}Z)`;
}
