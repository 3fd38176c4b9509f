import { constants, deflateSync, inflateSync } from 'node:zlib';
import { getPdfObject, parsePdf, rewritePdf } from './pdf-file.ts';
import { UnsupportedPdfError } from './pdf-values.ts';

/** Makes readers show the title instead of the file name. Typst has no option for this. */
export function displayDocumentTitle(pdf: Buffer): Buffer {
  const file = parsePdf(pdf);
  const { text } = getPdfObject(file, file.rootId);
  const preferences = '/ViewerPreferences <<';
  if (text.split(preferences).length !== 2) throw new UnsupportedPdfError('unexpected Typst output: catalog');
  const changed = text.replace(preferences, () => `${preferences}\n    /DisplayDocTitle true`);
  return rewritePdf(file, new Map([[file.rootId, changed]]));
}

/** Speeds up rendering with plain colors and without the background. All byte offsets stay the same. */
export function simplifyForDrawing(pdf: Buffer, hasBackdrop: boolean): Buffer {
  const text = pdf.toString('latin1');
  const simplified = Buffer.from(replaceIccColours(text), 'latin1');
  if (hasBackdrop) removeBackdrop(simplified, text);
  return simplified;
}

/** Replaces ICC color spaces, because reading the profiles takes longer than drawing, and a screen needs none. */
function replaceIccColours(text: string): string {
  return text.replaceAll(/\[\/ICCBased (\d+) 0 R\]/g, (profile, id: string) => {
    const components = new RegExp(`\\n${id} 0 obj\\n<<[^>]*?/N (\\d)`).exec(text)?.[1];
    const plain = components === '3' ? '/DeviceRGB' : components === '1' ? '/DeviceGray' : profile;
    return plain.padEnd(profile.length);
  });
}

/** The background is the first drawn element, marked as an artifact. */
function removeBackdrop(pdf: Buffer, text: string): void {
  const id = /\/Type \/Page\n[^]*?\/Contents (\d+) 0 R/.exec(text)?.[1];
  const stream = new RegExp(`\\n${id} 0 obj\\n<<[^>]*?/Length (\\d+)[^>]*>>\\nstream\\n`).exec(text);
  if (stream === null) throw new UnsupportedPdfError('unexpected Typst output: page content');
  const start = stream.index + stream[0].length;
  const length = Number(stream[1]);
  const content = inflateSync(pdf.subarray(start, start + length));
  const end = content.indexOf('\nEMC\n');
  if (!content.toString('latin1', 0, 40).startsWith('/Artifact') || end === -1)
    throw new UnsupportedPdfError('unexpected Typst output: page background');
  const rest = deflateSync(content.subarray(end + 5), { level: constants.Z_BEST_SPEED });
  if (rest.length > length) throw new UnsupportedPdfError('the page content grew after removing the background');
  rest.copy(pdf, start);
}
