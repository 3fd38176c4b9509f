import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const source = join(import.meta.dirname, '../../..');

it.each([
  'features/logbook/server/imports/read-process.ts',
  'platform/server/files/image-process.ts',
  'platform/server/documents/pdf-check-process.ts',
  'platform/server/documents/document-process.ts',
])('%s is ended before the portal when memory runs out', async (file) => {
  const child = fork(join(source, file), ['1'], { stdio: ['pipe', 'ignore', 'inherit', 'ipc'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await expect
    .poll(() => readFileSync(`/proc/${child.pid}/oom_score_adj`, 'utf8').trim(), { timeout: 20_000 })
    .toBe('1000');
});
