import type { Page } from 'playwright';
import { matchPath } from 'react-router';
import type { RouteDefinition } from '#app/web/route-definition.ts';
import { routes } from '#app/web/routes.ts';
import { workRoutes } from '#app/web/work-routes.ts';

export const allRoutes: readonly RouteDefinition[] = [...routes, ...workRoutes];

/** The paths of the rows that none of the addresses opens. */
export function listUnvisitedPaths(rows: readonly RouteDefinition[], addresses: readonly string[]): string[] {
  const opened = addresses.map((address) => address.split(/[?#]/)[0] ?? '');
  return rows.map(({ path }) => path).filter((path) => !opened.some((address) => matchPath(path, address)));
}

/** As a link of the page does it, without loading everything anew, which would take three times as long. */
export async function navigateInApp(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
}
