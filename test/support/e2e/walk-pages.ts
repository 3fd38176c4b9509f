import type { Page } from 'playwright';
import { matchPath } from 'react-router';
import { expect } from 'vitest';
import { visit } from '#platform/testing/browser.ts';
import { linksToPages } from './accessibility-pages.ts';
import { allRoutes, navigateInApp } from './routes.ts';
import { runSql } from './database.ts';

const locales = ['en-US', 'ar-SA'] as const;
export type Language = (typeof locales)[number];

interface WalkOptions {
  locale: Language;
  /** Values for `{names}` in the addresses. */
  values?: Readonly<Record<string, string>>;
  /** The check of each loaded page. */
  check: (page: Page) => Promise<void>;
}

/**
 * Navigates through the addresses like links and checks each loaded page: one headline, one main element, a unique title,
 * the language and its direction, that focus is not lost, and the given check. Returns all problems.
 */
export async function walkPages(
  page: Page,
  addresses: readonly string[],
  { locale, values, check }: WalkOptions,
): Promise<string[]> {
  const problems: string[] = [];
  const titles = new Map<string, string>();
  let previous: { row: string | undefined; title: string } | undefined;
  for (const [index, address] of addresses.entries()) {
    const to = fillAddress(address, values);
    const link = fillAddress(linksToPages[address] ?? address, values);
    try {
      await (index === 0 ? visit(page, link) : followUnfocused(page, link));
      const { pathname } = new URL(to, page.url());
      // The first page need not have focus, but the desk takes it anyway.
      const isFocused = index === 0 ? (expect.any(Boolean) as boolean) : true;
      // The URL changes immediately; a different title shows that the page has changed, too.
      const row = rowTitle(to);
      const isOther = previous !== undefined && previous.row !== row;
      const title = (isOther ? expect.not.stringContaining(previous?.title ?? '') : expect.any(String)) as string;
      const expected = { ...expectedPage, pathname, ...languageAttributes[locale], isFocused, title };
      await expect
        .poll(() => readPageState(page))
        .toEqual({ ...expected, ...(pagesWithDrawing.test(pathname) && { empty: 1 }) });
      previous = { row, title: await page.title() };
      titles.set(address, previous.title);
      await check(page);
    } catch (error) {
      problems.push(describeFailure(address, error));
    }
  }
  return [...problems, ...findDuplicateTitles(titles)];
}

function describeFailure(address: string, error: unknown): string {
  const { message, actual } = error as Error & { actual?: unknown };
  return `${address}: ${message} ${JSON.stringify(actual)}`;
}

const fillAddress = (address: string, values: WalkOptions['values'] = {}) =>
  address.replaceAll(/\{(\w+)\}/g, (_all, name: string) => values[name] ?? `no-${name}`);

/** Removes focus before navigating, so a focused element was focused by the new page. */
async function followUnfocused(page: Page, address: string): Promise<void> {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await navigateInApp(page, address);
}

const expectedPage = { headlines: 1, mains: 1, unfinished: 0, empty: 0 };
/** Pages that show an empty state with a drawing. */
const pagesWithDrawing = /\/done$|^\/continue$|^\/(training\/claim|join|logbook\/import)\/|^\/unsubscribed/;
const languageAttributes = { 'en-US': { lang: 'en-US', dir: 'ltr' }, 'ar-SA': { lang: 'ar-SA', dir: 'rtl' } };

function readPageState(page: Page) {
  return page.evaluate(() => {
    const count = (selector: string) => document.querySelectorAll(selector).length;
    const { lang, dir } = document.documentElement;
    return {
      pathname: location.pathname,
      headlines: count('h1'),
      mains: count('main, [role=main]'),
      unfinished: count('[aria-busy=true], [data-part=skeleton]'),
      empty: count('main [data-part=empty]'),
      isFocused: document.activeElement !== document.body,
      title: document.title,
      lang,
      dir,
    };
  });
}

/** The message key of the page title. */
const rowTitle = (address: string) =>
  allRoutes.find(({ path }) => matchPath(path, address.split(/[?#]/)[0] ?? ''))?.title;

/** Addresses with different title messages but the same title. */
function findDuplicateTitles(titles: ReadonlyMap<string, string>): string[] {
  const all = [...titles];
  return all.flatMap(([address, title], index) =>
    all
      .slice(index + 1)
      .filter(([other, otherTitle]) => otherTitle === title && rowTitle(other) !== rowTitle(address))
      .map(([other]) => `${address} and ${other}: ${title}`),
  );
}

/** Loads each page separately, because pages without the shell have no links between them. */
export async function walkPagesWithoutShell(
  page: Page,
  addresses: readonly string[],
  { locale, values, check }: WalkOptions,
): Promise<string[]> {
  const problems: string[] = [];
  for (const address of addresses)
    try {
      await visit(page, fillAddress(address, values));
      await page.locator('h1').waitFor();
      expect(await readPageState(page)).toMatchObject({
        headlines: 1,
        mains: 1,
        unfinished: 0,
        ...languageAttributes[locale],
      });
      await check(page);
    } catch (error) {
      problems.push(describeFailure(address, error));
    }
  return problems;
}

/** Sets the person's language, which overrides the browser's. */
export async function setLanguage(email: string, locale: Language): Promise<void> {
  await runSql('update person set language = $2 where email = $1', [email, locale]);
}
