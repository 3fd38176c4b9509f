import type { Page } from 'playwright';

export const list = '/training/forms-applications';
export const pathOf = (id: number) => `/applications/${id}`;

export const section = (page: Page, name: string) =>
  page.locator('[data-part=form-section]').filter({ has: page.getByRole('heading', { name, level: 2 }) });

/** The current path of the page. */
export const at = (page: Page) => new URL(page.url()).pathname;
