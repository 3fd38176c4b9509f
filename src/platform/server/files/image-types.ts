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

/** What the server asks of the process that unpacks pictures: the file in pieces, and then what is to be made of it. */
export type ImageTask = { piece: Uint8Array } | { options: ImageOptions };

/** `rssBytes` is the memory of the process afterwards. Without a problem of the picture, something of ours is wrong. */
export type ImageResult = { rssBytes: number } & ({ image: PreparedImage } | { problem?: ImageProblem; cause: string });
