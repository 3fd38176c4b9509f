import { redirect } from 'react-router';
import { isServerPage } from '#platform/web/page-state.ts';

/**
 * Opens another document. The promise never resolves, so nothing is rendered while the browser loads it; the server
 * responds with a redirect.
 */
export async function leavePage(url: string): Promise<never> {
  if (isServerPage()) throw redirect(url);
  location.assign(url);
  return new Promise(() => undefined);
}
