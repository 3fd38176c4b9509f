import type { ComponentType } from 'react';
import { isServerPage } from '#platform/web/page-state.ts';
import { currentToken } from '#platform/web/session/session.ts';
import { hasSession } from '#app/web/has-session.ts';
import { PublicFrame } from './public-frame.tsx';

const loadShell = async () => (await import('./shell.tsx')).Shell;

/**
 * The portal's frame for a person with a session, otherwise the public one. The server renders pages of both kinds with
 * the same routes. Visitors don't load the portal's frame.
 */
export async function loadKnownFrame(): Promise<ComponentType> {
  if (!isServerPage() && !(await hasSession())) return PublicFrame;
  const Shell = await loadShell();
  return () => (currentToken() === null ? <PublicFrame /> : <Shell />);
}
