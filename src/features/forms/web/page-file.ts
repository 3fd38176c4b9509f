import { pageMaxBytes } from '../shared/rules.ts';

/** Only what can be seen from outside: what is in it is looked at by the server. */
export const pageTypes = ['application/pdf', 'image/jpeg', 'image/png'] as const;

/** A message id, where it need not be sent to be refused. */
export function pageProblem({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (!pageTypes.some((known) => known === type)) return 'error.forms.page_type';
  if (size === 0) return 'error.forms.page_damaged';
  return size > pageMaxBytes ? 'forms.page.too_large' : null;
}
