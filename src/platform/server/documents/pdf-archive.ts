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

/** In the public domain (CC0); the same that Typst describes its colours by. */
const srgbProfile = readFileSync(join(import.meta.dirname, 'srgb.icc'));

/**
 * The same document as a file that can still be read in thirty years: PDF/A-2a (ISO 19005-2). Typst already writes tags,
 * fonts and profiles as the standard asks; here it is checked that it did, and the marks are added that say so.
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

/** What acts or plays, what is for a press, what is elsewhere, and what Typst does not write. */
const forbiddenNames = new Set(
  `/JavaScript /JS /AA /OpenAction /Launch /Sound /Movie /ResetForm /ImportData /SubmitForm /Hide /SetOCGState /Rendition
  /Trans /GoTo3DView /GoToR /Screen /3D /FileAttachment /EmbeddedFile /Filespec /EF /AcroForm /XFA
  /DeviceCMYK /Separation /DeviceN /TR2 /HTP /OPI /Alternates /PS
  /Type1 /MMType1 /Type3 /TrueType /LZWDecode /JPXDecode /Crypt`.split(/\s+/),
);
/** The limits of the standard. */
const maxTextBytes = 32_767;
const maxNameBytes = 127;

function assertArchivableObject({ value, stream }: PdfObject): void {
  assertArchivableValue(value);
  if (!(value instanceof Map)) return;
  if (stream !== null && value.has('/F'))
    throw new UnsupportedPdfError('no archive: a stream lies outside of the file');
  if (value.get('/Interpolate') === true) throw new UnsupportedPdfError('no archive: a picture is smoothed');
  if (value.get('/Type') === '/StructElem' && value.get('/S') === '/Figure' && !value.has('/Alt'))
    throw new UnsupportedPdfError('no archive: a picture says nothing to those who listen (alt)');
  if (value.get('/Type') === '/FontDescriptor' && !value.has('/FontFile2') && !value.has('/FontFile3'))
    throw new UnsupportedPdfError('no archive: a font is not in the file');
  if (value.get('/Type') === '/Annot' && (value.get('/Subtype') !== '/Link' || value.get('/F') !== 4))
    throw new UnsupportedPdfError('no archive: a remark stands on a page that may not be printed');
}

function assertArchivableValue(value: PdfValue): void {
  if (Array.isArray(value)) for (const part of value) assertArchivableValue(part);
  else if (value instanceof Map) for (const part of [...value].flat()) assertArchivableValue(part);
  else if (value instanceof PdfString && value.bytes.length > maxTextBytes)
    throw new UnsupportedPdfError('no archive: a text in it is too long');
  else if (typeof value === 'string') {
    if (forbiddenNames.has(value)) throw new UnsupportedPdfError(`no archive: it has ${value}`);
    if (value.length > maxNameBytes) throw new UnsupportedPdfError('no archive: a name in it is too long');
  }
}

/** Says its language and its title, and is tagged. */
function assertArchivableCatalog(file: PdfFile, root: PdfObject): number {
  const catalog = assertDictionary(root.value, 'the catalog');
  const marks = assertDictionary(catalog.get('/MarkInfo'), 'whether it is tagged');
  const info = assertDictionary(getPdfObject(file, file.infoId).value, 'what the file says of itself');
  const isTagged = marks.get('/Marked') === true && marks.get('/Suspects') !== true && catalog.has('/StructTreeRoot');
  if (!isTagged || !(catalog.get('/Lang') instanceof PdfString))
    throw new UnsupportedPdfError('no archive: it has no tags');
  for (const key of ['/Title', '/CreationDate', '/ModDate'])
    if (!info.has(key)) throw new UnsupportedPdfError(`no archive: it does not say ${key}`);
  return getReferenceId(catalog.get('/Metadata'), 'the metadata');
}

const pdfAidNamespace = 'xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"';
const pdfAidProperties = '<pdfaid:part>2</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance>';

function addPdfAMetadata(xmp: string): Buffer {
  const begin = '<rdf:Description rdf:about="" ';
  const end = '</rdf:Description>';
  if (xmp.split(begin).length !== 2 || xmp.split(end).length !== 2)
    throw new UnsupportedPdfError('Typst writes its metadata in another way');
  const marked = xmp
    .replace(begin, () => `${begin}${pdfAidNamespace} `)
    .replace(end, () => `${pdfAidProperties}${end}`);
  return formatStream('/Type /Metadata\n  /Subtype /XML', Buffer.from(marked));
}
