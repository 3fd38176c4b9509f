import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { formatStreamObject, createTestPdf } from '#platform/testing/pdf-fixture.ts';
import { findPdfProblem } from './pdf-check.ts';

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

/** A page whose content draws the object 5, and the objects from there on. */
const createDrawing = (objects: string[]) =>
  createTestPdf({
    kids: '4 0 R',
    objects: [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] /Contents 5 0 R /Resources ${useObject(5)} >>`,
      ...objects,
    ],
  });
const useObject = (id: number) => `<< /XObject << /X ${id} 0 R >> >>`;
const drawTenTimes = (id: number) =>
  formatStreamObject(`/Subtype /Form /BBox [0 0 9 9] /Resources ${useObject(id)}`, '/X Do '.repeat(10));
/** A cross-reference table that names itself as the one before. */
function createEndlessTables(): Buffer {
  const text = createTestPdf().toString('latin1');
  const start = text.indexOf('xref\n0');
  return Buffer.from(text.replace('/Root', `/Prev ${start} /Root`), 'latin1');
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

describe('findPdfProblem', () => {
  it.each([
    ['unpacks to 400 MB', 'damaged', createCompressedXref(400)],
    // PDFium stops at its own depth limit.
    ['nests a million arrays', null, createTestPdf({ catalog: `/Names ${'['.repeat(1_000_000)}` })],
    ['has a page tree that contains itself', null, createTestPdf({ pages: 1, objects: [], kids: '3 0 R 2 0 R' })],
    [
      'has an outline without end',
      null,
      createTestPdf({ catalog: '/Outlines 4 0 R', objects: ['<< /First 4 0 R /Next 4 0 R >>'] }),
    ],
    ['refers to the catalog everywhere', null, createTestPdf({ catalog: '/Names 1 0 R /Dests 1 0 R /AcroForm 1 0 R' })],
    ['draws itself', 'damaged', createDrawing([drawTenTimes(5)])],
    [
      'draws a million million times',
      'damaged',
      createDrawing(Array.from({ length: 12 }, (_, index) => drawTenTimes(index + 6))),
    ],
    ['has a table before itself', null, createEndlessTables()],
    ['keeps the parser busy', 'damaged', createTestPdf({ objects: ['stream\nendstream '.repeat(400_000)] })],
  ])('takes at most 256 MB and 5 s of CPU for a file that %s', { timeout: 90_000 }, async (_name, problem, file) => {
    expect(await findPdfProblem(file, { maxPages: 10 })).toBe(problem);
    const { peakBytes, cpuMs } = await measure(file);
    // The watchdog samples at intervals, so the limits can be exceeded slightly.
    expect(peakBytes).toBeLessThan(300 * 1024 * 1024);
    expect(cpuMs).toBeLessThan(6_000);
  });
});
