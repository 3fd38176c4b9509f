import { inflateSync } from 'node:zlib';
import { readPdfString } from './pdf-values.ts';

const whitespace = '\\0\\t\\n\\f\\r ';
const namePattern = new RegExp(`/([^${whitespace}()<>\\[\\]{}/%]+)`, 'g');
const streamStartPattern = /stream\r?\n/g;
const objectHeaderPattern = new RegExp(`\\d[${whitespace}]+\\d+[${whitespace}]+obj\\b`);
/** Far above the object streams of any file of a few megabytes. */
const maxUnpackedBytes = 64 * 1024 * 1024;

export class UnreadablePdfError extends Error {}

/** What a file contains outside of streams and in object streams. */
interface PdfContent {
  /**
   * All names, unescaped: `/J#61vaScript` is JavaScript. A name followed by an array ends with a bracket, such as
   * `OpenAction[`.
   */
  names: Set<string>;
  /** The addresses of links; null for one that is no text in its place, but in another object. */
  links: Set<string | null>;
}

export function readPdfContent(file: Buffer): PdfContent {
  const content: PdfContent = { names: new Set(), links: new Set() };
  for (const text of iterateTexts(file)) collectNames(text, content);
  return content;
}

function collectNames(text: string, { names, links }: PdfContent): void {
  for (const found of text.matchAll(namePattern)) {
    const name = (found[1] ?? '').replaceAll(/#([0-9a-f]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    const end = found.index + found[0].length;
    const next = text.slice(end, end + 8).trimStart();
    names.add(next.startsWith('[') ? `${name}[` : name);
    if (linkNames.has(name)) for (const link of readLink(text, end)) links.add(link);
  }
}

/** The address of a link, and that before all relative ones. `URI` is also the name of a kind of action. */
const linkNames = new Set(['URI', 'Base']);
/** Longer addresses make a file damaged, because each could be read to its end. */
const maxLinkLength = 8_192;
const gap = new RegExp(`(?:[${whitespace}]|%[^\\r\\n]*)*`, 'y');
const hexString = new RegExp(`<([0-9a-f${whitespace}]*)>`, 'iy');
/** After a name that is no key: another key, or the end of a dictionary or of a text that contains the name. */
const afterValue = /\/|>>|<<|\)/y;

/** The text at this place: `(…)`, or `<…>` in hexadecimal. Null for anything else, such as a reference to an object. */
function readLink(text: string, start: number): (string | null)[] {
  const matchAt = (pattern: RegExp, at: number) => {
    pattern.lastIndex = at;
    return pattern.exec(text);
  };
  const at = start + (matchAt(gap, start)?.[0].length ?? 0);
  if (text[at] === '(') return [readPdfString(text.slice(at + 1, at + maxLinkLength), 0).bytes.toString('latin1')];
  if (matchAt(afterValue, at) !== null) return [];
  const hex = matchAt(hexString, at)?.[1];
  return [hex === undefined ? null : Buffer.from(hex.replaceAll(/[^\da-f]/gi, ''), 'hex').toString('latin1')];
}

/** Includes streams that contain object headers, because xref offsets can point into any stream. */
function* iterateTexts(file: Buffer): Iterable<string> {
  const text = file.toString('latin1');
  let from = 0;
  streamStartPattern.lastIndex = 0;
  for (let start = streamStartPattern.exec(text); start !== null; start = streamStartPattern.exec(text)) {
    const begin = start.index + start[0].length;
    const end = text.indexOf('endstream', begin);
    if (end === -1) break;
    yield text.slice(from, start.index);
    const body = text.slice(begin, end);
    if (objectHeaderPattern.test(body)) yield body;
    const dictionary: PdfContent = { names: new Set(), links: new Set() };
    collectNames(text.slice(Math.max(from, text.lastIndexOf('obj', start.index)), start.index), dictionary);
    const { names: streamNames } = dictionary;
    if (streamNames.has('ObjStm')) yield decompressObjects(file.subarray(begin, end), streamNames);
    from = end;
    streamStartPattern.lastIndex = end + 'endstream'.length;
  }
  yield text.slice(from);
}

function decompressObjects(body: Buffer, names: Set<string>): string {
  if (!names.has('FlateDecode') && !names.has('FlateDecode[') && !names.has('Filter')) return body.toString('latin1');
  try {
    return inflateSync(body, { maxOutputLength: maxUnpackedBytes }).toString('latin1');
  } catch (error) {
    throw new UnreadablePdfError('cannot decompress an object stream', { cause: error });
  }
}
