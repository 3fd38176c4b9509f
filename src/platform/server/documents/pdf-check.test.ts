import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { findPdfProblem } from './pdf-check.ts';

const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>';

interface PdfFileParts {
  pages?: number;
  catalog?: string;
  trailer?: string;
  objects?: string[];
}

/** A small PDF with catalog, pages and additional objects. */
function makeFile({ pages = 1, catalog = '', trailer = '', objects = [] }: PdfFileParts = {}): Buffer {
  const kids = Array.from({ length: pages }, (_, index) => `${index + 3} 0 R`).join(' ');
  const all = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`,
    ...Array.from({ length: pages }, () => page),
    ...objects,
  ];
  let text = '%PDF-1.7\n';
  const offsets = all.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const lines = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const end = `trailer\n<< /Size ${all.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(`${text}xref\n0 ${all.length + 1}\n0000000000 65535 f \n${lines}${end}`, 'latin1');
}

function formatStreamObject(dictionary: string, body: string): string {
  return `<< ${dictionary} /Length ${body.length} >>\nstream\n${body}\nendstream`;
}

/** A file of about 1 KB with a doubly compressed xref table. */
function createCompressedXref(megabytes: number): Buffer {
  const packed = deflateSync(Buffer.alloc(megabytes * 1024 * 1024), { level: 9 });
  const body = deflateSync(packed, { level: 9 }).toString('latin1');
  const entries = megabytes * 256 * 1024;
  const dictionary = `/Type /XRef /W [1 2 1] /Index [0 ${entries}] /Size ${entries} /Root 1 0 R`;
  const table = formatStreamObject(`${dictionary} /Filter [/FlateDecode /FlateDecode]`, body);
  const start = '%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n';
  return Buffer.from(`${start}2 0 obj\n${table}\nendobj\nstartxref\n${start.length}\n%%EOF\n`, 'latin1');
}

/** Measures the memory and CPU of the check process. */
async function measure(file: Buffer): Promise<{ peakBytes: number; cpuMs: number }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'pdf-check-process.ts'), '10'], {
    stdio: ['pipe', 'ignore', 'ignore'],
    env: {},
  });
  child.stdin.on('error', () => undefined);
  child.stdin.end(file);
  let peakBytes = 0;
  let cpuMs = 0;
  const sampling = setInterval(() => {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      peakBytes = Math.max(peakBytes, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024);
      const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      // The unit is ticks of 10 ms.
      cpuMs = Math.max(cpuMs, (Number(fields[11]) + Number(fields[12])) * 10 || 0);
    } catch {
      // The process has ended.
    }
  }, 5);
  await once(child, 'exit');
  clearInterval(sampling);
  return { peakBytes, cpuMs };
}

const check = (file: Buffer) => findPdfProblem(file, { maxPages: 10 });

describe('findPdfProblem', () => {
  it('accepts plain pages', async () => {
    expect(await check(makeFile())).toBeNull();
    expect(await check(makeFile({ pages: 10 }))).toBeNull();
  });

  it('accepts links and an initial destination', async () => {
    const link = '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://example.org/) >> >>';
    expect(await check(makeFile({ catalog: '/OpenAction [3 0 R /Fit]', objects: [link] }))).toBeNull();
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
    expect(await check(makeFile(parts))).toBe('active');
  });

  it('rejects active content in a compressed object stream', async () => {
    const inside = '9 0 << /S /JavaScript /JS (app.alert) >>';
    const packed = deflateSync(inside).toString('latin1');
    const dictionary = '/Type /Obj#53tm /N 1 /First 4 /Filter /FlateDecode';
    expect(await check(makeFile({ objects: [formatStreamObject(dictionary, packed)] }))).toBe('active');
  });

  it('rejects an object hidden in an image', async () => {
    const hidden = 'pixels 9 0 obj << /S /JavaScript /JS (app.alert) >> endobj pixels';
    expect(await check(makeFile({ objects: [formatStreamObject('/Subtype /Image', hidden)] }))).toBe('active');
  });

  it('rejects an encrypted file', async () => {
    const key = `<${'00'.repeat(32)}>`;
    const encrypt = `/Encrypt << /Filter /Standard /V 1 /R 2 /O ${key} /U ${key} /P -4 >> /ID [<00> <00>]`;
    expect(await check(makeFile({ trailer: encrypt }))).toBe('locked');
  });

  it('rejects too many pages', async () => {
    expect(await check(makeFile({ pages: 11 }))).toBe('pages');
  });

  it('rejects a truncated file and a file without pages', async () => {
    const whole = makeFile();
    expect(await check(whole.subarray(0, whole.length - 20))).toBe('damaged');
    expect(await check(makeFile({ pages: 0 }))).toBe('damaged');
    expect(await check(Buffer.from('%PDF-1.7\nnothing of it is there\n%%EOF\n'))).toBe('damaged');
  });

  it.each([
    ['unpacks to 400 MB', 'damaged', createCompressedXref(400)],
    // PDFium stops at its own depth limit.
    ['nests a million arrays', null, makeFile({ catalog: `/Names ${'['.repeat(1_000_000)}` })],
    ['keeps the parser busy', 'damaged', makeFile({ objects: ['stream\nendstream '.repeat(400_000)] })],
  ])('takes at most 256 MB and 5 s of CPU for a file that %s', { timeout: 90_000 }, async (_name, problem, file) => {
    expect(await check(file)).toBe(problem);
    const { peakBytes, cpuMs } = await measure(file);
    // The watchdog samples at intervals, so the limits can be exceeded slightly.
    expect(peakBytes).toBeLessThan(300 * 1024 * 1024);
    expect(cpuMs).toBeLessThan(6_000);
  });

  it('rejects a file that is no PDF', async () => {
    expect(await check(Buffer.from('<html><script>alert(1)</script></html>'))).toBe('type');
  });
});
