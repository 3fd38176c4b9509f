import { documentProblem } from '../../../platform/web/document-file.ts';
import { pageMaxBytes } from '../shared/rules.ts';

const words = {
  type: 'error.forms.page_type',
  damaged: 'error.forms.page_damaged',
  too_large: 'forms.page.too_large',
} as const;

/** A message id, where it need not be sent to be refused. */
export function pageProblem(file: Pick<File, 'type' | 'size'>): string | null {
  const problem = documentProblem(file, pageMaxBytes);
  return problem && words[problem];
}
