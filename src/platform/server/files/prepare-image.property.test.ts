import * as fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import {
  createPlainImage,
  createPngChunk,
  getImageProblem,
  red,
  testImageOptions,
} from '#platform/testing/image-fixture.ts';
import { propertyRuns } from '#platform/testing/property-runs.ts';
import { prepareImage } from './prepare-image.ts';

const options = testImageOptions;
const blue = { r: 30, g: 30, b: 220 };

/** Noise does not compress, so truncation always hits the image data. */
function createNoiseImage(width: number, height: number) {
  return sharp({
    create: { width, height, channels: 3, background: red, noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  });
}

/** Left half red, right half blue. */
async function createTwoColourImage(width: number, height: number) {
  const right = await createPlainImage(width / 2, height, blue)
    .png()
    .toBuffer();
  return createPlainImage(width, height).composite([{ input: right, left: width / 2, top: 0 }]);
}

async function colourAt(jpeg: Buffer, left: number, top: number): Promise<'red' | 'blue' | 'white' | 'other'> {
  const [r = 0, g = 0, b = 0] = await sharp(jpeg).extract({ left, top, width: 1, height: 1 }).raw().toBuffer();
  if (r > 180 && g > 180 && b > 180) return 'white';
  if (r > 180 && b < 80) return 'red';
  return b > 180 && r < 80 ? 'blue' : 'other';
}

/** Inserts a chunk after the header, which is always 25 bytes long. */
function withChunk(png: Buffer, name: string, data: Buffer): Buffer {
  return Buffer.concat([png.subarray(0, 33), createPngChunk(name, data), png.subarray(33)]);
}

describe('prepareImage', () => {
  it.each(['jpeg', 'png'] as const)('converts a %s to a square JPEG of the requested size', async (format) => {
    const prepared = await prepareImage(await createPlainImage(600, 400).toFormat(format).toBuffer(), options);
    expect(prepared).toMatchObject({ width: 200, height: 200 });
    expect(await sharp(prepared.jpeg).metadata()).toMatchObject({ format: 'jpeg', width: 200, height: 200 });
  });

  it('does not enlarge a small image', async () => {
    expect(await prepareImage(await createPlainImage(120, 90).jpeg().toBuffer(), options)).toMatchObject({
      width: 90,
      height: 90,
    });
  });

  it('keeps the aspect ratio for shape whole', async () => {
    const file = await createPlainImage(600, 400).jpeg().toBuffer();
    expect(await prepareImage(file, { ...options, shape: 'whole' })).toMatchObject({ width: 200, height: 133 });
  });

  it('removes all metadata', async () => {
    const file = await createPlainImage(300, 300)
      .withExif({
        IFD0: { Copyright: 'canary-of-somebody', Make: 'canary-camera' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '57/1 42/1 0/1' },
      })
      .withIccProfile('p3')
      .jpeg()
      .toBuffer();
    expect(file.includes('canary')).toBe(true);
    const { jpeg } = await prepareImage(file, options);
    const metadata = await sharp(jpeg).metadata();
    expect([metadata.exif, metadata.icc, metadata.iptc, metadata.xmp]).toEqual(Array(4).fill(undefined));
    expect(metadata.space).toBe('srgb');
    expect(jpeg.includes('canary')).toBe(false);
  });

  it('rotates the image and applies the crop after rotation', async () => {
    // Orientation 6: the left side of the stored image is the top of the displayed one.
    const file = await (await createTwoColourImage(400, 200)).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const whole = await prepareImage(file, { ...options, shape: 'whole', maxSidePx: 400 });
    expect(whole).toMatchObject({ width: 200, height: 400 });
    expect([await colourAt(whole.jpeg, 100, 20), await colourAt(whole.jpeg, 100, 380)]).toEqual(['red', 'blue']);
    const crop = { x: 0, y: 250, width: 150, height: 150 };
    const { jpeg } = await prepareImage(file, { ...options, crop });
    expect([await colourAt(jpeg, 5, 5), await colourAt(jpeg, 140, 140)]).toEqual(['blue', 'blue']);
    expect(await getImageProblem(file, { crop: { x: 250, y: 0, width: 100, height: 100 } })).toBe('crop');
  });

  it('crops to the center by default', async () => {
    const { jpeg } = await prepareImage(await (await createTwoColourImage(800, 200)).jpeg().toBuffer(), options);
    expect([await colourAt(jpeg, 10, 100), await colourAt(jpeg, 190, 100)]).toEqual(['red', 'blue']);
  });

  it('flattens transparency to white', async () => {
    const clear = sharp({
      create: { width: 100, height: 100, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    });
    expect(await colourAt((await prepareImage(await clear.png().toBuffer(), options)).jpeg, 50, 50)).toBe('white');
  });

  it('converts other color spaces to sRGB', async () => {
    for (const space of ['cmyk', 'b-w'] as const) {
      const file = await createPlainImage(100, 100).toColourspace(space).jpeg().toBuffer();
      const { jpeg } = await prepareImage(file, options);
      expect(await sharp(jpeg).metadata()).toMatchObject({ space: 'srgb', channels: 3 });
    }
  });
});

describe('prepareImage with an invalid file', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><rect width="100" height="100"/></svg>';

  it.each([
    ['a GIF', () => createPlainImage(100, 100).gif().toBuffer()],
    ['a WebP', () => createPlainImage(100, 100).webp().toBuffer()],
    ['a TIFF', () => createPlainImage(100, 100).tiff().toBuffer()],
    ['an AVIF', () => createPlainImage(100, 100).avif().toBuffer()],
    ['an SVG', async () => Buffer.from(svg)],
    ['a page', async () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a PDF', async () => Buffer.from('%PDF-1.7 and so on')],
    ['nothing', async () => Buffer.alloc(0)],
  ])('rejects %s by its content', async (_name, make) => {
    expect(await getImageProblem(await make())).toBe('type');
  });

  it.each([
    ['a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
    ['a PNG', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ])('rejects a page that starts like %s', async (_name, start) => {
    expect(await getImageProblem(Buffer.concat([start, Buffer.from(`<script>${'x'.repeat(200)}</script>`)]))).toBe(
      'damaged',
    );
  });

  it('rejects an animated PNG but not one with an unusual chunk', async () => {
    const png = await createPlainImage(100, 100).png().toBuffer();
    expect(await getImageProblem(withChunk(png, 'acTL', Buffer.alloc(8)))).toBe('animated');
    expect(await getImageProblem(withChunk(png, 'tEXt', Buffer.from('Comment\0acTL acTL fcTL')))).toBe('none');
  });

  it('rejects extreme dimensions', async () => {
    expect(await getImageProblem(await createPlainImage(30_000, 60).png().toBuffer())).toBe('pixels');
    const liar = await createPlainImage(100, 100).png().toBuffer();
    liar.writeUInt32BE(0x7f_ff_ff_ff, 16);
    expect(await getImageProblem(liar)).toBe('pixels');
    for (const [width, height] of [
      [1, 1],
      [49, 600],
    ] as const)
      expect(await getImageProblem(await createPlainImage(width, height).png().toBuffer())).toBe('pixels');
  });

  it.each(['jpeg', 'png'] as const)('rejects a truncated %s', async (format) => {
    const file = await createNoiseImage(120, 120).toFormat(format).toBuffer();
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 9, max: file.length - 20 }), async (length) => {
        expect(await getImageProblem(file.subarray(0, length))).toBe('damaged');
      }),
      { numRuns: propertyRuns(60) },
    );
  });
});

describe('prepareImage with a crop', () => {
  const size = { width: 300, height: 200 };
  it('accepts exactly the crops inside the image that are large enough', async () => {
    const file = await createPlainImage(size.width, size.height).jpeg().toBuffer();
    const whole = fc.integer({ min: 0, max: 320 });
    await fc.assert(
      fc.asyncProperty(whole, whole, whole, whole, async (x, y, width, height) => {
        const fits = x + width <= size.width && y + height <= size.height && Math.min(width, height) >= 50;
        expect(await getImageProblem(file, { crop: { x, y, width, height } })).toBe(fits ? 'none' : 'crop');
      }),
      {
        numRuns: propertyRuns(100),
        examples: [
          [0, 0, 300, 200],
          [250, 150, 50, 50],
          [251, 150, 50, 50],
          [250, 151, 50, 50],
        ],
      },
    );
  });
});

describe('prepareImage under load', () => {
  it('queues images and rejects those beyond the limit', async () => {
    const file = await createPlainImage(100, 100).jpeg().toBuffer();
    const results = await Promise.allSettled(Array.from({ length: 60 }, () => prepareImage(file, options)));
    const rejected = results.filter((result) => result.status === 'rejected');
    expect(rejected.map((result) => (result.reason as { code: string }).code)).toEqual(
      Array(18).fill('server.overloaded'),
    );
    expect(await getImageProblem(file)).toBe('none');
  });
});
