import { redirect } from 'react-router';
import { loadSession } from '#features/account/web/session/session.ts';
import type { Checkpoint, dsdCalls } from '#features/dsd/shared/contract.ts';
import { isRecentlyProcessed, parseLinkedProfessionals, getNextPath } from '#features/dsd/shared/rules.ts';
import { defaultReturnPath } from '#platform/shared/return-path.ts';
import { createClient } from '#platform/web/client/client.ts';
import { reportBrowserError } from '#platform/web/client/error-reporting.ts';

const dsd = createClient<typeof dsdCalls>('/api/dsd');

/** The child that a guardian does it for; nobody on one's own pages. */
function parseChildId(url: URL): number | undefined {
  const affiliateId = Number(url.searchParams.get('for'));
  return Number.isSafeInteger(affiliateId) && affiliateId > 0 ? affiliateId : undefined;
}

/** What follows from where somebody stands; what cannot be loaded is logged and leads to the dashboard. */
async function decideByCheckpoint(
  request: Request,
  decide: (checkpoint: Checkpoint | null, url: URL) => Response | null,
): Promise<Response | null> {
  const url = new URL(request.url);
  try {
    return decide(await dsd('GET GetCheckpointData', { query: { affiliateId: parseChildId(url) } }), url);
  } catch (error) {
    reportBrowserError({ kind: 'call', message: `checkpoint: ${(error as Error).message}`, path: url.pathname });
    return redirect(defaultReturnPath);
  }
}

/** Where the programme goes on for who comes here: each page of it shows itself only when it is its turn. */
export async function redirectToCheckpointPage(request: Request): Promise<Response | null> {
  const { pathname, search } = new URL(request.url);
  // A stranger signs in first, at an address that has a page.
  if ((await loadSession()) === null) return pathname === '/dsd' ? redirect(`/dsd/welcome${search}`) : null;
  return decideByCheckpoint(request, (checkpoint, url) => {
    const place = getNextPath(checkpoint, parseLinkedProfessionals(url.searchParams), new Date());
    if (place === pathname) return null;
    if (place.startsWith('/dsd/')) return redirect(place + search);
    const child = parseChildId(url);
    if (child === undefined) return redirect(place);
    // What follows the forms is on the child's own pages.
    return redirect(place === '/training/medical-form' ? `${place}?for=${child}` : '/family');
  });
}

export async function requireProcessedCheckpoint(request: Request): Promise<Response | null> {
  if ((await loadSession()) === null) return null;
  return decideByCheckpoint(request, (checkpoint) =>
    isRecentlyProcessed(checkpoint, new Date()) ? null : redirect(defaultReturnPath),
  );
}
