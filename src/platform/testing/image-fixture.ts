import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { ImageError, type ImageOptions, prepareImage } from '#platform/server/files/prepare-image.ts';

export const testImageOptions: ImageOptions = { shape: 'square', maxSidePx: 200, minSidePx: 50 };
export const red = { r: 220, g: 30, b: 30 };

export function createPlainImage(width: number, height: number, background = red) {
  return sharp({ create: { width, height, channels: 3, background } });
}

/** The problem of an image, or `none`. */
export async function getImageProblem(file: Buffer, changed: Partial<ImageOptions> = {}): Promise<string> {
  try {
    await prepareImage(file, { ...testImageOptions, ...changed });
    return 'none';
  } catch (error) {
    return error instanceof ImageError ? error.problem : String(error);
  }
}

export function createPngChunk(name: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(name), data]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
