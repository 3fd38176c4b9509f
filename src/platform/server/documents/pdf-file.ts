import { inflateSync } from 'node:zlib';
import {
  type PdfDictionary,
  PdfReference,
  PdfString,
  type PdfValue,
  parsePdfValues,
  UnsupportedPdfError,
} from './pdf-values.ts';

/** A PDF as Typst writes it: uncompressed objects in sequence and a single xref table. */
export interface PdfFile {
  bytes: Buffer;
  /** Offsets by object id. Index 0 is unused. */
  offsets: readonly number[];
  ends: readonly number[];
  tableAt: number;
  rootId: number;
  infoId: number;
  /** The permanent id of the file, then the id of this version. */
  fileId: readonly [Buffer, Buffer];
}

export interface PdfObject {
  value: PdfValue;
  /** The source text without the stream. */
  text: string;
  stream: Buffer | null;
}

const xrefEntryLength = 20;

export function parsePdf(bytes: Buffer): PdfFile {
  const end = /\nstartxref\n(\d+)\n%%EOF\s*$/.exec(bytes.toString('latin1', Math.max(0, bytes.length - 64)));
  const tableAt = Number(end?.[1] ?? bytes.length);
  const head = /^xref\n0 (\d+)\n/.exec(bytes.toString('latin1', tableAt, tableAt + 32));
  if (end === null || head === null) throw new UnsupportedPdfError('the xref table is missing or not the only one');
  const entriesAt = tableAt + head[0].length;
  const trailerAt = entriesAt + Number(head[1]) * xrefEntryLength;
  const offsets = Array.from({ length: Number(head[1]) }, (_, id) => {
    if (id === 0) return 0;
    const at = entriesAt + id * xrefEntryLength;
    const offset = Number(
      /^(\d{10}) 00000 n/.exec(bytes.toString('latin1', at, at + xrefEntryLength))?.[1] ?? bytes.length,
    );
    const name = `${id} 0 obj\n`;
    if (bytes.toString('latin1', offset, offset + name.length) !== name)
      throw new UnsupportedPdfError(`object ${id} is not at its xref offset`);
    return offset;
  });
  const [, trailer] = parsePdfValues(bytes.toString('latin1', trailerAt, bytes.length - end[0].length));
  const entries = assertDictionary(trailer, 'the trailer');
  const ids = entries.get('/ID');
  const [first, second] = Array.isArray(ids) ? ids : [];
  if (!(first instanceof PdfString && second instanceof PdfString))
    throw new UnsupportedPdfError('the file has no /ID');
  if (entries.has('/Prev') || entries.has('/Encrypt'))
    throw new UnsupportedPdfError('the file is encrypted or was updated incrementally');
  const inOrder = offsets.slice(1).toSorted((a, b) => a - b);
  const following = new Map(inOrder.map((offset, index) => [offset, inOrder[index + 1] ?? tableAt]));
  return {
    bytes,
    offsets,
    ends: offsets.map((offset) => following.get(offset) ?? 0),
    tableAt,
    rootId: getReferenceId(entries.get('/Root'), 'the catalog'),
    infoId: getReferenceId(entries.get('/Info'), 'the info dictionary'),
    fileId: [first.bytes, second.bytes],
  };
}

export function getPdfObject({ bytes, offsets, ends }: PdfFile, id: number): PdfObject {
  const start = (offsets[id] ?? bytes.length) + `${id} 0 obj\n`.length;
  const next = ends[id] ?? bytes.length;
  const streamAt = bytes.subarray(start, next).indexOf('\nstream\n');
  const end = streamAt === -1 ? bytes.lastIndexOf('\nendobj', next) : start + streamAt;
  const text = bytes.toString('latin1', start, end);
  const [value, ...more] = parsePdfValues(text);
  if (end < start || value === undefined || more.length > 0) throw new UnsupportedPdfError(`object ${id} is malformed`);
  if (streamAt === -1) return { value, text, stream: null };
  const length = assertDictionary(value, `object ${id}`).get('/Length');
  const from = end + '\nstream\n'.length;
  if (typeof length !== 'number' || bytes.toString('latin1', from + length, from + length + 10) !== '\nendstream')
    throw new UnsupportedPdfError(`the stream of object ${id} has a wrong length`);
  return { value, text, stream: bytes.subarray(from, from + length) };
}

/** Decompresses the stream of an object. */
export function decodeStream({ value, stream }: PdfObject): Buffer {
  const filter = assertDictionary(value, 'a stream').get('/Filter');
  if (stream === null) throw new UnsupportedPdfError('the object has no stream');
  if (filter === undefined) return stream;
  if (filter !== '/FlateDecode') throw new UnsupportedPdfError('unsupported stream filter');
  return inflateSync(stream);
}

export function assertDictionary(value: PdfValue | undefined, label: string): PdfDictionary {
  if (!(value instanceof Map)) throw new UnsupportedPdfError(`${label} is not a dictionary`);
  return value;
}

export function getReferenceId(value: PdfValue | undefined, label: string): number {
  if (!(value instanceof PdfReference)) throw new UnsupportedPdfError(`${label} is not a reference`);
  return value.id;
}

/** Appends an entry to the source text of a dictionary. */
export function addDictionaryEntry(text: string, entry: string): string {
  const end = text.lastIndexOf('>>');
  if (!text.startsWith('<<') || text.slice(end).trim() !== '>>')
    throw new UnsupportedPdfError('the object is not a dictionary');
  return `${text.slice(0, end)}  ${entry}\n>>`;
}

export function formatStream(entries: string, bytes: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`<<\n  /Length ${bytes.length}\n  ${entries}\n>>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ]);
}

export type PdfChanges = ReadonlyMap<number, string | Buffer>;

/** Rewrites the file with replaced and added objects. */
export function rewritePdf(file: PdfFile, changes: PdfChanges): Buffer {
  const { bytes, offsets, ends } = file;
  const known = offsets.map((_, id) => id).slice(1);
  const added = [...changes.keys()].filter((id) => id >= offsets.length);
  const head = bytes.subarray(0, Math.min(...offsets.slice(1)));
  const objects = [...known, ...added].map((id): [number, Buffer] => {
    const body = changes.get(id);
    return [id, body === undefined ? bytes.subarray(offsets[id], ends[id]) : formatObject(id, body)];
  });
  return assemblePdf(file, [head], objects, { versionId: file.fileId[1], previous: null });
}

/** Appends changes as an incremental update. The original bytes stay unchanged. */
export function appendToPdf(file: PdfFile, changes: PdfChanges, versionId: Buffer): Buffer {
  const objects = [...changes].map(([id, body]): [number, Buffer] => [id, formatObject(id, body)]);
  return assemblePdf(file, [file.bytes, Buffer.from('\n')], objects, { versionId, previous: file.tableAt });
}

function formatObject(id: number, body: string | Buffer): Buffer {
  const bytes = typeof body === 'string' ? Buffer.from(body, 'latin1') : body;
  return Buffer.concat([Buffer.from(`${id} 0 obj\n`), bytes, Buffer.from('\nendobj\n\n')]);
}

interface PdfVersion {
  versionId: Buffer;
  /** The offset of the previous xref table. */
  previous: number | null;
}

function assemblePdf(file: PdfFile, head: Buffer[], objects: [number, Buffer][], version: PdfVersion): Buffer {
  const objectOffsets = new Map<number, number>();
  let length = head.reduce((sum, piece) => sum + piece.length, 0);
  for (const [id, piece] of objects) {
    objectOffsets.set(id, length);
    length += piece.length;
  }
  return Buffer.concat([
    ...head,
    ...objects.map(([, piece]) => piece),
    formatXrefTable(file, objectOffsets, length, version),
  ]);
}

function formatXrefTable(
  file: PdfFile,
  objectOffsets: Map<number, number>,
  at: number,
  { versionId, previous }: PdfVersion,
): Buffer {
  const ids = [0, ...objectOffsets.keys()].toSorted((a, b) => a - b);
  const lines = ids.flatMap((id, index) => {
    const head = index > 0 && ids[index - 1] === id - 1 ? [] : [`${id} ${countConsecutiveIds(ids, index)}\n`];
    const entry =
      id === 0 ? '0000000000 65535 f\r\n' : `${String(objectOffsets.get(id)).padStart(10, '0')} 00000 n\r\n`;
    return [...head, entry];
  });
  const trailer = [
    `/Size ${Math.max(file.offsets.length, (ids.at(-1) ?? 0) + 1)}`,
    `/Root ${file.rootId} 0 R`,
    `/Info ${file.infoId} 0 R`,
    `/ID [${[file.fileId[0], versionId].map((id) => `<${id.toString('hex').toUpperCase()}>`).join(' ')}]`,
    ...(previous === null ? [] : [`/Prev ${previous}`]),
  ];
  return Buffer.from(
    `xref\n${lines.join('')}trailer\n<<\n  ${trailer.join('\n  ')}\n>>\nstartxref\n${at}\n%%EOF`,
    'latin1',
  );
}

function countConsecutiveIds(ids: number[], from: number): number {
  let end = from;
  while (ids[end + 1] === (ids[end] ?? 0) + 1) end++;
  return end - from + 1;
}
