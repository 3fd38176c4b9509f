import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  initSync,
  TypstCompilerBuilder,
  type TypstFontResolver,
  TypstFontResolverBuilder,
} from '@myriaddreamin/typst-ts-web-compiler';
import { loadFontFiles } from './fonts.ts';
import { replaceMissingGlyphs } from './missing-glyphs.ts';
import { displayDocumentTitle } from './typst-pdf.ts';
import type { DocumentTask } from './document-types.ts';
import { convertToPdfA } from './pdf-archive.ts';

/** Diagnostics as text: `file:line:column: error: …`. */
const textDiagnostics = 2;
const mainTemplate = join(import.meta.dirname, 'main.typ');
const compilerWasm = readFileSync(new URL(import.meta.resolve('@myriaddreamin/typst-ts-web-compiler/wasm')));
const { memory } = initSync({ module: compilerWasm });

export class TemplateError extends Error {}

/** Must run in a separate process (document-process.ts), because Typst blocks the thread and never frees memory. */
export async function compileDocument({ data, frame, files, backdrop, isArchive }: DocumentTask): Promise<Buffer> {
  // A new compiler per document keeps no state and rereads changed templates.
  const builder = new TypstCompilerBuilder();
  await builder.set_access_model(
    undefined,
    () => 0,
    existsSync,
    (path: string) => path,
    readFileSync,
  );
  const compiler = await builder.build();
  compiler.set_fonts(await loadFonts(frame.fonts));
  const hasBackdrop = backdrop !== null;
  compiler.map_shadow('/document.json', Buffer.from(JSON.stringify({ ...frame, hasBackdrop })));
  compiler.map_shadow('/data.json', Buffer.from(isArchive ? replaceMissingGlyphs(data, frame.fonts) : data));
  if (hasBackdrop) compiler.map_shadow('/backdrop.svg', Buffer.from(backdrop));
  for (const [name, bytes] of Object.entries(files)) compiler.map_shadow(`/files/${name}`, bytes);
  const output = compiler.compile(mainTemplate, undefined, 'pdf', textDiagnostics) as {
    result?: Uint8Array;
    diagnostics?: string[];
  };
  compiler.free();
  if (output.result === undefined) throw new TemplateError(output.diagnostics?.join('\n'));
  const pdf = displayDocumentTitle(Buffer.from(output.result));
  return isArchive ? convertToPdfA(pdf) : pdf;
}

export function getUsedMemoryBytes(): number {
  return memory.buffer.byteLength;
}

const loadedFamilies = new Set<string>();
let fontResolver: TypstFontResolver | undefined;

/** Loads each family on first use. Additional loaded families do not affect a document, which names its fonts. */
async function loadFonts(families: readonly string[]): Promise<TypstFontResolver> {
  if (fontResolver && families.every((family) => loadedFamilies.has(family))) return fontResolver;
  for (const family of families) loadedFamilies.add(family);
  const builder = new TypstFontResolverBuilder();
  for (const font of [...loadedFamilies].flatMap(loadFontFiles)) builder.add_raw_font(font);
  fontResolver?.free();
  fontResolver = await builder.build();
  return fontResolver;
}
