import { matchPath, redirect, type LoaderFunctionArgs } from 'react-router';
import { loadSession } from '#features/account/web/session/session.ts';
import { type Role, getRole } from '#domain/roles.ts';
import { isLocale } from '#platform/shared/locale.ts';
import { safeReturnPath } from '#platform/shared/return-path.ts';
import { currentLocale, switchLocale } from '#platform/web/i18n/i18n.tsx';
import { deleteOtherUsersCache } from '#platform/web/sync/offline-cache-owner.ts';
import { isServerPage } from '#platform/web/page-state.ts';
import { leavePage } from '#platform/web/session/leave-page.ts';
import { goToSignIn } from '#platform/web/session/session.ts';
import { fillRedirect } from './fill-redirect.ts';
import { hasSession } from './has-session.ts';
import type { RouteLoaders } from './route-objects.ts';
import { loadOffline, offlinePages } from './offline-pages.ts';
import { routes } from './routes.ts';

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
  if (isServerPage() || !offlinePages.test(new URL(request.url).pathname)) return session;
  session.catch(() => undefined);
  return (await loadOffline()).loadCachedSession();
}

/** Language precedence: the URL's, then the person's, then the browser's. */
async function requireSession(args: LoaderFunctionArgs): Promise<Response | null> {
  const { params, request } = args;
  const session = await loadSessionForRequest(request);
  const linked = findLinkedPath(args, session?.user.global_uuid);
  if (linked !== null) return redirect(linked);
  if (session === null) return goToSignIn(toPath(request));
  const { language } = session.user;
  if (!isLocale(params['lang']) && isLocale(language) && language !== currentLocale()) await switchLocale(language);
  return null;
}

/** Loaded on demand, because few people take part in Discover Scuba Diving. */
const loadCheckpointGuards = () => import('./dsd-checkpoint-guards.ts');

/** The page says who may open it, by the name after the number sign. */
const redirectToUnauthorized = (need = '') => redirect(`/training/unauthorized${need && `#${need}`}`);

type Need = 'staff' | 'store' | 'pro';

/** Hides a page from other roles. The server also rejects their requests. */
const requireRole =
  (need: Need, ...roles: Role[]) =>
  async (): Promise<Response | null> => {
    const session = await loadSession();
    return session === null || roles.includes(getRole(session.user.affiliate_type_id))
      ? null
      : redirectToUnauthorized(need);
  };

/**
 * Exchanges the token in the URL for a session and removes it from the URL. If that would change who is signed in, a
 * page asks first, because a link must not sign people in to another account without their consent.
 */
async function requireBearer({ request }: LoaderFunctionArgs): Promise<Response | null> {
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
  if (!isServerPage()) deleteOtherUsersCache(null);
  return goToSignIn(safeReturnPath(returnTo), params['lang']);
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
  return leavePage(`/auth/start?${query}`);
}

async function signOutAndRedirect(): Promise<never> {
  // The cache is deleted first, so it is also deleted without a network.
  deleteOtherUsersCache(null);
  const { signOut } = await import('#features/account/web/session/sign-out.ts');
  return leavePage(await signOut());
}

const guards: RouteLoaders['guards'] = {
  checkpoint: async ({ request }: LoaderFunctionArgs) =>
    (await loadCheckpointGuards()).redirectToCheckpointPage(request),
  'processed-checkpoint': async ({ request }: LoaderFunctionArgs) =>
    (await loadCheckpointGuards()).requireProcessedCheckpoint(request),
  staff: requireRole('staff', 'staff'),
  store: requireRole('store', 'store'),
  pro: requireRole('pro', 'professional', 'store'),
  'sign-in': redirectToSignIn,
  'sign-up': redirectToSignUp,
  'sign-out': signOutAndRedirect,
};

/** What the routes run before their screens. The browser doesn't need it to show a page that the server has rendered. */
export const loaders: RouteLoaders = {
  requireSession,
  requireBearer,
  hasSession,
  guards,
  redirectTo:
    (to) =>
    ({ params, request }) =>
      redirect(fillRedirect(to, params, new URL(request.url).search)),
};
