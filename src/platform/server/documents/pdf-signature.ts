import { createHash } from 'node:crypto';
import { isValidSignature, getMaxSignatureBytes, signDigest } from '#platform/server/crypto/cms-signature.ts';
import { parseDerElement } from '#platform/server/crypto/der.ts';
import type { CertificateChain, DocumentSigner } from '#platform/server/crypto/certificate.ts';
import {
  appendToPdf,
  assertDictionary,
  getReferenceId,
  getPdfObject,
  type PdfFile,
  parsePdf,
  addDictionaryEntry,
} from './pdf-file.ts';
import { formatPdfDate, formatPdfString, PdfString, parsePdfValues, UnsupportedPdfError } from './pdf-values.ts';

export interface PdfSigningOptions {
  signer: DocumentSigner;
  at: Date;
  /** Why, and who signs, as a reader shows it. */
  reason: string;
  name: string;
}

/**
 * Signs a document of ours by PAdES B-B (ETSI EN 319 142-1): behind it come a field that nobody sees and the signature
 * of every byte but its own. It also forbids any later change (DocMDP 1), and an archive file stays one.
 */
export async function signPdf(pdf: Buffer, options: PdfSigningOptions): Promise<Buffer> {
  const file = parsePdf(pdf);
  const { signer, at } = options;
  const place = '0'.repeat(getMaxSignatureBytes(signer) * 2);
  const version = createHash('sha256').update(pdf).update(at.toISOString()).digest().subarray(0, 16);
  const signed = appendToPdf(file, createSignatureObjects(file, options, place), version);
  // The signature stands in the last object, and nothing behind it is anybody's words.
  const from = signed.lastIndexOf(`<${place}>`);
  const to = from + place.length + 2;
  const range = `[0 ${from} ${to} ${signed.length - to}]`.padEnd(emptyByteRange.length);
  signed.write(range, signed.lastIndexOf(emptyByteRange), 'latin1');
  const cms = await signDigest(hashOutsideRange(signed, from, to), signer);
  signed.write(cms.toString('hex').toUpperCase(), from + 1, 'latin1');
  return signed;
}

const emptyByteRange = `[0 ${'0'.repeat(10)} ${'0'.repeat(10)} ${'0'.repeat(10)}]`;

function hashOutsideRange(pdf: Buffer, from: number, to: number): Buffer {
  return createHash('sha256').update(pdf.subarray(0, from)).update(pdf.subarray(to)).digest();
}

function createSignatureObjects(
  file: PdfFile,
  { at, reason, name }: PdfSigningOptions,
  place: string,
): Map<number, string> {
  const root = getPdfObject(file, file.rootId);
  const catalog = assertDictionary(root.value, 'the catalog');
  if (['/AcroForm', '/Perms', '/Extensions'].some((key) => catalog.has(key)))
    throw new UnsupportedPdfError('the document has fields already');
  const pageId = findFirstPageId(file, getReferenceId(catalog.get('/Pages'), 'the list of pages'));
  const [fieldId, signatureId] = [file.offsets.length, file.offsets.length + 1];
  const field = [
    '/Type /Annot\n  /Subtype /Widget\n  /FT /Sig\n  /T (signature)',
    `/TU ${formatPdfString(reason)}`,
    // Printed and locked; without extent, so that it needs no looks of its own.
    `/F 132\n  /Rect [0 0 0 0]\n  /P ${pageId} 0 R\n  /V ${signatureId} 0 R`,
  ];
  const signature = [
    '/Type /Sig\n  /Filter /Adobe.PPKLite\n  /SubFilter /ETSI.CAdES.detached',
    `/Name ${formatPdfString(name)}\n  /Reason ${formatPdfString(reason)}\n  /M ${formatPdfDate(at)}`,
    '/Reference [<< /Type /SigRef /TransformMethod /DocMDP /TransformParams << /Type /TransformParams /P 1 /V /1.2 >> >>]',
    `/ByteRange ${emptyByteRange}\n  /Contents <${place}>`,
  ];
  const added = [
    `/AcroForm << /Fields [${fieldId} 0 R] /SigFlags 3 >>`,
    `/Perms << /DocMDP ${signatureId} 0 R >>`,
    '/Extensions << /ESIC << /BaseVersion /1.7 /ExtensionLevel 1 >> >>',
  ];
  return new Map([
    [file.rootId, added.reduce(addDictionaryEntry, root.text)],
    [pageId, addFieldToPage(getPdfObject(file, pageId).text, fieldId)],
    [fieldId, `<<\n  ${field.join('\n  ')}\n>>`],
    [signatureId, `<<\n  ${signature.join('\n  ')}\n>>`],
  ]);
}

function findFirstPageId(file: PdfFile, id: number): number {
  const node = assertDictionary(getPdfObject(file, id).value, 'a page');
  if (node.get('/Type') === '/Page') return id;
  const pages = node.get('/Kids');
  return findFirstPageId(file, getReferenceId(Array.isArray(pages) ? pages[0] : undefined, 'the first page'));
}

function addFieldToPage(page: string, fieldId: number): string {
  const [before, after, ...more] = page.split('/Annots [');
  if (more.length > 0 || page.replaceAll('/Annots [', '').includes('/Annots'))
    throw new UnsupportedPdfError('Typst writes what stands on a page in another way');
  if (after === undefined) return addDictionaryEntry(page, `/Annots [${fieldId} 0 R]`);
  return `${before}/Annots [${fieldId} 0 R ${after}`;
}

export type PdfVerification =
  /** Signed by one of the certificates; since then not a byte was changed, added or cut. */
  | { isWhole: true; signedAt: Date; name: string; reason: string; certificates: CertificateChain }
  | { isWhole: false; problem: 'unsigned' | 'changed' | 'stranger' };

/** Whether a document is as we signed it. Only what `signPdf` writes is known; another's signature is a stranger's. */
export function verifyPdfSignature(pdf: Buffer, known: readonly CertificateChain[]): PdfVerification {
  const lineAt = pdf.lastIndexOf('\n  /ByteRange [');
  if (lineAt === -1) return { isWhole: false, problem: 'unsigned' };
  const rangeAt = pdf.indexOf('/', lineAt);
  const found = findSignature(pdf, rangeAt);
  if (found === null) return { isWhole: false, problem: 'changed' };
  const { from, to, cms } = found;
  const digest = hashOutsideRange(pdf, from, to);
  const certificates = known.find((chain) => isValidSignature(cms, digest, chain));
  if (certificates !== undefined) return { isWhole: true, ...readSignatureDetails(pdf, rangeAt), certificates };
  return { isWhole: false, problem: known.some(([signer]) => cms.includes(signer.raw)) ? 'changed' : 'stranger' };
}

/** Where the signature stands, if it is for the whole file, and written as we write it. */
function findSignature(pdf: Buffer, rangeAt: number): { from: number; to: number; cms: Buffer } | null {
  const text = pdf.toString('latin1', rangeAt, rangeAt + 100);
  const range = /^\/ByteRange \[0 (\d+) (\d+) (\d+)\] *\n {2}\/Contents </.exec(text);
  if (range === null) return null;
  const [from, to, rest] = range.slice(1).map(Number) as [number, number, number];
  const hex = pdf.toString('latin1', from + 1, to - 1);
  const isWhole = from === rangeAt + range[0].length - 1 && to + rest === pdf.length && pdf.at(to - 1) === 0x3e;
  if (!isWhole || !/^(?:[0-9A-F]{2}){8,}$/.test(hex)) return null;
  const bytes = Buffer.from(hex, 'hex');
  try {
    const cms = parseDerElement(bytes).whole;
    return bytes.subarray(cms.length).every((byte) => byte === 0) ? { from, to, cms } : null;
  } catch {
    return null;
  }
}

function readSignatureDetails(pdf: Buffer, rangeAt: number): { signedAt: Date; name: string; reason: string } {
  const start = pdf.lastIndexOf('<<\n  /Type /Sig\n', rangeAt);
  const said = assertDictionary(parsePdfValues(`${pdf.toString('latin1', start, rangeAt)}>>`)[0], 'the signature');
  const [text, reason, date] = ['/Name', '/Reason', '/M'].map((key) => decodePdfString(said.get(key))) as [
    string,
    string,
    string,
  ];
  const [year, month, day, hour, minute, second] = date.match(/\d\d(?:\d\d(?=\d{10}))?/g) ?? [];
  return { signedAt: new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`), name: text, reason };
}

function decodePdfString(value: unknown): string {
  if (!(value instanceof PdfString)) throw new UnsupportedPdfError('the signature says nothing');
  const { bytes } = value;
  return bytes[0] === 0xfe && bytes[1] === 0xff
    ? Buffer.from(bytes.subarray(2)).swap16().toString('utf16le')
    : bytes.toString('latin1');
}
