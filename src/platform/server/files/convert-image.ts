import sharp, { type Sharp } from 'sharp';
import { readCaptureTime } from './exif-time.ts';
import { ImageError, type ImageOptions, type PreparedImage, type Rectangle } from './image-types.ts';
import { readPngHeader } from './png-header.ts';

interface ImageSize {
  width: number;
  height: number;
}

interface ImageHeader {
  size: ImageSize;
  takenAt: string | null;
}

const maxPixels = 50_000_000;
/** Larger than any camera image. Limits the memory of a decoded row. */
const maxSide = 20_000;
const timeoutS = 30;
const quality = 85;

// One thread per image leaves CPU for the server. A cache is useless, because images are not repeated.
sharp.concurrency(1);
sharp.cache(false);

/** Must run in a separate process (image-process.ts), because decoding keeps memory allocated for long. */
export async function convertImage(file: Buffer, options: ImageOptions): Promise<PreparedImage> {
  const { size, takenAt } = await readHeader(file);
  if (Math.min(size.width, size.height) < options.minSidePx) throw new ImageError('pixels');
  return { ...(await encodeJpeg(file, size, getCropRectangle(size, options), options.maxSidePx)), takenAt };
}

async function encodeJpeg(
  file: Buffer,
  size: ImageSize,
  area: Rectangle,
  maxSidePx: number,
): Promise<Omit<PreparedImage, 'takenAt'>> {
  // A JPEG without a crop can be downscaled during decoding, which halves the memory.
  const isWhole = area.width === size.width && area.height === size.height;
  const cut = (image: Sharp) =>
    isWhole ? image : image.extract({ left: area.x, top: area.y, width: area.width, height: area.height });
  const side = Math.min(maxSidePx, Math.max(area.width, area.height));
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

/** Returns the size after rotation. Rejects an image without decoding it if its header is enough. */
async function readHeader(file: Buffer): Promise<ImageHeader> {
  const isJpeg = file.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]));
  const png = isJpeg ? null : readPngHeader(file);
  if (!isJpeg && png === null) throw new ImageError('type');
  if (png?.isAnimated) throw new ImageError('animated');
  if (png) assertPixelLimits(png);
  if (png?.isWhole === false) throw new ImageError('damaged');
  // Reads metadata only. The pixel limit is checked below, with our own error.
  const metadata = await sharp(file, { limitInputPixels: false })
    .metadata()
    .catch((error: unknown) => {
      throw new ImageError('damaged', error);
    });
  assertPixelLimits(metadata);
  if ((metadata.pages ?? 1) > 1) throw new ImageError('animated');
  return { size: metadata.autoOrient, takenAt: metadata.exif ? readCaptureTime(metadata.exif) : null };
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
