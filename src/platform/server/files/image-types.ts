/** The reason why an image was rejected. Each feature maps it to its own message. */
export type ImageProblem = 'type' | 'damaged' | 'animated' | 'pixels' | 'crop';

export class ImageError extends Error {
  readonly problem: ImageProblem;

  constructor(problem: ImageProblem, cause?: unknown) {
    super(`image rejected: ${problem}`, { cause });
    this.problem = problem;
  }
}

/** A rectangle in pixels of the rotated image. */
export interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface ImageOptions {
  /** The central square of the image or crop, or all of it. */
  shape: 'square' | 'whole';
  /** The maximum of the longer side. Smaller images are not enlarged. */
  maxSidePx: number;
  /** The minimum of the shorter side, for the image and the crop. */
  minSidePx: number;
  crop?: Rectangle;
}

export interface PreparedImage {
  jpeg: Buffer;
  width: number;
  height: number;
  /** When the photo was taken, on the camera's clock; null if the file doesn't say. */
  takenAt: string | null;
}

/** Messages to the image process: the file in chunks, then the options. */
export type ImageTask = { piece: Uint8Array } | { options: ImageOptions };

/** `rssBytes` is the memory of the process afterwards. A cause without a problem is a bug in our code. */
export type ImageResult = { rssBytes: number } & ({ image: PreparedImage } | { problem?: ImageProblem; cause: string });
