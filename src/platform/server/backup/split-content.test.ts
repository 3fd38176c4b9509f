import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { splitBytes, splitRows } from './split-content.ts';

/** The same rows in each run, because the number of chunks depends on the content. */
const createRows = (count: number) =>
  Array.from({ length: count }, (_, index) => `${index}\t${createHash('sha512').update(`${index}`).digest('hex')}\n`);

async function split(rows: readonly string[], pieceBytes = 65_536) {
  const all = Buffer.from(rows.join(''));
  const pieces: Buffer[] = [];
  for (let start = 0; start < all.length; start += pieceBytes) pieces.push(all.subarray(start, start + pieceBytes));
  return Array.fromAsync(splitRows(Readable.from(pieces)));
}

const toTexts = (chunks: readonly { content: Buffer }[]) => chunks.map(({ content }) => content.toString());

describe('splitRows', () => {
  it('returns all rows in order, in chunks of whole rows', async () => {
    const rows = createRows(40_000);
    const chunks = await split(rows);
    expect(toTexts(chunks).join('')).toBe(rows.join(''));
    expect(chunks.reduce((sum, chunk) => sum + chunk.rows, 0)).toBe(40_000);
    expect(chunks.length).toBeGreaterThan(2);
    expect(toTexts(chunks).every((text) => text.endsWith('\n'))).toBe(true);
  });

  it('splits at the same rows whatever the size of the pieces', async () => {
    const rows = createRows(20_000);
    expect(toTexts(await split(rows, 1_000))).toEqual(toTexts(await split(rows, 100_001)));
  });

  it('changes few chunks when rows are added, changed and removed', async () => {
    const rows = createRows(100_000);
    const before = new Set(toTexts(await split(rows)));
    const changed = rows.with(50_000, 'changed\n').toSpliced(100, 1).concat('added\n');
    const after = toTexts(await split(changed));
    expect(after.length).toBeGreaterThan(8);
    expect(after.filter((text) => !before.has(text)).length).toBeLessThanOrEqual(6);
  });

  it('keeps a row together that is larger than a chunk', async () => {
    const large = `${'x'.repeat(9_000_000)}\n`;
    const chunks = await split(['small\n', large, 'small\n']);
    expect(chunks.map(({ rows }) => rows)).toEqual([2, 1]);
    expect(await split([])).toEqual([]);
  });
});

describe('splitBytes', () => {
  it('splits at fixed positions', async () => {
    const all = randomBytes(9_000_000);
    const pieces = await Array.fromAsync(splitBytes(Readable.from([all.subarray(0, 5), all.subarray(5)])));
    expect(pieces.map(({ length }) => length)).toEqual([4_194_304, 4_194_304, 611_392]);
    expect(Buffer.concat(pieces).equals(all)).toBe(true);
    expect(await Array.fromAsync(splitBytes(Readable.from([])))).toEqual([]);
  });
});
