/** Renders documents in a separate process, so they take neither time nor memory from the server. */
import { becomeFirstOomVictim } from '#platform/server/jobs/first-oom-victim.ts';
import { renderPageAsPng } from './page-image.ts';
import type { DocumentResult, DocumentTask } from './document-types.ts';
import { compileDocument, TemplateError, getUsedMemoryBytes } from './typst-compiler.ts';
import { UnsupportedPdfError } from './pdf-values.ts';

const maxMemoryBytes = 256 * 1024 * 1024;

becomeFirstOomVictim();
process.on('message', async (task: DocumentTask) => sendMessage(await runTask(task)));
// The process ends with its server and not on signals, so documents in progress are finished during a shutdown.
process.on('disconnect', () => process.exit(0));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
sendMessage('ready');

function sendMessage(result: DocumentResult): void {
  process.send?.(result);
}

async function runTask(task: DocumentTask): Promise<DocumentResult> {
  try {
    const pdf = await compileDocument(task);
    const png = task.pictureWidthPx === null ? null : await renderPageAsPng(pdf, task.pictureWidthPx, task.backdrop);
    return { pdf, png, isSpent: getUsedMemoryBytes() > maxMemoryBytes };
  } catch (error) {
    // Any other error means that Typst itself crashed, so the process is replaced.
    if (error instanceof TemplateError || error instanceof UnsupportedPdfError)
      return { problem: error.message, isSpent: false };
    return { problem: String(error), isSpent: true };
  }
}
