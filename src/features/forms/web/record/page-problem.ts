import type { MessageId } from '#platform/shared/message-id.ts';
import { findDocumentProblem } from '#platform/web/files/document-file.ts';
import { pageMaxBytes } from '#features/forms/shared/rules.ts';

const problemMessages = {
  type: 'error.forms.page_type',
  damaged: 'error.forms.page_damaged',
  too_large: 'forms.page.too_large',
} as const;

/** Returns a message id if the file would be rejected by the server. */
export function findPageProblem(file: Pick<File, 'type' | 'size'>): MessageId | null {
  const problem = findDocumentProblem(file, pageMaxBytes);
  return problem && problemMessages[problem];
}
