/** The parts that a PDF is written in, as far as Typst uses them. */
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

/** A string is bytes; a name is a string here, with its slash. */
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

/** Any other word: what a page does, behind what it does it with. */
class PdfOperator {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** A file that is not as we know Typst to write it, or that cannot become what was asked for. */
export class UnsupportedPdfError extends Error {}

const tokenPattern = /\s*(<<|>>|\[|\]|\(|<[0-9A-Fa-f\s]*>|\/[^\s()<>[\]{}/%]*|[^\s()<>[\]{}/%]+|$)/y;
const keywords: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null };

/** All values of a text, one after the other. */
export function parsePdfValues(text: string): PdfValue[] {
  const open: PdfValue[][] = [[]];
  const put = (value: PdfValue) => open.at(-1)?.push(value);
  const close = (): PdfValue[] => {
    const list = open.pop();
    if (list === undefined || open.length === 0) throw new UnsupportedPdfError('a part ends that did not begin');
    return list;
  };
  tokenPattern.lastIndex = 0;
  for (;;) {
    const part = tokenPattern.exec(text)?.[1];
    if (part === undefined) throw new UnsupportedPdfError('a sign stands where none is known');
    if (part === '') break;
    if (part === '<<' || part === '[') open.push([]);
    else if (part === ']') put(close());
    else if (part === '>>') put(toDictionary(close()));
    else if (part === '(') {
      const { bytes, end } = readString(text, tokenPattern.lastIndex);
      put(new PdfString(bytes));
      tokenPattern.lastIndex = end;
    } else if (part.startsWith('<')) put(new PdfString(Buffer.from(part.slice(1, -1).replaceAll(/\s/g, ''), 'hex')));
    else if (part.startsWith('/')) put(part);
    else if (/^[-+]?(\d+\.?\d*|\.\d+)$/.test(part)) put(Number(part));
    else if (part === 'R') put(toReference(open.at(-1)?.splice(-2) ?? []));
    else put(keywords[part] === undefined ? new PdfOperator(part) : keywords[part]);
  }
  const [values] = open;
  if (values === undefined || open.length > 1) throw new UnsupportedPdfError('a part does not end');
  return values;
}

function toReference([id]: PdfValue[]): PdfReference {
  if (typeof id !== 'number') throw new UnsupportedPdfError('a reference names no object');
  return new PdfReference(id);
}

function toDictionary(list: PdfValue[]): PdfDictionary {
  const dictionary: PdfDictionary = new Map();
  for (let index = 0; index < list.length; index += 2) {
    const [key, value] = list.slice(index, index + 2);
    if (typeof key !== 'string' || value === undefined || dictionary.has(key))
      throw new UnsupportedPdfError('a dictionary is no list of names and values');
    dictionary.set(key, value);
  }
  return dictionary;
}

const escapedCharacters: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', '\n': '' };

/** The rest of a string from behind its first parenthesis. */
function readString(text: string, start: number): { bytes: Buffer; end: number } {
  let read = '';
  let depth = 1;
  for (let place = start; place < text.length; place++) {
    let sign = text.charAt(place);
    if (sign === '\\') {
      const octal = /^[0-7]{1,3}/.exec(text.slice(place + 1, place + 4))?.[0];
      const next = text.charAt(place + 1);
      sign =
        octal === undefined ? (escapedCharacters[next] ?? next) : String.fromCharCode(Number.parseInt(octal, 8) & 255);
      place += octal?.length ?? 1;
    } else if (sign === '(') depth++;
    else if (sign === ')' && --depth === 0) return { bytes: Buffer.from(read, 'latin1'), end: place + 1 };
    read += sign;
  }
  throw new UnsupportedPdfError('a string does not end');
}

/** As it is written: what is not plain is UTF-16. */
export function formatPdfString(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return `(${text.replaceAll(/[\\()]/g, '\\$&')})`;
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
  return `<${bytes.toString('hex').toUpperCase()}>`;
}

export function formatPdfDate(at: Date): string {
  return `(D:${at.toISOString().slice(0, 19).replaceAll(/\D/g, '')}Z)`;
}
