import type { ComponentType } from 'react';
import { report } from '../platform/web/report.ts';

const marker = 'reloaded-for';

interface Target {
  pathname: string;
  search: string;
  hash: string;
}

/**
 * A part of the page that does not load is usually one that a newer version no longer has: the address is loaded
 * whole, once. If that does not help, the screen says that something went wrong.
 */
export async function loadScreen(
  load: () => Promise<ComponentType>,
  target: () => Target | undefined,
): Promise<ComponentType> {
  try {
    const Screen = await load();
    sessionStorage.removeItem(marker);
    return Screen;
  } catch (error) {
    const { pathname, search, hash } = target() ?? location;
    const path = pathname + search + hash;
    report({ kind: 'chunk', message: String((error as Error).message), path: pathname });
    if (sessionStorage.getItem(marker) === path)
      return () => {
        throw error;
      };
    sessionStorage.setItem(marker, path);
    if (location.pathname + location.search + location.hash === path) location.reload();
    else location.assign(path);
    return new Promise(() => undefined);
  }
}
