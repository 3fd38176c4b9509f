import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { formatStreamObject, createTestPdf } from '#platform/testing/pdf-fixture.ts';
import { findPdfProblem } from './pdf-check.ts';

const check = (file: Buffer) => findPdfProblem(file, { maxPages: 10 });

describe('findPdfProblem', () => {
  it('accepts plain pages', async () => {
    expect(await check(createTestPdf())).toBeNull();
    expect(await check(createTestPdf({ pages: 10 }))).toBeNull();
  });

  it('accepts links and an initial destination', async () => {
    const link = '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://example.org/) >> >>';
    expect(await check(createTestPdf({ catalog: '/OpenAction [3 0 R /Fit]', objects: [link] }))).toBeNull();
  });

  const link = (uri: string) => `<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI ${uri} >> >>`;

  it.each(
    [
      '(https://example.org/a(b)c)',
      '(HTTP://example.org/URI)',
      '(mailto:a@example.org?subject=x)',
      '(\\150ttps://x)',
    ].concat(['<68747470733a2f2f78>', '% see https://y\n(https://x)', '(https://example.org/Base)']),
  )('accepts a link to %s', async (uri) => {
    expect(await check(createTestPdf({ objects: [link(`/URI ${uri}`)] }))).toBeNull();
  });

  it.each(
    ['(javascript:alert\\(1\\))', '(JavaScript:x)', '( javascript:x)', '(\tjavascript:x)', '(java\\\nscript:x)'].concat(
      ['(\\152avascript:x)', '<6a6176617363726970743a78>', '<6a 61 76 61 73 63 72 69 70 74 3a 78>', '<6a6176g1>'],
      [
        '% https://y\n(javascript:x)',
        '(\xfe\xff\0j\0a\0v\0a)',
        '(file:///etc/passwd)',
        '(FILE:x)',
        '(smb://host/share)',
      ],
      [
        '(\\\\\\\\host\\\\share)',
        '(//host/share)',
        '(data:text/html,x)',
        '(vbscript:x)',
        '(ms-word:x)',
        '(other.pdf)',
        '()',
      ],
      ['(http:x)', '(https\u0000://x)', '5 0 R'],
    ),
  )('rejects a link to %s', async (uri) => {
    expect(await check(createTestPdf({ objects: [link(`/URI ${uri}`), '(https://x)'] }))).toBe('active');
  });

  const script = '/S /URI /URI (javascript:x)';
  it.each([
    ['with an escaped name', { objects: [link('/#55RI (javascript:x)')] }],
    ['without a space', { objects: [link('/URI(javascript:x)')] }],
    ['of an outline', { catalog: '/Outlines 4 0 R', objects: ['<< /First 5 0 R >>', `<< /A << ${script} >> >>`] }],
    ['that follows another', { objects: [link(`/URI (https://x) /Next << ${script} >>`)] }],
    ['of a named page', { catalog: `/Names << /Dests << /Names [(a) << /A << ${script} >> >>] >> >>` }],
    ['of a button', { catalog: '/AcroForm << /Fields [4 0 R] >>', objects: [`<< /FT /Btn /A << ${script} >> >>`] }],
    ['of the file when it is opened', { catalog: `/OpenAction << ${script} >>` }],
    ['in relation to a base', { catalog: '/URI << /Base (file:///share/) >>' }],
    ['of a base elsewhere', { catalog: '/URI 4 0 R', objects: ['<< /Base (https://x) >>'] }],
    [
      'in a compressed object stream',
      {
        objects: [
          formatStreamObject(
            '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode',
            deflateSync(`9 0 ${link('/URI (javascript:x)')}`).toString('latin1'),
          ),
        ],
      },
    ],
  ])('rejects a script as the link %s', async (_name, parts) => {
    expect(await check(createTestPdf(parts))).toBe('active');
  });

  it.each([
    ['runs a script when it is opened', { catalog: '/OpenAction << /S /JavaScript /JS (app.alert) >>' }],
    ['does something when it is opened', { catalog: '/OpenAction 4 0 R', objects: ['<< /S /GoTo /D [3 0 R /Fit] >>'] }],
    ['does something when it is printed', { catalog: '/AA << /WP 4 0 R >>', objects: ['<< /S /Named /N /Find >>'] }],
    ['starts a program', { objects: ['<< /S /Launch /F (calc.exe) >>'] }],
    ['escapes the names of actions', { objects: ['<< /S /J#61va#53cript /J#53 (app.alert) >>'] }],
    ['contains a file', { objects: [formatStreamObject('/Type /EmbeddedFile', 'MZ')] }],
    ['names files', { catalog: '/Names << /EmbeddedFiles << /Names [] >> >>' }],
    ['has an XFA form', { catalog: '/AcroForm << /XFA 4 0 R /Fields [] >>', objects: ['()'] }],
  ])('rejects a file that %s', async (_name, parts) => {
    expect(await check(createTestPdf(parts))).toBe('active');
  });

  it('rejects active content in a compressed object stream', async () => {
    const inside = '9 0 << /S /JavaScript /JS (app.alert) >>';
    const packed = deflateSync(inside).toString('latin1');
    const dictionary = '/Type /Obj#53tm /N 1 /First 4 /Filter /FlateDecode';
    expect(await check(createTestPdf({ objects: [formatStreamObject(dictionary, packed)] }))).toBe('active');
  });

  it('rejects an object hidden in an image', async () => {
    const hidden = 'pixels 9 0 obj << /S /JavaScript /JS (app.alert) >> endobj pixels';
    expect(await check(createTestPdf({ objects: [formatStreamObject('/Subtype /Image', hidden)] }))).toBe('active');
  });

  it('rejects an encrypted file', async () => {
    const key = `<${'00'.repeat(32)}>`;
    const encrypt = `/Encrypt << /Filter /Standard /V 1 /R 2 /O ${key} /U ${key} /P -4 >> /ID [<00> <00>]`;
    expect(await check(createTestPdf({ trailer: encrypt }))).toBe('locked');
  });

  it('rejects too many pages', async () => {
    expect(await check(createTestPdf({ pages: 11 }))).toBe('pages');
  });

  it('rejects a truncated file and a file without pages', async () => {
    const whole = createTestPdf();
    expect(await check(whole.subarray(0, whole.length - 20))).toBe('damaged');
    expect(await check(createTestPdf({ pages: 0 }))).toBe('damaged');
    expect(await check(Buffer.from('%PDF-1.7\nnothing of it is there\n%%EOF\n'))).toBe('damaged');
  });

  it('rejects a file that is no PDF', async () => {
    expect(await check(Buffer.from('<html><script>alert(1)</script></html>'))).toBe('type');
  });
});
