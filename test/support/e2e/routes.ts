import type { Page } from 'playwright';
import { matchPath } from 'react-router';
import type { RouteDefinition } from '#app/web/route-definition.ts';
import { routes } from '#app/web/routes.ts';
import { workRoutes } from '#app/web/work-routes.ts';

export const allRoutes: readonly RouteDefinition[] = [...routes, ...workRoutes];

/** Paths of routes that none of the addresses matches. */
export function listUnvisitedPaths(rows: readonly RouteDefinition[], addresses: readonly string[]): string[] {
  const opened = addresses.map((address) => address.split(/[?#]/)[0] ?? '');
  return rows.map(({ path }) => path).filter((path) => !opened.some((address) => matchPath(path, address)));
}

/** Navigates like a link, because reloading the document takes three times as long. */
export async function navigateInApp(page: Page, address: string): Promise<void> {
  // A page from the server has no router until it responds to input.
  await page.waitForFunction(() => document.querySelector('#root[aria-busy]') === null);
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
}
