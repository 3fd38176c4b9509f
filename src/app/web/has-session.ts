import { loadSession } from '#features/account/web/session/session.ts';
import { isServerPage } from '#platform/web/page-state.ts';
import { currentToken } from '#platform/web/session/session.ts';

/** A bad network must not keep a card from being verified. */
const sessionWaitMs = 2_000;

/** For pages that show a person with a session their menu and others the public header. Verification also works offline. */
export async function hasSession(): Promise<boolean> {
  // Without a network only the session of a page that is open already is known.
  if (!isServerPage() && !navigator.onLine && currentToken() === null) return false;
  const session = loadSession().catch(() => null);
  if (isServerPage()) return (await session) !== null;
  const isSlow = new Promise<null>((resolve) => setTimeout(resolve, sessionWaitMs, null));
  return (await Promise.race([session, isSlow])) !== null;
}
