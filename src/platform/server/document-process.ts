/** Where documents are made: a process of its own, so that neither their time nor their memory is the server's. */
import { drawPage } from './document-picture.ts';
import type { DocumentAnswer, DocumentTask } from './document-types.ts';
import { makeDocument, TemplateError, usedMemoryBytes } from './document-work.ts';
import { UnknownPdf } from './pdf-values.ts';

const enoughBytes = 256 * 1024 * 1024;

process.on('message', async (task: DocumentTask) => say(await answer(task)));
// It ends with its server, and not before: what is being made while that one stops is still finished.
process.on('disconnect', () => process.exit(0));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
say('ready');

function say(text: DocumentAnswer): void {
  process.send?.(text);
}

async function answer(task: DocumentTask): Promise<DocumentAnswer> {
  try {
    const pdf = await makeDocument(task);
    const png = task.pictureWidthPx === null ? null : await drawPage(pdf, task.pictureWidthPx, task.backdrop);
    return { pdf, png, isSpent: usedMemoryBytes() > enoughBytes };
  } catch (error) {
    // Anything but a mistake in the template, or in what it made, is Typst itself breaking down.
    if (error instanceof TemplateError || error instanceof UnknownPdf)
      return { problem: error.message, isSpent: false };
    return { problem: String(error), isSpent: true };
  }
}
