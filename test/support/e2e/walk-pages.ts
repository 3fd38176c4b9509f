import type { Page } from 'playwright';
import { matchPath } from 'react-router';
import { expect } from 'vitest';
import { visit } from '#platform/testing/browser.ts';
import { allRoutes, navigateInApp } from './routes.ts';
import { runSql } from './database.ts';
import { checkAppearance } from './check-appearance.ts';

/** Much longer than it takes: a busy machine has other things to do. */
export const walkTimeoutMs = 600_000;
export const locales = ['en-US', 'ar-SA'] as const;
export type Language = (typeof locales)[number];

interface WalkOptions {
  locale: Language;
  /** What `{names}` in the addresses stand for. */
  made?: Readonly<Record<string, string>>;
  /** What is looked for on each, once it stands. */
  check?: (page: Page) => Promise<void>;
}

/**
 * Goes from one address to the next as links do, and looks at each once it stands: in every size and by day and by
 * night it is without fault, has one headline, a main part, a name of its own and the language, and the focus is not
 * lost on the way. Answers what is wrong, of all of them.
 */
export async function walkPages(
  page: Page,
  addresses: readonly string[],
  { locale, made, check = checkAppearance }: WalkOptions,
): Promise<string[]> {
  const faults: string[] = [];
  const titles = new Map<string, string>();
  let former: { row: string | undefined; title: string } | undefined;
  for (const [index, address] of addresses.entries()) {
    const to = fillAddress(address, made);
    try {
      await (index === 0 ? visit(page, to) : followUnfocused(page, to));
      const { pathname } = new URL(to, page.url());
      // Where one enters, nothing had the focus before; the desk takes it all the same.
      const isFocused = index === 0 ? (expect.any(Boolean) as boolean) : true;
      // The address changes at once; another name says that the page has, too.
      const row = rowTitle(to);
      const isOther = former !== undefined && former.row !== row;
      const title = (isOther ? expect.not.stringContaining(former?.title ?? '') : expect.any(String)) as string;
      const expected = { ...expectedPage, pathname, ...languageAttributes[locale], isFocused, title };
      await expect
        .poll(() => readPageState(page))
        .toEqual({ ...expected, ...(pagesWithDrawing.test(pathname) && { empty: 1 }) });
      former = { row, title: await page.title() };
      titles.set(address, former.title);
      await check(page);
    } catch (error) {
      faults.push(describeFailure(address, error));
    }
  }
  return [...faults, ...findDuplicateTitles(titles)];
}

function describeFailure(address: string, error: unknown): string {
  const { message, actual } = error as Error & { actual?: unknown };
  return `${address}: ${message} ${JSON.stringify(actual)}`;
}

const fillAddress = (address: string, made: WalkOptions['made'] = {}) =>
  address.replaceAll(/\{(\w+)\}/g, (_all, name: string) => made[name] ?? `no-${name}`);

/** So that the focus, once it is somewhere again, is where the new page has put it. */
async function followUnfocused(page: Page, address: string): Promise<void> {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await navigateInApp(page, address);
}

const expectedPage = { headlines: 1, mains: 1, unfinished: 0, empty: 0 };
/** These say with a drawing that something is done, or ask one question. */
const pagesWithDrawing = /\/done$|^\/(training\/claim|join)\/|^\/unsubscribed/;
const languageAttributes = { 'en-US': { lang: 'en-US', dir: 'ltr' }, 'ar-SA': { lang: 'ar-SA', dir: 'rtl' } };

function readPageState(page: Page) {
  return page.evaluate(() => {
    const count = (selector: string) => document.querySelectorAll(selector).length;
    const { lang, dir } = document.documentElement;
    return {
      pathname: location.pathname,
      headlines: count('h1'),
      mains: count('main, [role=main]'),
      unfinished: count('[aria-busy=true], .skel'),
      empty: count('main .empty'),
      isFocused: document.activeElement !== document.body,
      title: document.title,
      lang,
      dir,
    };
  });
}

/** The message that names the page of an address. */
const rowTitle = (address: string) =>
  allRoutes.find(({ path }) => matchPath(path, address.split(/[?#]/)[0] ?? ''))?.title;

/** Addresses of screens that are named by different messages and still have the same title. */
function findDuplicateTitles(titles: ReadonlyMap<string, string>): string[] {
  const all = [...titles];
  return all.flatMap(([address, title], index) =>
    all
      .slice(index + 1)
      .filter(([other, otherTitle]) => otherTitle === title && rowTitle(other) !== rowTitle(address))
      .map(([other]) => `${address} and ${other}: ${title}`),
  );
}

/** Each loaded by itself: they have no frame that would lead from one to another. */
export async function walkPagesWithoutShell(
  page: Page,
  addresses: readonly string[],
  { locale, made }: WalkOptions,
): Promise<string[]> {
  const faults: string[] = [];
  for (const address of addresses)
    try {
      await visit(page, fillAddress(address, made));
      await page.locator('h1').waitFor();
      expect(await readPageState(page)).toMatchObject({
        headlines: 1,
        mains: 1,
        unfinished: 0,
        ...languageAttributes[locale],
      });
      await checkAppearance(page);
    } catch (error) {
      faults.push(describeFailure(address, error));
    }
  return faults;
}

/** Their own language goes before the browser's. */
export async function setLanguage(email: string, locale: Language): Promise<void> {
  await runSql('update person set language = $2 where email = $1', [email, locale]);
}
