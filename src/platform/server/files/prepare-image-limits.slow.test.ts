import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { ImageError, type ImageOptions, prepareImage } from './prepare-image.ts';

const options: ImageOptions = { shape: 'square', maxSidePx: 200, minSidePx: 50 };

function createPlainImage(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: { r: 220, g: 30, b: 30 } } });
}

async function getImageProblem(file: Buffer, changed: Partial<ImageOptions> = {}): Promise<string> {
  try {
    await prepareImage(file, { ...options, ...changed });
    return 'none';
  } catch (error) {
    return error instanceof ImageError ? error.problem : String(error);
  }
}

function chunk(name: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(name), data]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

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
    return Buffer.concat([start, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
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
