import { ImageError, type ImageProblem, prepareImage } from '#platform/server/files/prepare-image.ts';
import { findPdfProblem, type PdfProblem } from '#platform/server/documents/pdf-check.ts';
import type { UploadedFile } from '#platform/shared/contract.ts';
import { fail } from '#features/forms/shared/error-contract.ts';

const maxPages = 10;
/** Enough to read small handwriting on a sheet of paper. */
const sidePx = 2_560;
const minSidePx = 400;
const path = 'file';

const imageCodes = {
  type: 'forms.page_type',
  damaged: 'forms.page_damaged',
  animated: 'forms.page_type',
  pixels: 'forms.page_pixels',
  // Uploaded pages are not cropped, so this doesn't occur.
  crop: 'forms.page_pixels',
} as const satisfies Record<ImageProblem, string>;

const pdfCodes = {
  type: 'forms.page_type',
  damaged: 'forms.page_damaged',
  locked: 'forms.page_locked',
  active: 'forms.page_script',
  pages: 'forms.page_too_long',
} as const satisfies Record<PdfProblem, string>;

export interface PreparedPage {
  contentType: 'application/pdf' | 'image/jpeg';
  bytes: Buffer;
}

/** The type is detected from the content. A photo is re-encoded; a PDF is stored unchanged or rejected. */
export async function prepareUploadedPage(file: UploadedFile): Promise<PreparedPage> {
  const start = await readBytes(file, Math.min(5, file.bytes));
  return start.toString('latin1') === '%PDF-' ? preparePdf(file) : preparePhoto(file);
}

async function preparePdf(file: UploadedFile): Promise<PreparedPage> {
  const problem = await findPdfProblem(file, { maxPages });
  if (problem !== null) throw fail(pdfCodes[problem], { path });
  return { contentType: 'application/pdf', bytes: await readBytes(file, file.bytes) };
}

async function preparePhoto(file: UploadedFile): Promise<PreparedPage> {
  try {
    const { jpeg } = await prepareImage(file, { shape: 'whole', maxSidePx: sidePx, minSidePx });
    return { contentType: 'image/jpeg', bytes: jpeg };
  } catch (error) {
    if (error instanceof ImageError) throw fail(imageCodes[error.problem], { path, cause: error });
    throw error;
  }
}

async function readBytes(file: UploadedFile, end: number): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(file.readPart(0, end)));
}
