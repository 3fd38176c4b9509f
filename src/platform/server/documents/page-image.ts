import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp from 'sharp';
import { simplifyForDrawing } from './typst-pdf.ts';

/** Enough for every card there is; each takes some megabytes. */
const maxBackdrops = 24;
/** More would take as long as the drawing itself, for a tenth of the size. */
const compressionLevel = 1;
/** How PDFium knows them: three bytes a pixel, and red before blue. */
const bitmapFormatBgr = 2;
const reverseByteOrder = 0x10;

sharp.concurrency(1);
sharp.cache(false);

interface ImageSize {
  width: number;
  height: number;
}

let pdfiumLibrary: Promise<PDFiumLibrary> | undefined;
const renderedBackdrops = new Map<string, Promise<Buffer>>();

/**
 * The first page of a document of ours as PNG. What lies behind it takes by far the longest to draw, and is the same
 * for many: it is drawn once.
 */
export async function renderPageAsPng(pdf: Buffer, widthPx: number, backdrop: string | null): Promise<Buffer> {
  pdfiumLibrary ??= PDFiumLibrary.init();
  const { module } = (await pdfiumLibrary) as unknown as { module: PdfiumModule };
  const document = await (await pdfiumLibrary).loadDocument(simplifyForDrawing(pdf, backdrop !== null));
  try {
    const page = document.getPage(0);
    const { originalWidth, originalHeight } = page.getOriginalSize();
    const size = { width: widthPx, height: Math.round((widthPx * originalHeight) / originalWidth) };
    const ground = await getBackground(backdrop, size);
    return await drawPageOnBackground(module, (page as unknown as { pageIdx: number }).pageIdx, ground, size);
  } finally {
    document.destroy();
  }
}

/** What PDFium itself offers, below what its wrapper does: that one always draws on white or on nothing. */
interface PdfiumModule {
  HEAPU8: Uint8Array;
  wasmExports: {
    malloc(bytes: number): number;
    free(place: number): void;
    FPDFBitmap_CreateEx(width: number, height: number, format: number, place: number, stride: number): number;
    FPDFBitmap_Destroy(bitmap: number): void;
    FPDF_RenderPageBitmap(
      bitmap: number,
      page: number,
      ...places: [number, number, number, number, number, number]
    ): void;
    FPDF_ClosePage(page: number): void;
  };
}

async function drawPageOnBackground(
  module: PdfiumModule,
  page: number,
  ground: Buffer,
  { width, height }: ImageSize,
): Promise<Buffer> {
  const pdfium = module.wasmExports;
  const place = pdfium.malloc(ground.length);
  if (place === 0) throw new Error('there is no memory for the picture');
  try {
    module.HEAPU8.set(ground, place);
    const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, bitmapFormatBgr, place, width * 3);
    pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, reverseByteOrder);
    pdfium.FPDFBitmap_Destroy(bitmap);
    const pixels = module.HEAPU8.subarray(place, place + ground.length);
    return await sharp(pixels, { raw: { width, height, channels: 3 } })
      .png({ compressionLevel })
      .toBuffer();
  } finally {
    pdfium.FPDF_ClosePage(page);
    pdfium.free(place);
  }
}

/** Drawn once for each size; the one that was asked for longest ago goes first. */
function getBackground(backdrop: string | null, { width, height }: ImageSize): Promise<Buffer> {
  const svg = backdrop ?? '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>';
  const key = `${width} ${height} ${svg}`;
  const drawn = renderedBackdrops.get(key) ?? renderBackground(svg, { width, height });
  renderedBackdrops.delete(key);
  renderedBackdrops.set(key, drawn);
  for (const oldest of renderedBackdrops.keys()) {
    if (renderedBackdrops.size <= maxBackdrops) break;
    renderedBackdrops.delete(oldest);
  }
  return drawn;
}

function renderBackground(svg: string, { width, height }: ImageSize): Promise<Buffer> {
  return sharp(Buffer.from(svg))
    .resize({ width, height, fit: 'fill' })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer();
}
