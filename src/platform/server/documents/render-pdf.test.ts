import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { type Locale, locales } from '#platform/shared/locale.ts';
import { createTemporaryFolder } from '#platform/testing/temporary-folder.ts';
import { listFontFamilies } from './fonts.ts';
import { replaceMissingGlyphs } from './missing-glyphs.ts';
import { type DocumentOptions, renderPdf, renderPdfAndPng } from './render-pdf.ts';

const folder = await createTemporaryFolder();

function template(name: string, text: string): URL {
  const file = join(folder, `${name}.typ`);
  writeFileSync(file, text);
  return pathToFileURL(file);
}

const plainTemplate = template('plain', '#let data = json("/data.json")\n= #data.title\n#data.name\n');
const recordTemplate = template(
  'record',
  `#import "${join(import.meta.dirname, 'page.typ')}": facts, listing, note, sheet
#let data = json("/data.json")
#show: sheet.with(brand: data.brand, product: data.product, page-of: data.pageOf)
= #data.title
#facts(..data.facts)
#note(title: data.title, tone: "care", data.name)
== #data.name
#listing(header: data.header, numbers: (1,), ..data.rows)
`,
);

const data = {
  title: 'Training record',
  name: 'Ana Sol',
  brand: 'Bluewater',
  product: 'Halocline',
  pageOf: 'Page {page} of {pages}',
  facts: [['Name', 'Ana Sol']],
  header: ['Site', 'Depth'],
  rows: [['Blue Hole', '18.5 m']],
};

function renderTestPdf(changed: Partial<DocumentOptions> = {}): Promise<Buffer> {
  const at = new Date('2026-05-03T10:20:30Z');
  return renderPdf({ template: plainTemplate, data, locale: 'en-US', title: 'Training record', at, ...changed });
}

async function renderText(changed: Partial<DocumentOptions> = {}): Promise<string> {
  return (await renderTestPdf(changed)).toString('latin1');
}

async function listEmbeddedFonts(locale: Locale, name: string): Promise<string[]> {
  const text = await renderText({ locale, data: { ...data, name } });
  return [
    ...new Set([...text.matchAll(/\/BaseFont \/[A-Z]{6}\+([A-Za-z]+)/g)].map(([, font = '']) => font)),
  ].toSorted();
}

describe('renderPdf', () => {
  it('writes tags, title, language and creation date', async () => {
    const text = await renderText({ locale: 'de-DE' });
    expect(text).toContain('/Marked true');
    expect(text).toContain('/StructTreeRoot');
    expect(text).toContain('/S /H1');
    expect(text).toContain('/Lang (de-DE)');
    expect(text).toContain('/DisplayDocTitle true');
    expect(text).toContain('/Title (Training record)');
    expect(text).toContain('/CreationDate (D:20260503102030Z)');
  });

  it('writes a correct xref table', async () => {
    const text = await renderText();
    const start = Number(/startxref\n(\d+)\n%%EOF$/.exec(text)?.[1]);
    expect(text.slice(start, start + 5)).toBe('xref\n');
    const offsets = [...text.slice(start).matchAll(/^(\d{10}) 00000 n/gm)].map(([, offset]) => Number(offset));
    expect(offsets.length).toBeGreaterThan(10);
    for (const [index, offset] of offsets.entries()) {
      expect(text.slice(offset, offset + 20)).toMatch(new RegExp(`^${index + 1} 0 obj\n`));
    }
  });

  it('sets the text direction', async () => {
    expect(await renderText({ locale: 'ar-SA' })).toContain('/Direction /R2L');
    expect(await renderText({ locale: 'iw-IL' })).toContain('/Lang (he-IL)');
    expect(await renderText({ locale: 'fr-FR' })).toContain('/Direction /L2R');
  });

  it('uses letter paper in the United States and A4 elsewhere', async () => {
    expect(await renderText()).toContain('/MediaBox [0 0 612 792]');
    expect(await renderText({ locale: 'ms-MY' })).toContain('/MediaBox [0 0 595.27');
  });

  it('embeds the fonts that the scripts of the text need', async () => {
    expect(await listEmbeddedFonts('de-DE', 'Jörg')).toEqual(['Geologica']);
    expect(await listEmbeddedFonts('de-DE', 'さくら')).toEqual(['Geologica', 'NotoSansJP']);
    expect(await listEmbeddedFonts('zh-HK', '陳大文')).toEqual(['Geologica', 'NotoSansTC']);
    expect(await listEmbeddedFonts('ar-SA', 'محمد')).toEqual(['Geologica', 'Vazirmatn']);
    expect(await listEmbeddedFonts('de-DE', '뷁똠')).toEqual(['Geologica', 'NotoSansKR']);
  });

  it('has a glyph for rare characters of names in every language', async () => {
    expect(await listEmbeddedFonts('zh-CN', '王㛃')).toEqual(['Geologica', 'NotoSansHan', 'NotoSansSC']);
    expect(await listEmbeddedFonts('ja-JP', '𠮷田')).toContain('NotoSansJP');
    const rare = '㛃𠮷龘堃喆昶祎邨镕';
    for (const locale of ['zh-CN', 'zh-HK', 'ja-JP', 'ko-KR', 'de-DE'] as const)
      expect(replaceMissingGlyphs(rare, listFontFamilies(locale, rare)), locale).toBe(rare);
  });

  it('is deterministic regardless of other documents', async () => {
    const first = await renderTestPdf();
    await renderTestPdf({ locale: 'ja-JP', data: { ...data, name: '田中' } });
    expect((await renderTestPdf()).equals(first)).toBe(true);
    expect((await renderTestPdf({ at: new Date('2026-05-03T10:20:31Z') })).equals(first)).toBe(false);
  });

  it('renders the shared layout in every language', async () => {
    for (const locale of locales) {
      const text = await renderText({ template: recordTemplate, locale });
      expect(text, locale).toContain('/S /LBody');
      expect(text, locale).toContain('/S /TH');
    }
  });
});

describe('renderPdfAndPng', () => {
  const square = (fill: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10" fill="${fill}"/></svg>`;
  const sheet = template(
    'sheet',
    '#set page(width: 40mm, height: 20mm, margin: 0mm)\n#place(rect(width: 10mm, height: 20mm, fill: rgb("#112233")))\n#place(dx: 10mm, image("/files/red.png", width: 10mm, height: 20mm, alt: "red"))\n#place(hide[= Sheet])',
  );
  const draw = async (changed: Partial<DocumentOptions> = {}) => {
    const red = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#f00' } })
      .png()
      .toBuffer();
    const created = await renderPdfAndPng({
      template: sheet,
      data,
      locale: 'en-US',
      title: 'Sheet',
      at: new Date('2026-05-03T10:20:30Z'),
      files: { 'red.png': red },
      backdrop: square('#00f'),
      widthPx: 80,
      ...changed,
    });
    const { data: pixels, info } = await sharp(created.png).raw().toBuffer({ resolveWithObject: true });
    const at = (x: number) => pixels.subarray((20 * info.width + x) * 3, (20 * info.width + x) * 3 + 3).toString('hex');
    return { ...created, size: [info.width, info.height], colours: [at(10), at(30), at(60)] };
  };

  it('renders shapes, files and the background', async () => {
    const { pdf, size, colours } = await draw();
    expect([size, colours]).toEqual([
      [80, 40],
      ['112233', 'ff0000', '0000ff'],
    ]);
    expect(pdf.toString('latin1')).toContain('/DisplayDocTitle true');
  });

  it('renders other backgrounds and none', async () => {
    expect((await draw({ backdrop: square('#0f0') })).colours).toEqual(['112233', 'ff0000', '00ff00']);
    const at = new Date('2026-05-03T10:20:30Z');
    const { png } = await renderPdfAndPng({
      template: plainTemplate,
      data,
      locale: 'en-US',
      title: 'Plain',
      at,
      widthPx: 61,
    });
    const { dominant } = await sharp(png).stats();
    expect(Math.min(dominant.r, dominant.g, dominant.b)).toBeGreaterThan(240);
  });
});

describe('renderPdf errors', () => {
  it('names the template and the line when data is missing', async () => {
    const { name: _, ...incomplete } = data;
    await expect(renderTestPdf({ data: incomplete })).rejects.toThrow(/plain\.typ:3:\d+: error: .*"name"/);
  });

  it('names the template and the line of a syntax error', async () => {
    await expect(renderTestPdf({ template: template('broken', 'Fine.\n#let\n') })).rejects.toThrow(
      /broken\.typ:2:\d+: error: /,
    );
  });

  it('reloads a template that was fixed', async () => {
    await expect(renderTestPdf({ template: template('fixed', '#nothing') })).rejects.toThrow(/fixed\.typ:1/);
    expect(await renderText({ template: template('fixed', '= Something') })).toContain('/S /H1');
  });
});
