import type { Page } from 'playwright';

export const staff = 'staff@demo.test';
export const code = (page: Page) => page.locator('input[name=code]');
export const submit = (page: Page) => page.locator('form button[type=submit]').click();
export const onDashboard = (page: Page) => page.waitForURL((url) => url.pathname === '/training/dashboard');
