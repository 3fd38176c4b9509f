/** What a copy of a paper may be: a document, or a photo of it. What is in it is looked at by the server. */
export const documentTypes = ['application/pdf', 'image/jpeg', 'image/png'] as const;

/** What can be seen from outside, so that it need not be sent to be refused. */
export function findDocumentProblem(
  { type, size }: Pick<File, 'type' | 'size'>,
  maxBytes: number,
): 'type' | 'damaged' | 'too_large' | null {
  if (!documentTypes.some((known) => known === type)) return 'type';
  if (size === 0) return 'damaged';
  return size > maxBytes ? 'too_large' : null;
}
