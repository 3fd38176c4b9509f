import { listDrawnGlyphs } from './pdf-glyphs.ts';
import { assertDictionary, decodeStream, getReferenceId, type PdfObject, formatStream } from './pdf-file.ts';
import { type PdfDictionary, PdfReference, type PdfValue, UnsupportedPdfError } from './pdf-values.ts';

type PdfObjects = ReadonlyMap<number, PdfObject>;

/**
 * Every sign is drawn by a font that has it, and says which letter it is: so the text can be searched and read out. Of
 * several signs that are one letter together Typst lets only the first say so, beside a text for all of them. The others
 * say here that they belong to another, for the standard wants a word of each. Gives the tables of letters that grew.
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
      if (code === 0) throw new UnsupportedPdfError('no archive: none of its fonts has one of its letters');
      if (table.letters.has(code)) assertValidCharacter(table.letters.get(code) ?? '');
      else if (isExplained) table.added.add(code);
      else throw new UnsupportedPdfError(`no archive: a sign does not say which letter it is (${code})`);
    }
  }
  return new Map(
    [...tables].filter(([, { added }]) => added.size > 0).map(([id, table]) => [id, formatToUnicodeMap(table)]),
  );
}

interface ToUnicodeMap {
  text: string;
  /** By their codes in the font. */
  letters: ReadonlyMap<number, string>;
  added: Set<number>;
}

function assertValidCharacter(letter: string): void {
  if (/[\0\ufeff\ufffe\p{Private_Use}]/u.test(letter))
    throw new UnsupportedPdfError('no archive: a sign says that it is a letter that there is not');
}

/** The combining grapheme joiner: it is not seen, and what looks for words passes over it. */
const graphemeJoiner = '<034F>';
/** As many as one list may have. */
const maxEntriesPerList = 100;

function formatToUnicodeMap({ text, added }: ToUnicodeMap): Buffer {
  const entries = [...added].map((code) => `<${code.toString(16).toUpperCase().padStart(4, '0')}> ${graphemeJoiner}\n`);
  const lists = Array.from({ length: Math.ceil(entries.length / maxEntriesPerList) }, (_, index) => {
    const list = entries.slice(index * maxEntriesPerList, (index + 1) * maxEntriesPerList);
    return `${list.length} beginbfchar\n${list.join('')}endbfchar\n`;
  });
  const end = 'endcmap';
  if (text.split(end).length !== 2)
    throw new UnsupportedPdfError('Typst says in another way which letters its signs are');
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
    getReferenceId(content, 'what is on a page'),
  );
}

function getPageFonts(objects: PdfObjects, owner: PdfDictionary): PdfDictionary {
  const follow = (value: PdfValue | undefined) =>
    value instanceof PdfReference ? getObject(objects, value.id).value : (value ?? new Map());
  const resources = assertDictionary(follow(owner.get('/Resources')), 'what a page needs');
  return assertDictionary(follow(resources.get('/Font')), 'the fonts of a page');
}

function getToUnicodeMapId(objects: PdfObjects, fontId: number): number {
  const font = assertDictionary(getObject(objects, fontId).value, 'a font');
  if (font.get('/Subtype') !== '/Type0' || font.get('/Encoding') !== '/Identity-H')
    throw new UnsupportedPdfError('no archive: it has fonts of a kind that is not known');
  return getReferenceId(font.get('/ToUnicode'), 'the letters of a font');
}

function parseToUnicodeMap(objects: PdfObjects, id: number): ToUnicodeMap {
  const text = decodeStream(getObject(objects, id)).toString('latin1');
  if (text.includes('beginbfrange'))
    throw new UnsupportedPdfError('Typst says in another way which letters its signs are');
  const entries = [...text.matchAll(/beginbfchar\n([^]*?)endbfchar/g)].flatMap(([, list = '']) =>
    [...list.matchAll(/<([0-9A-F]{4})> <([0-9A-F]*)>/g)].map(([, code = '', letter = '']): [number, string] => [
      Number.parseInt(code, 16),
      Buffer.from(letter, 'hex').swap16().toString('utf16le'),
    ]),
  );
  return { text, letters: new Map(entries), added: new Set() };
}
