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
  /** Reason and signer as shown by PDF readers. */
  reason: string;
  name: string;
}

/**
 * Signs one of our documents with PAdES B-B (ETSI EN 319 142-1). Appends an invisible field and a signature over every
 * byte but itself. Later changes are forbidden (DocMDP 1), and a PDF/A file stays one.
 */
export async function signPdf(pdf: Buffer, options: PdfSigningOptions): Promise<Buffer> {
  const file = parsePdf(pdf);
  const { signer, at } = options;
  const placeholder = '0'.repeat(getMaxSignatureBytes(signer) * 2);
  const version = createHash('sha256').update(pdf).update(at.toISOString()).digest().subarray(0, 16);
  const signed = appendToPdf(file, createSignatureObjects(file, options, placeholder), version);
  // The signature is in the last object, and no user text follows it.
  const from = signed.lastIndexOf(`<${placeholder}>`);
  const to = from + placeholder.length + 2;
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
  placeholder: string,
): Map<number, string> {
  const root = getPdfObject(file, file.rootId);
  const catalog = assertDictionary(root.value, 'the catalog');
  if (['/AcroForm', '/Perms', '/Extensions'].some((key) => catalog.has(key)))
    throw new UnsupportedPdfError('the document already has form fields');
  const pageId = findFirstPageId(file, getReferenceId(catalog.get('/Pages'), 'the list of pages'));
  const [fieldId, signatureId] = [file.offsets.length, file.offsets.length + 1];
  const field = [
    '/Type /Annot\n  /Subtype /Widget\n  /FT /Sig\n  /T (signature)',
    `/TU ${formatPdfString(reason)}`,
    // Flags: print and locked. An empty rectangle needs no appearance stream.
    `/F 132\n  /Rect [0 0 0 0]\n  /P ${pageId} 0 R\n  /V ${signatureId} 0 R`,
  ];
  const signature = [
    '/Type /Sig\n  /Filter /Adobe.PPKLite\n  /SubFilter /ETSI.CAdES.detached',
    `/Name ${formatPdfString(name)}\n  /Reason ${formatPdfString(reason)}\n  /M ${formatPdfDate(at)}`,
    '/Reference [<< /Type /SigRef /TransformMethod /DocMDP /TransformParams << /Type /TransformParams /P 1 /V /1.2 >> >>]',
    `/ByteRange ${emptyByteRange}\n  /Contents <${placeholder}>`,
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
    throw new UnsupportedPdfError('unexpected Typst output: annotations');
  if (after === undefined) return addDictionaryEntry(page, `/Annots [${fieldId} 0 R]`);
  return `${before}/Annots [${fieldId} 0 R ${after}`;
}

export type PdfVerification =
  /** Signed with one of the certificates and unchanged since. */
  | { isWhole: true; signedAt: Date; name: string; reason: string; certificates: CertificateChain }
  | { isWhole: false; problem: 'unsigned' | 'changed' | 'stranger' };

/** Verifies a signature written by `signPdf`. Other signatures are reported as `stranger`. */
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

/** Finds a signature that covers the whole file in the format of `signPdf`. */
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
  const entries = assertDictionary(parsePdfValues(`${pdf.toString('latin1', start, rangeAt)}>>`)[0], 'the signature');
  const [name, reason, date] = ['/Name', '/Reason', '/M'].map((key) => decodePdfString(entries.get(key))) as [
    string,
    string,
    string,
  ];
  const [year, month, day, hour, minute, second] = date.match(/\d\d(?:\d\d(?=\d{10}))?/g) ?? [];
  return { signedAt: new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`), name, reason };
}

function decodePdfString(value: unknown): string {
  if (!(value instanceof PdfString)) throw new UnsupportedPdfError('the signature lacks name, reason or date');
  const { bytes } = value;
  return bytes[0] === 0xfe && bytes[1] === 0xff
    ? Buffer.from(bytes.subarray(2)).swap16().toString('utf16le')
    : bytes.toString('latin1');
}
