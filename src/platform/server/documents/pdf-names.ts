import { inflateSync } from 'node:zlib';

const whitespace = '\\0\\t\\n\\f\\r ';
const namePattern = new RegExp(`/([^${whitespace}()<>\\[\\]{}/%]+)`, 'g');
const streamStartPattern = /stream\r?\n/g;
const objectHeaderPattern = new RegExp(`\\d[${whitespace}]+\\d+[${whitespace}]+obj\\b`);
/** Far above the object streams of any file of a few megabytes. */
const maxUnpackedBytes = 64 * 1024 * 1024;

export class UnreadablePdfError extends Error {}

/**
 * All names in the file outside of streams and in object streams, unescaped: `/J#61vaScript` is JavaScript. A name
 * followed by an array ends with a bracket, such as `OpenAction[`.
 */
export function listPdfNames(file: Buffer): Set<string> {
  const names = new Set<string>();
  for (const text of iterateTexts(file)) collectNames(text, names);
  return names;
}

function collectNames(text: string, names: Set<string>): void {
  for (const found of text.matchAll(namePattern)) {
    const name = (found[1] ?? '').replaceAll(/#([0-9a-f]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    const next = text.slice(found.index + found[0].length, found.index + found[0].length + 8).trimStart();
    names.add(next.startsWith('[') ? `${name}[` : name);
  }
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
    const streamNames = new Set<string>();
    collectNames(text.slice(Math.max(from, text.lastIndexOf('obj', start.index)), start.index), streamNames);
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
