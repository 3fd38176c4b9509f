import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { type Locale, locales } from '#platform/shared/locale.ts';
import { createTemporaryFolder } from '#platform/testing/temporary-folder.ts';
import { type DocumentOptions, renderPdf } from './render-pdf.ts';
import { convertToPdfA } from './pdf-archive.ts';
import { assertDictionary, decodeStream, getReferenceId, getPdfObject, type PdfFile, parsePdf } from './pdf-file.ts';
import { type PdfDictionary, PdfString, type PdfValue, parsePdfValues, UnsupportedPdfError } from './pdf-values.ts';

const folder = await createTemporaryFolder();

function template(name: string, text: string): URL {
  const file = join(folder, `${name}.typ`);
  writeFileSync(file, text);
  return pathToFileURL(file);
}

const record = template(
  'record',
  `#import "${join(import.meta.dirname, 'page.typ')}": facts, listing, note, sheet
#let data = json("/data.json")
#show: sheet.with(brand: data.name, product: data.name, page-of: "{page} / {pages}")
= #data.name
#facts((data.name, data.name))
#note(title: data.name, tone: "care")[#link("https://portal.example")[#data.name]]
#listing(header: (data.name, "2"), ("1", data.name))
`,
);

/** Samples with combining marks, joined letters and ligatures. */
const sampleTexts: Partial<Record<Locale, string>> = {
  'ar-SA': 'محمد بن عبد الله، مُدَرِّب ١٢٣',
  'iw-IL': 'שָׁלוֹם עולם',
  'th-TH': 'น้ำใจที่ดี กำลัง',
  'ja-JP': '山田太郎 がぎぐ カタカナ',
  'ko-KR': '안녕하세요 한글',
  'zh-CN': '简体中文',
  'zh-HK': '陳大文 繁體',
};

async function renderArchive(changed: Partial<DocumentOptions> = {}): Promise<Buffer> {
  const locale = changed.locale ?? 'en-US';
  return renderPdf({
    template: record,
    data: { name: sampleTexts[locale] ?? 'Łódź, Ελλάδα, Привет, ạ̈, office' },
    locale,
    title: 'Récord – (signed) 山 & <all>',
    at: new Date('2026-05-03T10:20:30Z'),
    isArchive: true,
    ...changed,
  });
}

const dictionary = (value: PdfValue | undefined) => assertDictionary(value, 'it');
const followReference = (file: PdfFile, value: PdfValue | undefined) => getPdfObject(file, getReferenceId(value, 'it'));
const getCatalog = (file: PdfFile) => dictionary(getPdfObject(file, file.rootId).value);
const listObjects = (file: PdfFile) => file.offsets.slice(1).map((_, index) => getPdfObject(file, index + 1));

function findDictionaries(file: PdfFile, key: string, value: string): PdfDictionary[] {
  return listObjects(file)
    .map((object) => object.value)
    .filter((found): found is PdfDictionary => found instanceof Map && found.get(key) === value);
}

function decodeText(value: PdfValue | undefined): string {
  if (!(value instanceof PdfString)) throw new Error('no text');
  const { bytes } = value;
  return bytes[0] === 0xfe ? Buffer.from(bytes.subarray(2)).swap16().toString('utf16le') : bytes.toString('latin1');
}

describe('renderPdf with isArchive', () => {
  it('writes PDF/A metadata that matches the info dictionary', async () => {
    const file = parsePdf(await renderArchive({ locale: 'de-DE' }));
    const xmp = decodeStream(followReference(file, getCatalog(file).get('/Metadata'))).toString();
    const info = dictionary(getPdfObject(file, file.infoId).value);
    const readXmp = (name: string) => new RegExp(`<${name}>(?:<.*?>)*(.*?)<`).exec(xmp)?.[1];
    expect(xmp).toContain('xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"');
    expect([readXmp('pdfaid:part'), readXmp('pdfaid:conformance')]).toEqual(['2', 'A']);
    expect(readXmp('dc:title')?.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')).toBe(
      decodeText(info.get('/Title')),
    );
    for (const [name, key] of [
      ['xmp:CreateDate', '/CreationDate'],
      ['xmp:ModifyDate', '/ModDate'],
    ] as const)
      expect(`D:${readXmp(name)?.replaceAll(/[-T:]/g, '')}`).toBe(decodeText(info.get(key)));
    expect(readXmp('xmp:CreatorTool')).toBe(decodeText(info.get('/Creator')));
    expect([info.has('/Producer'), readXmp('pdf:Producer')]).toEqual([false, undefined]);
    expect(decodeText(getCatalog(file).get('/Lang'))).toBe('de-DE');
    expect(file.fileId.map((id) => id.length > 0)).toEqual([true, true]);
  });

  it('contains the color profile', async () => {
    const file = parsePdf(await renderArchive());
    const [intent, ...others] = getCatalog(file).get('/OutputIntents') as PdfValue[];
    const entries = dictionary(followReference(file, intent).value);
    const profile = followReference(file, entries.get('/DestOutputProfile'));
    expect(others).toEqual([]);
    expect(entries.get('/S')).toBe('/GTS_PDFA1');
    expect(dictionary(profile.value).get('/N')).toBe(3);
    // An RGB monitor profile, version 4.
    expect(decodeStream(profile).toString('latin1', 12, 20)).toBe('mntrRGB ');
    expect(decodeStream(profile)[8]).toBe(4);
    expect(decodeStream(profile).readUInt32BE(0)).toBe(decodeStream(profile).length);
  });

  it('has a valid file structure and xref table', async () => {
    const bytes = await renderArchive();
    const text = bytes.toString('latin1');
    expect(text).toMatch(/^%PDF-1\.7\n%[\x80-\xff]{4,}\n/);
    expect(text).toMatch(/\n%%EOF$/);
    expect(text).not.toContain('/Encrypt');
    const file = parsePdf(bytes);
    for (const [index, object] of listObjects(file).entries()) {
      expect(text.slice(file.offsets[index + 1])).toMatch(new RegExp(`^${index + 1} 0 obj\n`));
      expect(bytes.toString('latin1', 0, file.ends[index + 1])).toMatch(/\nendobj\n\n$/);
      expect(object.stream?.length).toBe(object.value instanceof Map ? object.value.get('/Length') : undefined);
    }
  });

  it('uses standard tags', async () => {
    const file = parsePdf(await renderArchive());
    const catalog = getCatalog(file);
    expect(dictionary(catalog.get('/MarkInfo')).get('/Marked')).toBe(true);
    const root = dictionary(followReference(file, catalog.get('/StructTreeRoot')).value);
    const roles = dictionary(root.get('/RoleMap'));
    const standard =
      `/Document /Part /Sect /Div /P /H1 /H2 /H3 /L /LI /Lbl /LBody /Table /THead /TBody /TR /TH /TD /Span
      /Link /Figure`.split(/\s+/);
    for (const element of findDictionaries(file, '/Type', '/StructElem')) {
      const type = String(element.get('/S'));
      expect(standard).toContain(roles.get(type) ?? type);
    }
    for (const link of findDictionaries(file, '/Subtype', '/Link')) expect(link.get('/F')).toBe(4);
  });

  it('embeds all fonts with correct widths in every language', async () => {
    for (const locale of locales) {
      const file = parsePdf(await renderArchive({ locale }));
      const fonts = findDictionaries(file, '/Subtype', '/CIDFontType2');
      expect(fonts.length, locale).toBeGreaterThan(0);
      for (const font of fonts) {
        const descriptor = dictionary(followReference(file, font.get('/FontDescriptor')).value);
        const program = decodeStream(followReference(file, descriptor.get('/FontFile2')));
        const widths = readGlyphWidths(program);
        const set = decodeStream(followReference(file, descriptor.get('/CIDSet')));
        const inSet = [...set].map((byte) => byte.toString(2).padStart(8, '0')).join('');
        expect(inSet.replace(/0*$/, ''), locale).toBe('1'.repeat(widths.length));
        for (const [id, width] of parseDeclaredWidths(font.get('/W') as PdfValue[]))
          expect(Math.abs(width - (widths[id] ?? 0)), `${locale} ${id}`).toBeLessThan(1);
      }
    }
  });

  it('maps every glyph to Unicode in every language', async () => {
    for (const locale of locales) {
      const file = parsePdf(await renderArchive({ locale }));
      const [page] = findDictionaries(file, '/Type', '/Page');
      const fonts = dictionary(dictionary(page?.get('/Resources')).get('/Font'));
      const drawn = decodeStream(followReference(file, page?.get('/Contents'))).toString('latin1');
      for (const [, name = '', shown = ''] of drawn.matchAll(/(\/f\d+) [\d.]+ Tf([^]*?)\nET/g)) {
        const font = dictionary(followReference(file, fonts.get(name)).value);
        const letters = decodeStream(followReference(file, font.get('/ToUnicode'))).toString('latin1');
        for (const code of parseShownCodes(shown)) {
          expect(code, locale).not.toBe('0000');
          expect(letters, locale).toMatch(new RegExp(`<${code}> <(?!0000|FEFF|FFFE|[EF][0-8])[0-9A-F]{4,}>`));
        }
      }
    }
  });

  it('is deterministic, and plain PDF without isArchive', async () => {
    expect((await renderArchive()).equals(await renderArchive())).toBe(true);
    const plain = (await renderArchive({ isArchive: false })).toString('latin1');
    expect(plain).not.toContain('pdfaid');
    expect(plain).not.toContain('OutputIntent');
  });

  it('replaces only characters that no font has', async () => {
    const bytes = await renderArchive({
      data: { name: 'a देव 🐠 \u0007 \ud800 \u2068b\u2069 1\u202f000\u2028 \\u0041 "c"' },
    });
    const file = parsePdf(bytes);
    const all = listObjects(file)
      .filter(({ value }) => value instanceof Map && value.get('/Type') === '/CMap')
      .map((object) => decodeStream(object).toString('latin1'))
      .join('');
    for (const shown of ['25CA', '0061', '0062', '005C', '0022']) expect(all).toMatch(new RegExp(`> <${shown}`));
    for (const removed of ['0926', 'D83D', '0007']) expect(all).not.toMatch(new RegExp(`> <[0-9A-F]*${removed}`));
  });
});

describe('renderPdf with isArchive fails', () => {
  const renderError = async (name: string, text: string, files: Record<string, Uint8Array> = {}) => {
    const created = renderArchive({ template: template(name, text), files });
    return created.then(
      () => 'made',
      (error: Error) => error.message,
    );
  };

  it('for an image without alt text', async () => {
    const red = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#f00' } })
      .png()
      .toBuffer();
    const files = { 'red.png': red };
    expect(await renderError('mute', '#image("/files/red.png")', files)).toContain('an image has no alt text');
    expect(await renderError('told', '#image("/files/red.png", alt: "red")', files)).toBe('made');
  });

  it('for a character that no font has', async () => {
    expect(await renderError('letters', '#"\\u{0915}"')).toContain('no font has a glyph for a character');
  });

  it('for CMYK colors and attached files', async () => {
    expect(await renderError('press', '#text(fill: cmyk(10%, 20%, 30%, 40%))[a]')).toContain('CMYK colors');
    const attached = await renderError('attached', '#pdf.attach("/files/a.txt")\na', { 'a.txt': Buffer.from('a') });
    expect(attached).toMatch(/cannot create PDF\/A: forbidden name \/(EF|Filespec|EmbeddedFile)/);
  });

  it('for a file with an unexpected structure', async () => {
    const plain = await renderArchive({ isArchive: false });
    expect(convertToPdfA(plain).equals(await renderArchive())).toBe(true);
    const damaged = (change: (text: string) => string) => Buffer.from(change(plain.toString('latin1')), 'latin1');
    for (const change of [
      (text: string) => `${text}\nmore`,
      (text: string) => text.replace('%PDF-1.7\n', '%PDF-1.7\n\n'),
      (text: string) => text.replace('/Root', '/Encrypt 1 0 R /Root'),
      (text: string) => text.replace('/Marked true', '/Marked null'),
      (text: string) => text.replace('/Identity-H', '/Identity-V'),
      (text: string) =>
        text.replace(
          '<rdf:Description rdf:about=""',
          '<rdf:Description rdf:about="" '.slice(0, -1).replace('""', "''"),
        ),
      (text: string) => text.replace(/\/FontFile2 /, '/FontFile9 '),
    ])
      expect(() => convertToPdfA(damaged(change))).toThrow(UnsupportedPdfError);
  });
});

/** The widths in the font itself, in thousandths. */
function readGlyphWidths(font: Buffer): number[] {
  const at = (name: string) => {
    for (let entry = 12; entry < 12 + font.readUInt16BE(4) * 16; entry += 16)
      if (font.toString('latin1', entry, entry + 4) === name) return font.readUInt32BE(entry + 8);
    throw new Error(`no ${name}`);
  };
  const unitsPerEm = font.readUInt16BE(at('head') + 18);
  const count = font.readUInt16BE(at('hhea') + 34);
  return Array.from({ length: font.readUInt16BE(at('maxp') + 4) }, (_, id) => {
    const width = font.readUInt16BE(at('hmtx') + Math.min(id, count - 1) * 4);
    return (width * 1000) / unitsPerEm;
  });
}

/** The widths in the document: first, last and a common width, or first and a list of widths. */
function parseDeclaredWidths(list: PdfValue[]): [id: number, width: number][] {
  const widths: [number, number][] = [];
  for (let index = 0; index < list.length;) {
    const [from, second, third] = list.slice(index, index + 3);
    if (Array.isArray(second))
      for (const [more, width] of second.entries()) widths.push([Number(from) + more, Number(width)]);
    else for (let id = Number(from); id <= Number(second); id++) widths.push([id, Number(third)]);
    index += Array.isArray(second) ? 2 : 3;
  }
  return widths;
}

function parseShownCodes(shown: string): string[] {
  const texts = parsePdfValues(shown).flat();
  return texts.flatMap((text) =>
    text instanceof PdfString ? (text.bytes.toString('hex').toUpperCase().match(/.{4}/g) ?? []) : [],
  );
}
