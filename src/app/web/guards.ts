import { matchPath, redirect, type LoaderFunctionArgs } from 'react-router';
import { loadSession } from '#features/account/web/session/session.ts';
import { type Role, getRole } from '#domain/roles.ts';
import { isLocale } from '#platform/shared/locale.ts';
import { safeReturnPath } from '#platform/shared/return-path.ts';
import { currentLocale, switchLocale } from '#platform/web/i18n/i18n.tsx';
import { deleteOtherUsersCache } from '#platform/web/sync/offline-cache-owner.ts';
import { goToSignIn } from '#platform/web/session/session.ts';
import { fillRedirect } from './fill-redirect.ts';
import { loadOffline, offlinePages, routes } from './routes.ts';

/** Never resolves, so nothing is rendered while the browser loads another document. */
const waitForNavigation = () => new Promise<never>(() => undefined);

function toPath(request: Request): string {
  const { pathname, search, hash } = new URL(request.url);
  return pathname + search + hash;
}

/** The target of a link that needs no sign-in, or null if the link belongs to the signed-in person. */
function findLinkedPath({ params, request }: LoaderFunctionArgs, ownUid: string | undefined): string | null {
  const { pathname, search, searchParams } = new URL(request.url);
  const linked = routes.find((row) => row.linked && matchPath(row.path, pathname))?.linked;
  const uid = linked && searchParams.get(linked.query);
  return uid && uid.toLowerCase() !== ownUid ? fillRedirect(linked.to, params, search) : null;
}

/** Offline pages open with the cached session when there is no network. */
async function loadSessionForRequest(request: Request): ReturnType<typeof loadSession> {
  const session = loadSession();
  if (!offlinePages.test(new URL(request.url).pathname)) return session;
  session.catch(() => undefined);
  return (await loadOffline()).loadCachedSession();
}

/** Language precedence: the URL's, then the person's, then the browser's. */
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

/** Loaded on demand, because few people take part in Discover Scuba Diving. */
const loadCheckpointGuards = () => import('./dsd-checkpoint-guards.ts');

const redirectToUnauthorized = () => redirect('/training/unauthorized');

/** Hides a page from other roles. The server also rejects their requests. */
const requireRole =
  (...roles: Role[]) =>
  async (): Promise<Response | null> => {
    const session = await loadSession();
    return session === null || roles.includes(getRole(session.user.affiliate_type_id))
      ? null
      : redirectToUnauthorized();
  };

/**
 * Exchanges the token in the URL for a session and removes it from the URL. If that would change who is signed in, a
 * page asks first, because a link must not sign people in to another account without their consent.
 */
export async function requireBearer({ request }: LoaderFunctionArgs): Promise<Response | null> {
  const url = new URL(request.url);
  if (!url.searchParams.get('email') && !url.searchParams.get('affiliateId')) return redirectToUnauthorized();
  const token = url.searchParams.get('token');
  if (token === null) {
    // Links inside the portal have no token; professionals use their session.
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
  // Another person may sign in next.
  deleteOtherUsersCache(null);
  goToSignIn(safeReturnPath(returnTo), params['lang']);
  return waitForNavigation();
}

/** The first page after sign-up, by the sign-up type. */
const landingPathByType: Readonly<Record<string, string>> = { dsd: '/dsd/welcome', parent: '/family' };

async function redirectToSignUp({ params, request }: LoaderFunctionArgs): Promise<never> {
  const returnTo = new URL(request.url).searchParams.get('returnTo');
  const query = new URLSearchParams({
    screen: 'sign-up',
    returnTo: safeReturnPath(returnTo ?? landingPathByType[params['type'] ?? '']),
  });
  if (params['type']) query.set('type', params['type']);
  if (params['lang']) query.set('lang', params['lang']);
  const email = new URL(request.url).searchParams.get('email');
  if (email) query.set('email', email);
  location.assign(`/auth/start?${query}`);
  return waitForNavigation();
}

async function signOutAndRedirect(): Promise<never> {
  // The cache is deleted first, so it is also deleted without a network.
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
