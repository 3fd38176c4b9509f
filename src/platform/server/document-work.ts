import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  initSync,
  TypstCompilerBuilder,
  type TypstFontResolver,
  TypstFontResolverBuilder,
} from '@myriaddreamin/typst-ts-web-compiler';
import { filesOf } from './document-fonts.ts';
import { drawable } from './document-letters.ts';
import { showTitle } from './document-pdf.ts';
import type { DocumentTask } from './document-types.ts';
import { makeArchive } from './pdf-archive.ts';

/** How Typst tells what is wrong: one text for each, `file:line:column: error: …`. */
const asText = 2;
const main = join(import.meta.dirname, 'documents/main.typ');
const wasm = readFileSync(new URL(import.meta.resolve('@myriaddreamin/typst-ts-web-compiler/wasm')));
const { memory } = initSync({ module: wasm });

export class TemplateError extends Error {}

/** Only in a process of its own (document-process.ts): it takes the whole thread, and Typst never forgets a page. */
export async function makeDocument({ data, frame, files, backdrop, isArchive }: DocumentTask): Promise<Buffer> {
  // A compiler for each document: nothing of the one before is left, and a changed template is read again.
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
  compiler.map_shadow('/data.json', Buffer.from(isArchive ? drawable(data, frame.fonts) : data));
  if (hasBackdrop) compiler.map_shadow('/backdrop.svg', Buffer.from(backdrop));
  for (const [name, bytes] of Object.entries(files)) compiler.map_shadow(`/files/${name}`, bytes);
  const made = compiler.compile(main, undefined, 'pdf', asText) as { result?: Uint8Array; diagnostics?: string[] };
  compiler.free();
  if (made.result === undefined) throw new TemplateError(made.diagnostics?.join('\n'));
  const pdf = showTitle(Buffer.from(made.result));
  return isArchive ? makeArchive(pdf) : pdf;
}

export function usedMemoryBytes(): number {
  return memory.buffer.byteLength;
}

const loaded = new Set<string>();
let fonts: TypstFontResolver | undefined;

/** Each family is read when it is first needed. A page uses those it names, so what else is there changes nothing. */
async function loadFonts(families: readonly string[]): Promise<TypstFontResolver> {
  if (fonts && families.every((family) => loaded.has(family))) return fonts;
  for (const family of families) loaded.add(family);
  const builder = new TypstFontResolverBuilder();
  for (const file of [...loaded].flatMap(filesOf)) builder.add_raw_font(readFileSync(file));
  fonts?.free();
  fonts = await builder.build();
  return fonts;
}
