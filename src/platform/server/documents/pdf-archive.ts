import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { completeToUnicodeMaps } from './pdf-to-unicode.ts';
import {
  assertDictionary,
  decodeStream,
  getReferenceId,
  getPdfObject,
  type PdfFile,
  type PdfObject,
  parsePdf,
  rewritePdf,
  formatStream,
  addDictionaryEntry,
} from './pdf-file.ts';
import { PdfString, type PdfValue, UnsupportedPdfError } from './pdf-values.ts';

/** The same profile that Typst embeds, in the public domain (CC0). */
const srgbProfile = readFileSync(join(import.meta.dirname, 'srgb.icc'));

/**
 * Converts a document to PDF/A-2a (ISO 19005-2) for long-term storage. Typst already writes conforming tags, fonts and
 * profiles. This function verifies them and adds the PDF/A metadata and output intent.
 */
export function convertToPdfA(pdf: Buffer): Buffer {
  const file = parsePdf(pdf);
  const objects = new Map(
    file.offsets
      .keys()
      .drop(1)
      .map((id) => [id, getPdfObject(file, id)]),
  );
  for (const object of objects.values()) assertArchivableObject(object);
  const root = getPdfObject(file, file.rootId);
  const metadataId = assertArchivableCatalog(file, root);
  const [intentId, profileId] = [file.offsets.length, file.offsets.length + 1];
  return rewritePdf(
    file,
    new Map<number, string | Buffer>([
      ...completeToUnicodeMaps(objects),
      [metadataId, addPdfAMetadata(decodeStream(getPdfObject(file, metadataId)).toString('utf8'))],
      [file.rootId, addDictionaryEntry(root.text, `/OutputIntents [${intentId} 0 R]`)],
      [
        intentId,
        `<<\n  /Type /OutputIntent\n  /S /GTS_PDFA1\n  /OutputConditionIdentifier (sRGB)\n  /Info (sRGB)\n  /DestOutputProfile ${profileId} 0 R\n>>`,
      ],
      [profileId, formatStream('/N 3\n  /Filter /FlateDecode', deflateSync(srgbProfile))],
    ]),
  );
}

/** Names for actions, media, print colors, external content and features that Typst does not write. */
const forbiddenNames = new Set(
  `/JavaScript /JS /AA /OpenAction /Launch /Sound /Movie /ResetForm /ImportData /SubmitForm /Hide /SetOCGState /Rendition
  /Trans /GoTo3DView /GoToR /Screen /3D /FileAttachment /EmbeddedFile /Filespec /EF /AcroForm /XFA
  /DeviceCMYK /Separation /DeviceN /TR2 /HTP /OPI /Alternates /PS
  /Type1 /MMType1 /Type3 /TrueType /LZWDecode /JPXDecode /Crypt`.split(/\s+/),
);
/** Limits of the PDF/A standard. */
const maxTextBytes = 32_767;
const maxNameBytes = 127;

function assertArchivableObject({ value, stream }: PdfObject): void {
  assertArchivableValue(value);
  if (!(value instanceof Map)) return;
  if (stream !== null && value.has('/F'))
    throw new UnsupportedPdfError('cannot create PDF/A: a stream is stored in an external file');
  if (value.get('/Interpolate') === true)
    throw new UnsupportedPdfError('cannot create PDF/A: an image uses interpolation');
  if (value.get('/Type') === '/StructElem' && value.get('/S') === '/Figure' && !value.has('/Alt'))
    throw new UnsupportedPdfError('cannot create PDF/A: an image has no alt text');
  if (value.get('/Type') === '/FontDescriptor' && !value.has('/FontFile2') && !value.has('/FontFile3'))
    throw new UnsupportedPdfError('cannot create PDF/A: a font is not embedded');
  if (value.get('/Type') === '/Annot' && (value.get('/Subtype') !== '/Link' || value.get('/F') !== 4))
    throw new UnsupportedPdfError('cannot create PDF/A: an annotation is not printable or not a link');
}

function assertArchivableValue(value: PdfValue): void {
  if (Array.isArray(value)) for (const part of value) assertArchivableValue(part);
  else if (value instanceof Map) for (const part of [...value].flat()) assertArchivableValue(part);
  else if (value instanceof PdfString && value.bytes.length > maxTextBytes)
    throw new UnsupportedPdfError('cannot create PDF/A: a string is too long');
  else if (typeof value === 'string') {
    if (forbiddenNames.has(value)) throw new UnsupportedPdfError(`cannot create PDF/A: forbidden name ${value}`);
    if (value.length > maxNameBytes) throw new UnsupportedPdfError('cannot create PDF/A: a name is too long');
  }
}

/** Checks language, title and tags. Returns the object id of the metadata. */
function assertArchivableCatalog(file: PdfFile, root: PdfObject): number {
  const catalog = assertDictionary(root.value, 'the catalog');
  const marks = assertDictionary(catalog.get('/MarkInfo'), '/MarkInfo');
  const info = assertDictionary(getPdfObject(file, file.infoId).value, 'the info dictionary');
  const isTagged = marks.get('/Marked') === true && marks.get('/Suspects') !== true && catalog.has('/StructTreeRoot');
  if (!isTagged || !(catalog.get('/Lang') instanceof PdfString))
    throw new UnsupportedPdfError('cannot create PDF/A: the document has no tags or language');
  for (const key of ['/Title', '/CreationDate', '/ModDate'])
    if (!info.has(key)) throw new UnsupportedPdfError(`cannot create PDF/A: ${key} is missing`);
  return getReferenceId(catalog.get('/Metadata'), 'the metadata');
}

const pdfAidNamespace = 'xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"';
const pdfAidProperties = '<pdfaid:part>2</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance>';

function addPdfAMetadata(xmp: string): Buffer {
  const begin = '<rdf:Description rdf:about="" ';
  const end = '</rdf:Description>';
  if (xmp.split(begin).length !== 2 || xmp.split(end).length !== 2)
    throw new UnsupportedPdfError('unexpected Typst output: metadata');
  const marked = xmp
    .replace(begin, () => `${begin}${pdfAidNamespace} `)
    .replace(end, () => `${pdfAidProperties}${end}`);
  return formatStream('/Type /Metadata\n  /Subtype /XML', Buffer.from(marked));
}
