import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createPlainImage, createPngChunk, getImageProblem } from '#platform/testing/image-fixture.ts';

describe('prepareImage with a large image', () => {
  it('accepts an image of 48 megapixels', async () => {
    expect(await getImageProblem(await createPlainImage(8_000, 6_000).jpeg().toBuffer())).toBe('none');
  });

  it('rejects an image with too many pixels', async () => {
    expect(await getImageProblem(await createPlainImage(8_000, 7_000).png().toBuffer())).toBe('pixels');
    expect(await getImageProblem(await createPlainImage(8_000, 7_000).jpeg().toBuffer())).toBe('pixels');
  });
});

describe('prepareImage with a decompression bomb', () => {
  /** Four interlaced channels of 16 bits, which must be decoded in memory. A few hundred kilobytes as a file. */
  function bomb(side: number): Buffer {
    const header = Buffer.alloc(13);
    header.writeUInt32BE(side, 0);
    header.writeUInt32BE(side, 4);
    header.set([16, 6, 0, 0, 1], 8);
    const passes = [
      [0, 0, 8, 8],
      [4, 0, 8, 8],
      [0, 4, 4, 8],
      [2, 0, 4, 4],
      [0, 2, 2, 4],
      [1, 0, 2, 2],
      [0, 1, 1, 2],
    ] as const;
    const bytes = passes
      .map(([x, y, dx, dy]) => Math.ceil((side - y) / dy) * (1 + 8 * Math.ceil((side - x) / dx)))
      .reduce((sum, count) => sum + count, 0);
    const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    const pixels = deflateSync(Buffer.alloc(bytes), { level: 1 });
    return Buffer.concat([
      start,
      createPngChunk('IHDR', header),
      createPngChunk('IDAT', pixels),
      createPngChunk('IEND', Buffer.alloc(0)),
    ]);
  }

  it('rejects the image and accepts the next one', { timeout: 120_000 }, async () => {
    const files = [
      bomb(7_000),
      await createPlainImage(7_000, 7_000).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
    ];
    const small = await createPlainImage(100, 100).jpeg().toBuffer();
    for (const file of files) {
      expect(file.length).toBeLessThan(3_000_000);
      expect(await getImageProblem(file, { shape: 'whole' })).toBe('pixels');
      expect(await getImageProblem(small)).toBe('none');
    }
  });
});
