import { crc32 } from 'node:zlib';

export interface RowChunk {
  content: Buffer;
  rows: number;
}

const minBytes = 256 * 1024;
const averageBytes = 1024 * 1024;
const maxBytes = 4 * 1024 * 1024;
const newline = 10;

/**
 * Splits lines into chunks. Most chunks end after a line whose checksum is low: the lines decide where, so a line that
 * was added or changed affects only the chunk it is in, and the others are recognized as already stored.
 */
export async function* splitRows(source: AsyncIterable<Buffer>): AsyncGenerator<RowChunk> {
  let parts: Buffer[] = [];
  let bytes = 0;
  let rows = 0;
  let row = { checksum: 0, bytes: 0 };
  const takeChunk = (): RowChunk => {
    const chunk = { content: Buffer.concat(parts), rows };
    [parts, bytes, rows] = [[], 0, 0];
    return chunk;
  };
  for await (const piece of source) {
    let chunkStart = 0;
    let rowStart = 0;
    for (let end = piece.indexOf(newline); end !== -1; end = piece.indexOf(newline, rowStart)) {
      const line = piece.subarray(rowStart, end + 1);
      rowStart = end + 1;
      bytes += line.length;
      rows += 1;
      const rowBytes = row.bytes + line.length;
      const isCut =
        bytes >= maxBytes ||
        (bytes >= minBytes && crc32(line, row.checksum) < (rowBytes / averageBytes) * 0x1_0000_0000);
      row = { checksum: 0, bytes: 0 };
      if (isCut) {
        parts.push(piece.subarray(chunkStart, rowStart));
        chunkStart = rowStart;
        yield takeChunk();
      }
    }
    const rest = piece.subarray(rowStart);
    row = { checksum: crc32(rest, row.checksum), bytes: row.bytes + rest.length };
    bytes += rest.length;
    if (chunkStart < piece.length) parts.push(piece.subarray(chunkStart));
  }
  if (bytes > 0) yield takeChunk();
}

/** Splits a file at fixed positions, because stored files never change in the middle. */
export async function* splitBytes(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let bytes = 0;
  for await (let piece of source) {
    while (bytes + piece.length >= maxBytes) {
      const taken = maxBytes - bytes;
      yield Buffer.concat([...parts, piece.subarray(0, taken)]);
      piece = piece.subarray(taken);
      [parts, bytes] = [[], 0];
    }
    if (piece.length > 0) parts.push(piece);
    bytes += piece.length;
  }
  if (bytes > 0) yield Buffer.concat(parts);
}
