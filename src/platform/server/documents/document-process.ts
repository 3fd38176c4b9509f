/** Where documents are made: a process of its own, so that neither their time nor their memory is the server's. */
import { renderPageAsPng } from './page-image.ts';
import type { DocumentResult, DocumentTask } from './document-types.ts';
import { compileDocument, TemplateError, getUsedMemoryBytes } from './typst-compiler.ts';
import { UnsupportedPdfError } from './pdf-values.ts';

const maxMemoryBytes = 256 * 1024 * 1024;

process.on('message', async (task: DocumentTask) => sendMessage(await runTask(task)));
// It ends with its server, and not before: what is being made while that one stops is still finished.
process.on('disconnect', () => process.exit(0));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
sendMessage('ready');

function sendMessage(text: DocumentResult): void {
  process.send?.(text);
}

async function runTask(task: DocumentTask): Promise<DocumentResult> {
  try {
    const pdf = await compileDocument(task);
    const png = task.pictureWidthPx === null ? null : await renderPageAsPng(pdf, task.pictureWidthPx, task.backdrop);
    return { pdf, png, isSpent: getUsedMemoryBytes() > maxMemoryBytes };
  } catch (error) {
    // Anything but a mistake in the template, or in what it made, is Typst itself breaking down.
    if (error instanceof TemplateError || error instanceof UnsupportedPdfError)
      return { problem: error.message, isSpent: false };
    return { problem: String(error), isSpent: true };
  }
}
