import type { Page } from 'playwright';

export const listPath = '/training/forms-applications';

export const section = (page: Page, name: string) =>
  page.locator('[data-part=form-section]').filter({ has: page.getByRole('heading', { name, level: 2 }) });

export const currentPath = (page: Page) => new URL(page.url()).pathname;
