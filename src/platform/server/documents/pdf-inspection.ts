import { PDFiumLibrary } from '@hyzyla/pdfium';
import type { PdfProblem } from './pdf-check.ts';
import { readPdfContent, UnreadablePdfError } from './pdf-names.ts';

/** Names for automatic actions and embedded content. */
const activeContentNames = new Set(
  (
    'JS JavaScript OpenAction AA Launch SubmitForm ImportData GoToE GoToR Hide ' +
    'Rendition RichMedia Movie Sound 3D XFA EmbeddedFile EmbeddedFiles FileAttachment EF'
  ).split(' '),
);
const tailBytes = 2_048;
/** PDFium error codes for a required password and an unsupported security handler. */
const lockedErrors = new Set([4, 5]);
const saveWithoutSecurityFlag = 2;

/** Must run in a separate process (pdf-check-process.ts), because the file is untrusted. */
export async function inspectPdf(file: Buffer, maxPages: number): Promise<PdfProblem | null> {
  if (!file.subarray(0, 5).equals(Buffer.from('%PDF-'))) return 'type';
  if (!file.subarray(-tailBytes).includes('%%EOF')) return 'damaged';
  try {
    const content = readPdfContent(file);
    if (content.names.has('Encrypt')) return 'locked';
    if (isActive(content)) return 'active';
    return await inspectPages(file, maxPages);
  } catch (error) {
    if (error instanceof UnreadablePdfError) return 'damaged';
    throw error;
  }
}

/** Links may lead to pages of the file, websites and mail: not to scripts (`javascript:`), files or shares (`smb:`). */
const allowedLink = /^(?:https?:\/\/|mailto:)/i;

/** An OpenAction with an array is only an initial destination, so it is allowed. */
function isActive({ names, links }: ReturnType<typeof readPdfContent>): boolean {
  return (
    [...names].some((found) => found !== 'OpenAction[' && activeContentNames.has(found.replace(/\[$/, ''))) ||
    [...links].some((link) => link === null || !allowedLink.test(link))
  );
}

const functionTableName = '__indirect_function_table';

/** The raw PDFium API below its wrapper. */
interface PdfiumModule {
  HEAPU8: Uint8Array;
  HEAPU32: Uint32Array;
  wasmExports: {
    [functionTableName]: WebAssembly.Table;
    malloc(bytes: number): number;
    FPDF_LoadMemDocument(pointer: number, bytes: number, password: number): number;
    FPDF_GetLastError(): number;
    FPDF_GetPageCount(document: number): number;
    FPDF_LoadPage(document: number, index: number): number;
    FPDF_ClosePage(page: number): void;
    FPDF_SaveAsCopy(document: number, writer: number, flags: number): number;
  };
}

async function inspectPages(file: Buffer, maxPages: number): Promise<PdfProblem | null> {
  const { module } = (await PDFiumLibrary.init()) as unknown as { module: PdfiumModule };
  const pdfium = module.wasmExports;
  const pointer = pdfium.malloc(file.length);
  if (pointer === 0) throw new Error('PDFium is out of memory for the file');
  module.HEAPU8.set(file, pointer);
  const document = pdfium.FPDF_LoadMemDocument(pointer, file.length, 0);
  if (document === 0) return lockedErrors.has(pdfium.FPDF_GetLastError()) ? 'locked' : 'damaged';
  const pages = pdfium.FPDF_GetPageCount(document);
  if (pages > maxPages) return 'pages';
  // PDFium writes a plain copy, in which no compression or encoding hides names.
  if (isActive(readPdfContent(saveCopy(module, document)))) return 'active';
  for (let index = 0; index < pages; index++) {
    const page = pdfium.FPDF_LoadPage(document, index);
    if (page === 0) return 'damaged';
    pdfium.FPDF_ClosePage(page);
  }
  return pages === 0 ? 'damaged' : null;
}

/** A WebAssembly module that re-exports an imported function with the signature (i32, i32, i32) → i32. */
const callbackModule = Buffer.from('0061736d0100000001080160037f7f7f017f02070101650166000007050101660000', 'hex');

function saveCopy(module: PdfiumModule, document: number): Buffer {
  const pdfium = module.wasmExports;
  const pieces: Buffer[] = [];
  const write = (_writer: number, pointer: number, bytes: number): number => {
    pieces.push(Buffer.from(module.HEAPU8.subarray(pointer, pointer + bytes)));
    return 1;
  };
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(callbackModule), { e: { f: write } });
  const { [functionTableName]: table } = pdfium;
  // Index 0 is the only unused entry, and the table cannot grow.
  const freeIndex = 0;
  if (table.get(freeIndex) !== null) throw new Error('the PDFium function table has no free entry');
  table.set(freeIndex, exports['f']);
  const writer = pdfium.malloc(8);
  module.HEAPU32.set([1, freeIndex], writer / 4);
  if (pdfium.FPDF_SaveAsCopy(document, writer, saveWithoutSecurityFlag) === 0)
    throw new UnreadablePdfError('PDFium cannot save a copy');
  return Buffer.concat(pieces);
}
