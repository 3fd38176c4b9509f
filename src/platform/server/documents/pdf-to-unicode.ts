import { listDrawnGlyphs } from './pdf-glyphs.ts';
import { assertDictionary, decodeStream, getReferenceId, type PdfObject, formatStream } from './pdf-file.ts';
import { type PdfDictionary, PdfReference, type PdfValue, UnsupportedPdfError } from './pdf-values.ts';

type PdfObjects = ReadonlyMap<number, PdfObject>;

/**
 * Checks that every glyph maps to Unicode, so the text can be searched and read aloud. If several glyphs form one
 * character, Typst maps only the first and adds an /ActualText for all of them. PDF/A requires a mapping for each
 * glyph, so the others are mapped to a joiner. Returns the changed ToUnicode maps by object id.
 */
export function completeToUnicodeMaps(objects: PdfObjects): Map<number, Buffer> {
  const tables = new Map<number, ToUnicodeMap>();
  for (const object of objects.values()) {
    if (!(object.value instanceof Map)) continue;
    const isPage = object.value.get('/Type') === '/Page';
    if (!isPage && !object.value.has('/Resources')) continue;
    const fonts = getPageFonts(objects, object.value);
    const drawn = isPage ? listContentIds(object.value.get('/Contents')).map((id) => getObject(objects, id)) : [object];
    for (const { font, code, isExplained } of drawn.flatMap((content) => listDrawnGlyphs(decodeStream(content)))) {
      const id = getToUnicodeMapId(objects, getReferenceId(fonts.get(font), `the font ${font}`));
      const table = tables.get(id) ?? parseToUnicodeMap(objects, id);
      tables.set(id, table);
      if (code === 0) throw new UnsupportedPdfError('cannot create PDF/A: no font has a glyph for a character');
      if (table.characters.has(code)) assertValidCharacter(table.characters.get(code) ?? '');
      else if (isExplained) table.added.add(code);
      else throw new UnsupportedPdfError(`cannot create PDF/A: glyph ${code} has no Unicode mapping`);
    }
  }
  return new Map(
    [...tables].filter(([, { added }]) => added.size > 0).map(([id, table]) => [id, formatToUnicodeMap(table)]),
  );
}

interface ToUnicodeMap {
  text: string;
  /** Characters by glyph code. */
  characters: ReadonlyMap<number, string>;
  added: Set<number>;
}

function assertValidCharacter(character: string): void {
  if (/[\0\ufeff\ufffe\p{Private_Use}]/u.test(character))
    throw new UnsupportedPdfError('cannot create PDF/A: a glyph maps to an invalid character');
}

/** The combining grapheme joiner is invisible and ignored by text search. */
const graphemeJoiner = '<034F>';
/** The maximum of a bfchar list. */
const maxEntriesPerList = 100;

function formatToUnicodeMap({ text, added }: ToUnicodeMap): Buffer {
  const entries = [...added].map((code) => `<${code.toString(16).toUpperCase().padStart(4, '0')}> ${graphemeJoiner}\n`);
  const lists = Array.from({ length: Math.ceil(entries.length / maxEntriesPerList) }, (_, index) => {
    const list = entries.slice(index * maxEntriesPerList, (index + 1) * maxEntriesPerList);
    return `${list.length} beginbfchar\n${list.join('')}endbfchar\n`;
  });
  const end = 'endcmap';
  if (text.split(end).length !== 2) throw new UnsupportedPdfError('unexpected Typst output: ToUnicode map');
  return formatStream(
    '/Type /CMap\n  /WMode 0',
    Buffer.from(
      text.replace(end, () => `${lists.join('')}${end}`),
      'latin1',
    ),
  );
}

function getObject(objects: PdfObjects, id: number): PdfObject {
  const object = objects.get(id);
  if (object === undefined) throw new UnsupportedPdfError(`object ${id} is not in the file`);
  return object;
}

function listContentIds(contents: PdfValue | undefined): number[] {
  return (Array.isArray(contents) ? contents : [contents]).map((content) =>
    getReferenceId(content, 'the page content'),
  );
}

function getPageFonts(objects: PdfObjects, owner: PdfDictionary): PdfDictionary {
  const follow = (value: PdfValue | undefined) =>
    value instanceof PdfReference ? getObject(objects, value.id).value : (value ?? new Map());
  const resources = assertDictionary(follow(owner.get('/Resources')), 'the page resources');
  return assertDictionary(follow(resources.get('/Font')), 'the page fonts');
}

function getToUnicodeMapId(objects: PdfObjects, fontId: number): number {
  const font = assertDictionary(getObject(objects, fontId).value, 'a font');
  if (font.get('/Subtype') !== '/Type0' || font.get('/Encoding') !== '/Identity-H')
    throw new UnsupportedPdfError('cannot create PDF/A: unsupported font type');
  return getReferenceId(font.get('/ToUnicode'), 'the ToUnicode map of a font');
}

function parseToUnicodeMap(objects: PdfObjects, id: number): ToUnicodeMap {
  const text = decodeStream(getObject(objects, id)).toString('latin1');
  if (text.includes('beginbfrange')) throw new UnsupportedPdfError('unexpected Typst output: ToUnicode map');
  const entries = [...text.matchAll(/beginbfchar\n([^]*?)endbfchar/g)].flatMap(([, list = '']) =>
    [...list.matchAll(/<([0-9A-F]{4})> <([0-9A-F]*)>/g)].map(([, code = '', character = '']): [number, string] => [
      Number.parseInt(code, 16),
      Buffer.from(character, 'hex').swap16().toString('utf16le'),
    ]),
  );
  return { text, characters: new Map(entries), added: new Set() };
}
