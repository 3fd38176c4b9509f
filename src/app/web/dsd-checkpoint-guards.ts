import { redirect } from 'react-router';
import { loadSession } from '#features/account/web/session/session.ts';
import type { Checkpoint, dsdEndpoints } from '#features/dsd/shared/contract.ts';
import {
  isRecentlyProcessed,
  newChildParameter,
  parseLinkedProfessionals,
  getNextPath,
} from '#features/dsd/shared/rules.ts';
import { defaultReturnPath } from '#platform/shared/return-path.ts';
import { createClient } from '#platform/web/client/client.ts';
import { reportBrowserError } from '#platform/web/client/error-reporting.ts';

const dsdClient = createClient<typeof dsdEndpoints>('/api/dsd');

/** The child a guardian acts for, or undefined for the person's own pages. */
function parseChildId(url: URL): number | undefined {
  const affiliateId = Number(url.searchParams.get('for'));
  return Number.isSafeInteger(affiliateId) && affiliateId > 0 ? affiliateId : undefined;
}

/** Decides by the checkpoint. If it cannot be loaded, the error is reported and the dashboard is opened. */
async function decideByCheckpoint(
  request: Request,
  decide: (checkpoint: Checkpoint | null, url: URL) => Response | null,
): Promise<Response | null> {
  const url = new URL(request.url);
  try {
    return decide(await dsdClient('GET GetCheckpointData', { query: { affiliateId: parseChildId(url) } }), url);
  } catch (error) {
    reportBrowserError({ kind: 'call', message: `checkpoint: ${(error as Error).message}`, path: url.pathname });
    return redirect(defaultReturnPath);
  }
}

/** Redirects to the current step of Discover Scuba Diving, or returns null if the request is for that step. */
export async function redirectToCheckpointPage(request: Request): Promise<Response | null> {
  const { pathname, search } = new URL(request.url);
  // Signed-out visitors sign in first, on a path that has a page.
  if ((await loadSession()) === null) return pathname === '/dsd' ? redirect(`/dsd/welcome${search}`) : null;
  return decideByCheckpoint(request, (checkpoint, url) => {
    // A guardian signs up a child, whatever their own step is.
    if (pathname === '/dsd/welcome' && url.searchParams.has(newChildParameter)) return null;
    const nextPath = getNextPath(checkpoint, parseLinkedProfessionals(url.searchParams), new Date());
    if (nextPath === pathname) return null;
    if (nextPath.startsWith('/dsd/')) return redirect(nextPath + search);
    const child = parseChildId(url);
    if (child === undefined) return redirect(nextPath);
    if (nextPath === '/training/medical-form') return redirect(`${nextPath}?for=${child}`);
    // The lessons are on the family page; after the dive, the guardian sees who took the child and the photo.
    return redirect(isRecentlyProcessed(checkpoint, new Date()) ? `/training/my-promos?for=${child}` : '/family');
  });
}

export async function requireProcessedCheckpoint(request: Request): Promise<Response | null> {
  if ((await loadSession()) === null) return null;
  return decideByCheckpoint(request, (checkpoint) =>
    isRecentlyProcessed(checkpoint, new Date()) ? null : redirect(defaultReturnPath),
  );
}
