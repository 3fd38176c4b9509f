import type { Page } from 'playwright';
import { matchPath } from 'react-router';
import type { RouteRow } from '../src/app/route-row.ts';
import { routes } from '../src/app/routes.ts';
import { workRoutes } from '../src/app/work-routes.ts';

export const allRoutes: readonly RouteRow[] = [...routes, ...workRoutes];

/** The paths of the rows that none of the addresses opens. */
export function pathsWithout(rows: readonly RouteRow[], addresses: readonly string[]): string[] {
  const opened = addresses.map((address) => address.split(/[?#]/)[0] ?? '');
  return rows.map(({ path }) => path).filter((path) => !opened.some((address) => matchPath(path, address)));
}

/** As a link of the page does it, without loading everything anew, which would take three times as long. */
export async function follow(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
}
