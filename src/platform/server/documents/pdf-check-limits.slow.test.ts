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
    ['keeps the parser busy', 'damaged', createTestPdf({ objects: ['stream\nendstream '.repeat(400_000)] })],
  ])('takes at most 256 MB and 5 s of CPU for a file that %s', { timeout: 90_000 }, async (_name, problem, file) => {
    expect(await findPdfProblem(file, { maxPages: 10 })).toBe(problem);
    const { peakBytes, cpuMs } = await measure(file);
    // The watchdog samples at intervals, so the limits can be exceeded slightly.
    expect(peakBytes).toBeLessThan(300 * 1024 * 1024);
    expect(cpuMs).toBeLessThan(6_000);
  });
});
