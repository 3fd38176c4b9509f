import { documentProblem } from '../../../platform/web/document-file.ts';
import { pageMaxBytes } from '../../forms/shared/rules.ts';

const words = {
  type: 'error.applications.proof_type',
  damaged: 'error.applications.proof_damaged',
  too_large: 'applications.proof.too_large',
} as const;

/** A message id, where it need not be sent to be refused. As with the page of a physician. */
export function proofProblem(file: Pick<File, 'type' | 'size'>): string | null {
  const problem = documentProblem(file, pageMaxBytes);
  return problem && words[problem];
}
