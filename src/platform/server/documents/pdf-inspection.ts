import { PDFiumLibrary } from '@hyzyla/pdfium';
import type { PdfProblem } from './pdf-check.ts';
import { listPdfNames, UnreadablePdfError } from './pdf-names.ts';

/** What does something by itself, or carries something along. Links to pages and to the web are none of these. */
const activeContentNames = new Set(
  (
    'JS JavaScript OpenAction AA Launch SubmitForm ImportData GoToE GoToR Hide ' +
    'Rendition RichMedia Movie Sound 3D XFA EmbeddedFile EmbeddedFiles FileAttachment EF'
  ).split(' '),
);
const tailBytes = 2_048;
/** How PDFium says that it needs a password, or a key that it does not know. */
const lockedErrors = new Set([4, 5]);
const saveWithoutSecurityFlag = 2;

/** Only in a process of its own (pdf-check-process.ts): nobody knows what is in the file. */
export async function inspectPdf(file: Buffer, maxPages: number): Promise<PdfProblem | null> {
  if (!file.subarray(0, 5).equals(Buffer.from('%PDF-'))) return 'type';
  if (!file.subarray(-tailBytes).includes('%%EOF')) return 'damaged';
  try {
    const names = listPdfNames(file);
    if (names.has('Encrypt')) return 'locked';
    if (hasActiveContent(names)) return 'active';
    return await inspectPages(file, maxPages);
  } catch (error) {
    if (error instanceof UnreadablePdfError) return 'damaged';
    throw error;
  }
}

/** A place to begin at is written as an array, and does nothing. */
function hasActiveContent(names: ReadonlySet<string>): boolean {
  return [...names].some((found) => found !== 'OpenAction[' && activeContentNames.has(found.replace(/\[$/, '')));
}

const functionTableName = '__indirect_function_table';

/** What PDFium itself offers, below what its wrapper does. */
interface PdfiumModule {
  HEAPU8: Uint8Array;
  HEAPU32: Uint32Array;
  wasmExports: {
    [functionTableName]: WebAssembly.Table;
    malloc(bytes: number): number;
    FPDF_LoadMemDocument(place: number, bytes: number, password: number): number;
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
  const place = pdfium.malloc(file.length);
  if (place === 0) throw new Error('there is no memory for the file');
  module.HEAPU8.set(file, place);
  const document = pdfium.FPDF_LoadMemDocument(place, file.length, 0);
  if (document === 0) return lockedErrors.has(pdfium.FPDF_GetLastError()) ? 'locked' : 'damaged';
  const pages = pdfium.FPDF_GetPageCount(document);
  if (pages > maxPages) return 'pages';
  // Written anew by somebody who has read it, nothing in it is hidden, in whatever way it was packed.
  if (hasActiveContent(listPdfNames(saveCopy(module, document)))) return 'active';
  for (let index = 0; index < pages; index++) {
    const page = pdfium.FPDF_LoadPage(document, index);
    if (page === 0) return 'damaged';
    pdfium.FPDF_ClosePage(page);
  }
  return pages === 0 ? 'damaged' : null;
}

/** A module that gives a function of ours the shape that PDFium calls: (i32, i32, i32) → i32, imported and exported again. */
const callbackModule = Buffer.from('0061736d0100000001080160037f7f7f017f02070101650166000007050101660000', 'hex');

function saveCopy(module: PdfiumModule, document: number): Buffer {
  const pdfium = module.wasmExports;
  const pieces: Buffer[] = [];
  const write = (_writer: number, place: number, bytes: number): number => {
    pieces.push(Buffer.from(module.HEAPU8.subarray(place, place + bytes)));
    return 1;
  };
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(callbackModule), { e: { f: write } });
  const { [functionTableName]: table } = pdfium;
  // The one place that no function of its own has; the table cannot grow.
  const free = 0;
  if (table.get(free) !== null) throw new Error('PDFium has no place for a function of ours');
  table.set(free, exports['f']);
  const writer = pdfium.malloc(8);
  module.HEAPU32.set([1, free], writer / 4);
  if (pdfium.FPDF_SaveAsCopy(document, writer, saveWithoutSecurityFlag) === 0)
    throw new UnreadablePdfError('it cannot be written anew');
  return Buffer.concat(pieces);
}
