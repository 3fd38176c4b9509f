import { matchPath, redirect, type LoaderFunctionArgs } from 'react-router';
import { loadSession } from '#features/account/web/session/session.ts';
import { type Role, getRole } from '#platform/shared/access.ts';
import { isLocale } from '#platform/shared/locale.ts';
import { safeReturnPath } from '#platform/shared/return-path.ts';
import { currentLocale, switchLocale } from '#platform/web/i18n/i18n.tsx';
import { deleteOtherUsersCache } from '#platform/web/sync/offline-cache-owner.ts';
import { goToSignIn } from '#platform/web/session/session.ts';
import { fillRedirect } from './fill-redirect.ts';
import { loadOffline, offlinePages, routes } from './routes.ts';

/** The browser is on its way to another document; nothing of this one is shown meanwhile. */
const waitForNavigation = () => new Promise<never>(() => undefined);

function toPath(request: Request): string {
  const { pathname, search, hash } = new URL(request.url);
  return pathname + search + hash;
}

/** Where a link leads that needs no sign-in; null when it is the link of who is signed in. */
function findLinkedPath({ params, request }: LoaderFunctionArgs, ownUid: string | undefined): string | null {
  const { pathname, search, searchParams } = new URL(request.url);
  const linked = routes.find((row) => row.linked && matchPath(row.path, pathname))?.linked;
  const uid = linked && searchParams.get(linked.query);
  return uid && uid.toLowerCase() !== ownUid ? fillRedirect(linked.to, params, search) : null;
}

/** Some pages open without a network, with what this browser has kept of the session. */
async function loadSessionForRequest(request: Request): ReturnType<typeof loadSession> {
  const asked = loadSession();
  if (!offlinePages.test(new URL(request.url).pathname)) return asked;
  asked.catch(() => undefined);
  return (await loadOffline()).loadCachedSession();
}

/** A person's own language goes before the browser's, and that of an address before both. */
export async function requireSession(args: LoaderFunctionArgs): Promise<Response | null> {
  const { params, request } = args;
  const session = await loadSessionForRequest(request);
  const linked = findLinkedPath(args, session?.user.global_uuid);
  if (linked !== null) return redirect(linked);
  if (session === null) {
    goToSignIn(toPath(request));
    return waitForNavigation();
  }
  const { language } = session.user;
  if (!isLocale(params['lang']) && isLocale(language) && language !== currentLocale()) await switchLocale(language);
  return null;
}

/** Those of Discover Scuba Diving come when they are needed. */
const loadCheckpointGuards = () => import('./dsd-checkpoint-guards.ts');

const redirectToUnauthorized = () => redirect('/training/unauthorized');

/** Hides a page from others; the server refuses their calls in any case. */
const requireRole =
  (...roles: Role[]) =>
  async (): Promise<Response | null> => {
    const session = await loadSession();
    return session === null || roles.includes(getRole(session.user.affiliate_type_id))
      ? null
      : redirectToUnauthorized();
  };

/**
 * The token in the address is taken once, exchanged for a session, and removed from the address. A page asks first if
 * that would change who is signed in: a link must not sign anybody in to an account without their knowing.
 */
export async function requireBearer({ request }: LoaderFunctionArgs): Promise<Response | null> {
  const url = new URL(request.url);
  if (!url.searchParams.get('email') && !url.searchParams.get('affiliateId')) return redirectToUnauthorized();
  const token = url.searchParams.get('token');
  if (token === null) {
    // From inside the portal a professional comes with the session they have.
    const session = await loadSession();
    return session !== null && ['professional', 'staff'].includes(getRole(session.user.affiliate_type_id))
      ? null
      : redirectToUnauthorized();
  }
  url.searchParams.delete('token');
  const path = url.pathname + url.search;
  try {
    const { exchangeToken, loadLinkOwner: openLink } = await import('#features/account/web/session/token-link.ts');
    if ((await openLink(token, path)).browser !== 'owner') return redirect('/continue');
    if ((await exchangeToken(token)) === null) return redirectToUnauthorized();
  } catch {
    return redirectToUnauthorized();
  }
  return redirect(path);
}

async function redirectToSignIn({ params, request }: LoaderFunctionArgs): Promise<never> {
  const returnTo = new URL(request.url).searchParams.get('returnTo');
  // Perhaps somebody else comes back.
  deleteOtherUsersCache(null);
  goToSignIn(safeReturnPath(returnTo), params['lang']);
  return waitForNavigation();
}

/** Where somebody new begins who said what they come for. */
const landingPathByType: Readonly<Record<string, string>> = { dsd: '/dsd/welcome', parent: '/family' };

async function redirectToSignUp({ params, request }: LoaderFunctionArgs): Promise<never> {
  const asked = new URL(request.url).searchParams.get('returnTo');
  const query = new URLSearchParams({
    screen: 'sign-up',
    returnTo: safeReturnPath(asked ?? landingPathByType[params['type'] ?? '']),
  });
  if (params['type']) query.set('type', params['type']);
  if (params['lang']) query.set('lang', params['lang']);
  const email = new URL(request.url).searchParams.get('email');
  if (email) query.set('email', email);
  location.assign(`/auth/start?${query}`);
  return waitForNavigation();
}

async function signOutAndRedirect(): Promise<never> {
  // First, and without a network too: whoever signs out wants nothing of theirs to stay here.
  deleteOtherUsersCache(null);
  const { signOut } = await import('#features/account/web/session/sign-out.ts');
  location.assign(await signOut());
  return waitForNavigation();
}

export const guards = {
  checkpoint: async ({ request }: LoaderFunctionArgs) =>
    (await loadCheckpointGuards()).redirectToCheckpointPage(request),
  'processed-checkpoint': async ({ request }: LoaderFunctionArgs) =>
    (await loadCheckpointGuards()).requireProcessedCheckpoint(request),
  staff: requireRole('staff'),
  store: requireRole('store'),
  pro: requireRole('professional', 'store'),
  'sign-in': redirectToSignIn,
  'sign-up': redirectToSignUp,
  'sign-out': signOutAndRedirect,
};
