import type { Page } from 'playwright';
import { matchPath } from 'react-router';
import { expect, it } from 'vitest';
import { takeProblems, visit } from '#platform/testing/browser.ts';
import { linksToPages } from './accessibility-pages.ts';
import { allRoutes, navigateInApp } from './routes.ts';

export type Language = 'en-US' | 'ar-SA';

/** The check of each loaded page, with its address in the list. */
export type Check = (page: Page, address: string) => Promise<void>;

export interface Walker {
  page: Page;
  /** Values for `{names}` in the addresses. */
  values?: Readonly<Record<string, string>>;
}

interface WalkOptions {
  locale: Language;
  check: Check;
  /** The person who walks, and the same for every page. */
  prepare: () => Promise<Walker>;
}

/**
 * Declares a test for each address. They navigate like links and check: one headline, one main element, a unique title, the
 * language and its direction, that focus is not lost, that the console has no error, and the given check.
 */
export function walkPages(addresses: readonly string[], options: WalkOptions): void {
  const walk: Walk = { titles: new Map(), previous: undefined };

  it.each(addresses)('%s', async (address) => {
    const { previous } = walk;
    walk.previous = undefined;
    walk.previous = await followLink(await options.prepare(), address, previous, options);
    walk.titles.set(address, walk.previous.title);
    expect(walk.previous.problems).toEqual([]);
  });

  it('have titles of their own', () => {
    expect(findDuplicateTitles(walk.titles)).toEqual([]);
  });
}

interface WalkedPage {
  /** The message key of its title. */
  row: string | undefined;
  title: string;
  problems: string[];
}

interface Walk {
  titles: Map<string, string>;
  /** The page before, unless it failed: then it may not navigate, and the next one is loaded. */
  previous: WalkedPage | undefined;
}

async function followLink(
  { page, values }: Walker,
  address: string,
  previous: WalkedPage | undefined,
  { locale, check }: WalkOptions,
): Promise<WalkedPage> {
  const link = fillAddress(linksToPages[address] ?? address, values);
  await (previous === undefined ? loadAnew(page, link) : followUnfocused(page, link));
  const to = fillAddress(address, values);
  const { pathname } = new URL(to, page.url());
  // The first page need not have focus, but the desk takes it anyway.
  const isFocused = previous === undefined ? anyBoolean : true;
  // The URL changes immediately; a different title shows that the page has changed, too.
  const row = rowTitle(to);
  const isOther = previous !== undefined && previous.row !== row;
  const title = isOther ? notContaining(previous.title) : anyText;
  const expected = { ...expectedPage, pathname, ...languageAttributes[locale], isFocused, title };
  await expect
    .poll(() => readPageState(page))
    .toEqual({ ...expected, ...(pagesWithDrawing.test(pathname) && { empty: 1 }) });
  // Checks may change the page.
  const walked = { row, title: await page.title() };
  await check(page, address);
  return { ...walked, problems: takeProblems(page) };
}

const fillAddress = (address: string, values: Walker['values'] = {}) =>
  address.replaceAll(/\{(\w+)\}/g, (_all, name: string) => values[name] ?? `no-${name}`);

/** A failed check may have left the page at the size of a phone. */
async function loadAnew(page: Page, address: string): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
  await visit(page, address);
}

/** Removes focus before navigating, so a focused element was focused by the new page. */
async function followUnfocused(page: Page, address: string): Promise<void> {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await navigateInApp(page, address);
}

const anyBoolean: unknown = expect.any(Boolean);
const anyText: unknown = expect.any(String);
const notContaining = (text: string): unknown => expect.not.stringContaining(text);
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

/** Declares a test that loads the page for each address, because pages without the shell have no links between them. */
export function walkPagesWithoutShell(addresses: readonly string[], { locale, check, prepare }: WalkOptions): void {
  it.each(addresses)('%s', async (address) => {
    const { page, values } = await prepare();
    await loadAnew(page, fillAddress(address, values));
    await page.locator('h1').waitFor();
    expect(await readPageState(page)).toMatchObject({
      headlines: 1,
      mains: 1,
      unfinished: 0,
      ...languageAttributes[locale],
    });
    await check(page, address);
    expect(takeProblems(page)).toEqual([]);
  });
}
