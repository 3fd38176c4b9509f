import type { ComponentType } from 'react';
import { reportBrowserError } from '#platform/web/client/error-reporting.ts';

const reloadedForKey = 'reloaded-for';

export interface NavigationTarget {
  pathname: string;
  search: string;
  hash: string;
}

/**
 * A chunk that fails to load usually belongs to an older build, so the page is reloaded once. If that does not help, the
 * error screen is shown.
 */
export async function loadScreen(
  load: () => Promise<ComponentType>,
  target: () => NavigationTarget | undefined,
): Promise<ComponentType> {
  try {
    const Screen = await load();
    sessionStorage.removeItem(reloadedForKey);
    return Screen;
  } catch (error) {
    const { pathname, search, hash } = target() ?? location;
    const path = pathname + search + hash;
    reportBrowserError({ kind: 'chunk', message: String((error as Error).message), path: pathname });
    if (sessionStorage.getItem(reloadedForKey) === path)
      return () => {
        throw error;
      };
    sessionStorage.setItem(reloadedForKey, path);
    if (location.pathname + location.search + location.hash === path) location.reload();
    else location.assign(path);
    return new Promise(() => undefined);
  }
}
