/** Accepted types for a copy of a paper document. The server checks the content itself. */
export const documentTypes = ['application/pdf', 'image/jpeg', 'image/png'] as const;

/** Checks type and size before the upload, so an unsuitable file is never sent. */
export function findDocumentProblem(
  { type, size }: Pick<File, 'type' | 'size'>,
  maxBytes: number,
): 'type' | 'damaged' | 'too_large' | null {
  if (!documentTypes.some((accepted) => accepted === type)) return 'type';
  if (size === 0) return 'damaged';
  return size > maxBytes ? 'too_large' : null;
}
