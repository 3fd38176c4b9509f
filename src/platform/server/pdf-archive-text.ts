import { drawnBy } from './pdf-drawn.ts';
import { asDictionary, contentOf, idOf, type PdfObject, streamOf } from './pdf-file.ts';
import { type PdfDictionary, PdfReference, type PdfValue, UnknownPdf } from './pdf-values.ts';

type Objects = ReadonlyMap<number, PdfObject>;

/**
 * Every sign is drawn by a font that has it, and says which letter it is: so the text can be searched and read out. Of
 * several signs that are one letter together Typst lets only the first say so, beside a text for all of them. The others
 * say here that they belong to another, for the standard wants a word of each. Gives the tables of letters that grew.
 */
export function completeLetters(objects: Objects): Map<number, Buffer> {
  const tables = new Map<number, Table>();
  for (const object of objects.values()) {
    if (!(object.value instanceof Map)) continue;
    const isPage = object.value.get('/Type') === '/Page';
    if (!isPage && !object.value.has('/Resources')) continue;
    const fonts = fontsOf(objects, object.value);
    const drawn = isPage ? idsOf(object.value.get('/Contents')).map((id) => find(objects, id)) : [object];
    for (const { font, code, isExplained } of drawn.flatMap((content) => drawnBy(contentOf(content)))) {
      const id = tableIdOf(objects, idOf(fonts.get(font), `the font ${font}`));
      const table = tables.get(id) ?? readTable(objects, id);
      tables.set(id, table);
      if (code === 0) throw new UnknownPdf('no archive: none of its fonts has one of its letters');
      if (table.letters.has(code)) checkLetter(table.letters.get(code) ?? '');
      else if (isExplained) table.added.add(code);
      else throw new UnknownPdf(`no archive: a sign does not say which letter it is (${code})`);
    }
  }
  return new Map([...tables].filter(([, { added }]) => added.size > 0).map(([id, table]) => [id, grown(table)]));
}

interface Table {
  text: string;
  /** By their codes in the font. */
  letters: ReadonlyMap<number, string>;
  added: Set<number>;
}

function checkLetter(letter: string): void {
  if (/[\0\ufeff\ufffe\p{Private_Use}]/u.test(letter))
    throw new UnknownPdf('no archive: a sign says that it is a letter that there is not');
}

/** The combining grapheme joiner: it is not seen, and what looks for words passes over it. */
const joined = '<034F>';
/** As many as one list may have. */
const maxListed = 100;

function grown({ text, added }: Table): Buffer {
  const entries = [...added].map((code) => `<${code.toString(16).toUpperCase().padStart(4, '0')}> ${joined}\n`);
  const lists = Array.from({ length: Math.ceil(entries.length / maxListed) }, (_, index) => {
    const list = entries.slice(index * maxListed, (index + 1) * maxListed);
    return `${list.length} beginbfchar\n${list.join('')}endbfchar\n`;
  });
  const end = 'endcmap';
  if (text.split(end).length !== 2) throw new UnknownPdf('Typst says in another way which letters its signs are');
  return streamOf(
    '/Type /CMap\n  /WMode 0',
    Buffer.from(
      text.replace(end, () => `${lists.join('')}${end}`),
      'latin1',
    ),
  );
}

function find(objects: Objects, id: number): PdfObject {
  const object = objects.get(id);
  if (object === undefined) throw new UnknownPdf(`object ${id} is not in the file`);
  return object;
}

function idsOf(contents: PdfValue | undefined): number[] {
  return (Array.isArray(contents) ? contents : [contents]).map((content) => idOf(content, 'what is on a page'));
}

function fontsOf(objects: Objects, owner: PdfDictionary): PdfDictionary {
  const follow = (value: PdfValue | undefined) =>
    value instanceof PdfReference ? find(objects, value.id).value : (value ?? new Map());
  const resources = asDictionary(follow(owner.get('/Resources')), 'what a page needs');
  return asDictionary(follow(resources.get('/Font')), 'the fonts of a page');
}

function tableIdOf(objects: Objects, fontId: number): number {
  const font = asDictionary(find(objects, fontId).value, 'a font');
  if (font.get('/Subtype') !== '/Type0' || font.get('/Encoding') !== '/Identity-H')
    throw new UnknownPdf('no archive: it has fonts of a kind that is not known');
  return idOf(font.get('/ToUnicode'), 'the letters of a font');
}

function readTable(objects: Objects, id: number): Table {
  const text = contentOf(find(objects, id)).toString('latin1');
  if (text.includes('beginbfrange')) throw new UnknownPdf('Typst says in another way which letters its signs are');
  const entries = [...text.matchAll(/beginbfchar\n([^]*?)endbfchar/g)].flatMap(([, list = '']) =>
    [...list.matchAll(/<([0-9A-F]{4})> <([0-9A-F]*)>/g)].map(([, code = '', letter = '']): [number, string] => [
      Number.parseInt(code, 16),
      Buffer.from(letter, 'hex').swap16().toString('utf16le'),
    ]),
  );
  return { text, letters: new Map(entries), added: new Set() };
}
