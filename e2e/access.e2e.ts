import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPage, visit } from '../src/platform/testing/browser.ts';
import { runSql } from './database.ts';
import { checkLooks } from './looks.ts';

const locales = ['en-US', 'ar-SA'] as const;
type Language = (typeof locales)[number];

/** One person for each language: it is a person's own and goes before the browser's. */
const people: Record<Language, string> = { 'en-US': 'diver@demo.test', 'ar-SA': 'candidate@demo.test' };
let resetLink = '';

beforeAll(async () => {
  await runSql("update person set language = 'ar-SA' where email = $1", [people['ar-SA']]);
});
afterAll(async () => {
  await runSql("update person set language = 'en-US' where email = $1", [people['ar-SA']]);
});

interface Screen {
  address: string;
  /** Is there once the screen stands. */
  sign: string;
  isSignedIn?: boolean;
  /** Opens what floats above it. */
  press?: string;
}

const screens: Record<string, Screen> = {
  'the sign-in page': { address: '/login/sign-in', sign: 'input[name=password]' },
  'the sign-up page': { address: '/login/sign-up', sign: 'input[name=givenName]' },
  'the page for a forgotten password': { address: '/sso/forgot', sign: 'input[name=email]' },
  'the page for a new password': { address: 'reset', sign: 'input[name=confirmation]' },
  'a refused page': { address: '/training/unauthorized', sign: 'main h1' },
  'the dashboard': { address: '/training/dashboard', sign: 'nav.side, nav.thumb', isSignedIn: true },
  'a page for others': { address: '/pro', sign: 'main h1', isSignedIn: true },
  'the notifications drawer': {
    address: '/training/dashboard',
    press: '.top-end .icon-btn',
    sign: '.drawer .note-list li, .drawer .empty',
    isSignedIn: true,
  },
  'the user menu': { address: '/training/dashboard', press: '.who', sign: '[role=menuitem]', isSignedIn: true },
};

const signOf = (name: string) => `${(screens[name] as Screen).sign} >> visible=true`;

async function open(name: string, locale: Language): Promise<Page> {
  const { address, press, isSignedIn } = screens[name] as Screen;
  const page = await openPage({ locale, ...(isSignedIn && { signedInAs: people[locale] }) });
  await visit(page, address === 'reset' ? await askForLink(page) : address);
  if (press) await page.locator(press).click();
  await page.locator(signOf(name)).first().waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe(locale);
  return page;
}

/** Looking at a link does not use it up, so one does for all. */
async function askForLink(page: Page): Promise<string> {
  if (resetLink !== '') return resetLink;
  const { request } = page.context();
  const email = 'staff@demo.test';
  expect((await request.post('/sso/forgot', { data: { email } })).ok()).toBe(true);
  const [mail] = await runSql<{ text: string }>('select text from mail_outbox where to_address = $1', [email]);
  resetLink = /\/sso\/reset\/[\w-]+/.exec(mail?.text ?? '')?.[0] ?? '';
  return resetLink;
}

describe.each(locales)('in %s', (locale) => {
  it.each(Object.keys(screens))('%s has no fault that axe finds, at any width, by day and by night', async (name) => {
    const page = await open(name, locale);
    await checkLooks(page);
    expect(await page.locator(signOf(name)).count()).toBeGreaterThan(0);
  });
});
