import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp from 'sharp';
import { simplifyForDrawing } from './typst-pdf.ts';

/** Enough for every card design. Each background takes some megabytes. */
const maxBackdrops = 24;
/** Higher levels would double the rendering time to save a tenth of the size. */
const compressionLevel = 1;
/** PDFium constants: three bytes per pixel, and RGB byte order. */
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
 * Renders the first page of one of our documents as a PNG. The background takes most of the time and is shared by many
 * documents, so it is cached.
 */
export async function renderPageAsPng(pdf: Buffer, widthPx: number, backdrop: string | null): Promise<Buffer> {
  pdfiumLibrary ??= PDFiumLibrary.init();
  const { module } = (await pdfiumLibrary) as unknown as { module: PdfiumModule };
  const document = await (await pdfiumLibrary).loadDocument(simplifyForDrawing(pdf, backdrop !== null));
  try {
    const page = document.getPage(0);
    const { originalWidth, originalHeight } = page.getOriginalSize();
    const size = { width: widthPx, height: Math.round((widthPx * originalHeight) / originalWidth) };
    const background = await getBackground(backdrop, size);
    return await drawPageOnBackground(module, (page as unknown as { pageIdx: number }).pageIdx, background, size);
  } finally {
    document.destroy();
  }
}

/** The raw PDFium API. Its wrapper can only draw on a white or transparent background. */
interface PdfiumModule {
  HEAPU8: Uint8Array;
  wasmExports: {
    malloc(bytes: number): number;
    free(pointer: number): void;
    FPDFBitmap_CreateEx(width: number, height: number, format: number, pointer: number, stride: number): number;
    FPDFBitmap_Destroy(bitmap: number): void;
    FPDF_RenderPageBitmap(
      bitmap: number,
      page: number,
      ...area: [number, number, number, number, number, number]
    ): void;
    FPDF_ClosePage(page: number): void;
  };
}

async function drawPageOnBackground(
  module: PdfiumModule,
  page: number,
  background: Buffer,
  { width, height }: ImageSize,
): Promise<Buffer> {
  const pdfium = module.wasmExports;
  const pointer = pdfium.malloc(background.length);
  if (pointer === 0) throw new Error('PDFium is out of memory for the image');
  try {
    module.HEAPU8.set(background, pointer);
    const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, bitmapFormatBgr, pointer, width * 3);
    pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, reverseByteOrder);
    pdfium.FPDFBitmap_Destroy(bitmap);
    const pixels = module.HEAPU8.subarray(pointer, pointer + background.length);
    return await sharp(pixels, { raw: { width, height, channels: 3 } })
      .png({ compressionLevel })
      .toBuffer();
  } finally {
    pdfium.FPDF_ClosePage(page);
    pdfium.free(pointer);
  }
}

/** Caches backgrounds by size. The least recently used one is evicted first. */
function getBackground(backdrop: string | null, { width, height }: ImageSize): Promise<Buffer> {
  const svg = backdrop ?? '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>';
  const key = `${width} ${height} ${svg}`;
  const rendered = renderedBackdrops.get(key) ?? renderBackground(svg, { width, height });
  renderedBackdrops.delete(key);
  renderedBackdrops.set(key, rendered);
  for (const oldest of renderedBackdrops.keys()) {
    if (renderedBackdrops.size <= maxBackdrops) break;
    renderedBackdrops.delete(oldest);
  }
  return rendered;
}

function renderBackground(svg: string, { width, height }: ImageSize): Promise<Buffer> {
  return sharp(Buffer.from(svg))
    .resize({ width, height, fit: 'fill' })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer();
}
