import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createTemporaryFolder } from '#platform/testing/temporary-folder.ts';
import { type DocumentOptions, renderPdf } from './render-pdf.ts';

const folder = await createTemporaryFolder();

function template(name: string, text: string): URL {
  const file = join(folder, `${name}.typ`);
  writeFileSync(file, text);
  return pathToFileURL(file);
}

const plainTemplate = template('plain', '= Training record');
const endlessTemplate = template('circle', '#for i in range(100000) { for j in range(100000) {} }');
const memoryHogTemplate = template('glutton', '#let all = range(50000000)\n#all.len()');

function renderTestPdf(changed: Partial<DocumentOptions> = {}): Promise<Buffer> {
  const at = new Date('2026-05-03T10:20:30Z');
  return renderPdf({ template: plainTemplate, data: {}, locale: 'en-US', title: 'Training record', at, ...changed });
}

async function renderText(): Promise<string> {
  return (await renderTestPdf()).toString('latin1');
}

describe('renderPdf limits', () => {
  it('stops an endless template and renders queued documents', async () => {
    const late = renderTestPdf({ template: endlessTemplate, timeLimitMs: 200 });
    const next = [renderTestPdf(), renderTestPdf({ locale: 'de-DE' })];
    await expect(late).rejects.toThrow(/circle\.typ timed out after 200 ms/);
    expect((await Promise.all(next)).map((pdf) => pdf.subarray(0, 5).toString())).toEqual(['%PDF-', '%PDF-']);
  });

  it('fails a template that takes too much memory and renders the next one', async () => {
    const greedy = renderTestPdf({ template: memoryHogTemplate });
    const next = renderText();
    await expect(greedy).rejects.toThrow(/glutton\.typ failed to render/);
    expect(await next).toContain('/S /H1');
  });

  it('retries a document whose process was killed', async () => {
    // The timeout forces a new process.
    await expect(renderTestPdf({ template: endlessTemplate, timeLimitMs: 1 })).rejects.toThrow('timed out');
    const killed: ChildProcess[] = [];
    const kill = (message: unknown): void => {
      const { process: child } = message as { process: ChildProcess };
      if (killed.push(child) === 1) child.once('spawn', () => child.kill('SIGKILL'));
    };
    subscribe('child_process', kill);
    const text = await renderText().finally(() => unsubscribe('child_process', kill));
    expect(text).toContain('/S /H1');
    expect(killed.map((child) => child.signalCode)).toEqual(['SIGKILL', null]);
  });

  it('rejects documents when the queue is full', async () => {
    const broken = template('many', '#nothing');
    const many = await Promise.allSettled(Array.from({ length: 104 }, () => renderTestPdf({ template: broken })));
    const rejected = many.filter(({ status }, index) => status === 'rejected' && index >= 101);
    expect(rejected.map((result) => (result as PromiseRejectedResult).reason.code)).toEqual(
      Array(3).fill('server.overloaded'),
    );
    expect((many[100] as PromiseRejectedResult).reason.message).toContain('many.typ:1');
  });
});
