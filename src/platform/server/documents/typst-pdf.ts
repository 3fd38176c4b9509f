import { constants, deflateSync, inflateSync } from 'node:zlib';
import { getPdfObject, parsePdf, rewritePdf } from './pdf-file.ts';
import { UnsupportedPdfError } from './pdf-values.ts';

/** A reader's window is to show the title and not the name of the file, which Typst cannot be told to ask for. */
export function displayDocumentTitle(pdf: Buffer): Buffer {
  const file = parsePdf(pdf);
  const { text } = getPdfObject(file, file.rootId);
  const preferences = '/ViewerPreferences <<';
  if (text.split(preferences).length !== 2) throw new UnsupportedPdfError('Typst writes its catalog in another way');
  const changed = text.replace(preferences, () => `${preferences}\n    /DisplayDocTitle true`);
  return rewritePdf(file, new Map([[file.rootId, changed]]));
}

/** The same page to be drawn quickly: in plain colours, and without what lies behind it. Nothing in it moves. */
export function simplifyForDrawing(pdf: Buffer, hasBackdrop: boolean): Buffer {
  const text = pdf.toString('latin1');
  const drawn = Buffer.from(replaceIccColours(text), 'latin1');
  if (hasBackdrop) removeBackdrop(drawn, text);
  return drawn;
}

/** Typst describes its colours by profiles. To read those takes longer than to draw the page, and a screen needs none. */
function replaceIccColours(text: string): string {
  return text.replaceAll(/\[\/ICCBased (\d+) 0 R\]/g, (profile, id: string) => {
    const parts = new RegExp(`\\n${id} 0 obj\\n<<[^>]*?/N (\\d)`).exec(text)?.[1];
    const plain = parts === '3' ? '/DeviceRGB' : parts === '1' ? '/DeviceGray' : profile;
    return plain.padEnd(profile.length);
  });
}

/** The background is the first thing that is drawn, and marked as such. */
function removeBackdrop(pdf: Buffer, text: string): void {
  const id = /\/Type \/Page\n[^]*?\/Contents (\d+) 0 R/.exec(text)?.[1];
  const stream = new RegExp(`\\n${id} 0 obj\\n<<[^>]*?/Length (\\d+)[^>]*>>\\nstream\\n`).exec(text);
  if (stream === null) throw new UnsupportedPdfError('Typst writes its pages in another way');
  const start = stream.index + stream[0].length;
  const length = Number(stream[1]);
  const content = inflateSync(pdf.subarray(start, start + length));
  const end = content.indexOf('\nEMC\n');
  if (!content.toString('latin1', 0, 40).startsWith('/Artifact') || end === -1)
    throw new UnsupportedPdfError('Typst draws what lies behind a page in another way');
  const rest = deflateSync(content.subarray(end + 5), { level: constants.Z_BEST_SPEED });
  if (rest.length > length) throw new UnsupportedPdfError('a page without its background is larger than with it');
  rest.copy(pdf, start);
}
