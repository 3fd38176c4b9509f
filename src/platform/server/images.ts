import sharp, { type Sharp } from 'sharp';
import { fail } from '../shared/errors.ts';
import { readPngHeader } from './png-header.ts';

/** What is wrong with a picture; each area says it in its own words. */
export type ImageProblem = 'type' | 'damaged' | 'animated' | 'pixels' | 'crop';

export class ImageError extends Error {
  readonly problem: ImageProblem;

  constructor(problem: ImageProblem, cause?: unknown) {
    super(`the picture is refused: ${problem}`, { cause });
    this.problem = problem;
  }
}

/** In pixels of the picture as a person sees it, turned upright. */
export interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface ImageOptions {
  /** A square from the middle of what is kept, or the whole of it. */
  shape: 'square' | 'whole';
  /** The longer side; a smaller picture is not enlarged. */
  maxSidePx: number;
  /** The shorter side, of the picture and of what is cut out of it. */
  minSidePx: number;
  crop?: Rectangle;
}

export interface PreparedImage {
  jpeg: Buffer;
  width: number;
  height: number;
}

const maxPixels = 50_000_000;
/** Nothing a camera makes, and more than an unpacked line should take. */
const maxSide = 20_000;
const timeoutS = 30;
const quality = 85;

// A picture takes up to some hundred megabytes while it is worked on, and the server has other things to do.
sharp.concurrency(1);
const slots = 2;
const maxWaiting = 40;
let running = 0;
const waiting: (() => void)[] = [];

/**
 * A picture of a person as one of ours: JPEG in sRGB, upright, without anything that says where, when or with what it
 * was taken. What it is is decided by its content, whatever its name says.
 */
export function prepareImage(file: Buffer, options: ImageOptions): Promise<PreparedImage> {
  return inQueue(async () => {
    const size = await readSize(file);
    if (Math.min(size.width, size.height) < options.minSidePx) throw new ImageError('pixels');
    return encode(file, keptPart(size, options), options.maxSidePx);
  });
}

async function encode(file: Buffer, kept: Rectangle, maxSidePx: number): Promise<PreparedImage> {
  const side = Math.min(maxSidePx, Math.max(kept.width, kept.height));
  try {
    const { data, info } = await open(file)
      .autoOrient()
      .extract({ left: kept.x, top: kept.y, width: kept.width, height: kept.height })
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

function open(file: Buffer): Sharp {
  return sharp(file, { limitInputPixels: maxPixels, failOn: 'truncated' });
}

/** How large it is when turned upright; refuses what need not be unpacked to be refused. */
async function readSize(file: Buffer): Promise<{ width: number; height: number }> {
  const isJpeg = file.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]));
  const png = isJpeg ? null : readPngHeader(file);
  if (!isJpeg && png === null) throw new ImageError('type');
  if (png?.isAnimated) throw new ImageError('animated');
  if (png) demandSize(png);
  if (png?.isWhole === false) throw new ImageError('damaged');
  // Only what the file says of itself; too many pixels are then ours to name.
  const metadata = await sharp(file, { limitInputPixels: false })
    .metadata()
    .catch((error: unknown) => {
      throw new ImageError('damaged', error);
    });
  demandSize(metadata);
  if ((metadata.pages ?? 1) > 1) throw new ImageError('animated');
  return metadata.autoOrient;
}

function demandSize({ width, height }: { width: number; height: number }): void {
  if (width > maxSide || height > maxSide || width * height > maxPixels) throw new ImageError('pixels');
}

function keptPart(
  { width, height }: { width: number; height: number },
  { crop, shape, minSidePx }: ImageOptions,
): Rectangle {
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

/** A few at a time; who comes when too many wait already is told to come again. */
async function inQueue<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= slots) {
    if (waiting.length >= maxWaiting) throw fail('server.overloaded', { retryAfterS: 5 });
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}
