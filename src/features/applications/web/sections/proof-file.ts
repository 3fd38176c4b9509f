import { findDocumentProblem } from '#platform/web/files/document-file.ts';
import { pageMaxBytes } from '#features/forms/shared/rules.ts';

const rejectionMessages = {
  type: 'error.applications.proof_type',
  damaged: 'error.applications.proof_damaged',
  too_large: 'applications.proof.too_large',
} as const;

/** Checks a file before the upload, like the page of a physician, and returns a message id. */
export function findProofProblem(file: Pick<File, 'type' | 'size'>): string | null {
  const problem = findDocumentProblem(file, pageMaxBytes);
  return problem && rejectionMessages[problem];
}
