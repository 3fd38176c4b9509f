import { startTransition, useEffect, useState, useSyncExternalStore } from 'react';

const subscribeToNothing = () => () => undefined;

/** React calls `readOnServer` only on the server and while it hydrates. */
function createProbe() {
  let isServerPage = false;
  return {
    read: () => null,
    readOnServer() {
      isServerPage = true;
      return null;
    },
    isServerPage: () => isServerPage,
  };
}

/**
 * True on the server, and in the browser while React takes over a page that the server has rendered. What it changes
 * then is rendered as a transition, in short steps, between which the page responds to input. A snapshot that differs
 * from the server's would be rendered immediately.
 */
export function useIsHydrating(): boolean {
  const probe = createProbe();
  useSyncExternalStore(subscribeToNothing, probe.read, probe.readOnServer);
  const [isHydrating, setIsHydrating] = useState(probe.isServerPage);
  useEffect(() => {
    if (isHydrating) startTransition(() => setIsHydrating(false));
  }, [isHydrating]);
  return isHydrating;
}
