import sharp, { type Sharp } from 'sharp';
import { ImageError, type ImageOptions, type PreparedImage, type Rectangle } from './image-types.ts';
import { readPngHeader } from './png-header.ts';

interface ImageSize {
  width: number;
  height: number;
}

const maxPixels = 50_000_000;
/** Nothing a camera makes, and more than an unpacked line should take. */
const maxSide = 20_000;
const timeoutS = 30;
const quality = 85;

// One thread for each picture; the server has other things to do. And no picture comes twice.
sharp.concurrency(1);
sharp.cache(false);

/** Only in a process of its own (image-process.ts): what unpacking takes is not given back to the system for long. */
export async function convertImage(file: Buffer, options: ImageOptions): Promise<PreparedImage> {
  const size = await readSize(file);
  if (Math.min(size.width, size.height) < options.minSidePx) throw new ImageError('pixels');
  return encodeJpeg(file, size, getCropRectangle(size, options), options.maxSidePx);
}

async function encodeJpeg(file: Buffer, size: ImageSize, kept: Rectangle, maxSidePx: number): Promise<PreparedImage> {
  // A whole JPEG can be made smaller while it is unpacked, in half the memory; not one that is first cut.
  const isWhole = kept.width === size.width && kept.height === size.height;
  const cut = (image: Sharp) =>
    isWhole ? image : image.extract({ left: kept.x, top: kept.y, width: kept.width, height: kept.height });
  const side = Math.min(maxSidePx, Math.max(kept.width, kept.height));
  try {
    const { data, info } = await cut(openImage(file).autoOrient())
      .resize({ width: side, height: side, fit: 'inside' })
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .timeout({ seconds: timeoutS })
      .jpeg({ quality })
      .toBuffer({ resolveWithObject: true });
    return { jpeg: data, width: info.width, height: info.height };
  } catch (error) {
    throw new ImageError('damaged', error);
  }
}

function openImage(file: Buffer): Sharp {
  return sharp(file, { limitInputPixels: maxPixels, failOn: 'truncated' });
}

/** How large it is when turned upright; refuses what need not be unpacked to be refused. */
async function readSize(file: Buffer): Promise<ImageSize> {
  const isJpeg = file.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]));
  const png = isJpeg ? null : readPngHeader(file);
  if (!isJpeg && png === null) throw new ImageError('type');
  if (png?.isAnimated) throw new ImageError('animated');
  if (png) assertPixelLimits(png);
  if (png?.isWhole === false) throw new ImageError('damaged');
  // Only what the file says of itself; too many pixels are then ours to name.
  const metadata = await sharp(file, { limitInputPixels: false })
    .metadata()
    .catch((error: unknown) => {
      throw new ImageError('damaged', error);
    });
  assertPixelLimits(metadata);
  if ((metadata.pages ?? 1) > 1) throw new ImageError('animated');
  return metadata.autoOrient;
}

function assertPixelLimits({ width, height }: ImageSize): void {
  if (width > maxSide || height > maxSide || width * height > maxPixels) throw new ImageError('pixels');
}

function getCropRectangle({ width, height }: ImageSize, { crop, shape, minSidePx }: ImageOptions): Rectangle {
  const part = crop ?? { x: 0, y: 0, width, height };
  const isInside = part.x >= 0 && part.y >= 0 && part.x + part.width <= width && part.y + part.height <= height;
  if (!isInside || Math.min(part.width, part.height) < minSidePx) throw new ImageError('crop');
  if (shape === 'whole') return part;
  const side = Math.min(part.width, part.height);
  return {
    x: part.x + Math.floor((part.width - side) / 2),
    y: part.y + Math.floor((part.height - side) / 2),
    width: side,
    height: side,
  };
}
