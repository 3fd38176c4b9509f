import { ImageError, prepareImage, type ImageProblem, type Rectangle } from '#platform/server/files/prepare-image.ts';
import type { UploadedFile } from '#platform/shared/contract.ts';
import { fail } from '#features/account/shared/contract.ts';
import { photoMinSizePx, photoSizePx } from '#features/account/shared/rules.ts';

interface CropFields {
  cropX?: number | undefined;
  cropY?: number | undefined;
  cropWidth?: number | undefined;
  cropHeight?: number | undefined;
}

const codes = {
  type: 'account.photo_type',
  damaged: 'account.photo_damaged',
  animated: 'account.photo_animated',
  pixels: 'account.photo_pixels',
  crop: 'account.photo_crop',
} as const satisfies Record<ImageProblem, string>;

/** Returns the square JPEG for a card. */
export async function preparePhoto(file: UploadedFile, fields: CropFields): Promise<Buffer> {
  const crop = toCrop(fields);
  try {
    const { jpeg } = await prepareImage(file, {
      shape: 'square',
      maxSidePx: photoSizePx,
      minSidePx: photoMinSizePx,
      ...(crop && { crop }),
    });
    return jpeg;
  } catch (error) {
    if (error instanceof ImageError) throw fail(codes[error.problem], { path: 'imageFile', cause: error });
    throw error;
  }
}

/** Requires all four numbers, or none. */
function toCrop({ cropX, cropY, cropWidth, cropHeight }: CropFields): Rectangle | null {
  const numbers = [cropX, cropY, cropWidth, cropHeight].filter((number) => number !== undefined);
  if (numbers.length === 0) return null;
  const [x, y, width, height] = numbers;
  if (x === undefined || y === undefined || width === undefined || height === undefined)
    throw fail('account.photo_crop', { path: 'imageFile' });
  return { x, y, width, height };
}
