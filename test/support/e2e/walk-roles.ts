import type { Page } from 'playwright';
import { onTestFinished } from 'vitest';
import { openPage } from '#platform/testing/browser.ts';
import { clearDeskWork, createActiveUser, createDeskWork, createLinks } from './accessibility-data.ts';
import { pagesByRole, pagesWithoutShell } from './accessibility-pages.ts';
import { runSql } from './database.ts';
import { findMailLink } from './mails.ts';
import { mintToken } from './mint-token.ts';
import { setLanguage, walkPages, walkPagesWithoutShell, type Language } from './walk-pages.ts';

/** Generous, because a busy machine is slow. */
export const walkTimeoutMs = 600_000;

type Check = (page: Page) => Promise<void>;
/** The languages to walk in, each with its check. */
type Checks = Readonly<Partial<Record<Language, Check>>>;

/** The notification drawer and the user menu: the button that opens each, and its content. */
const overlays = {
  '[data-part=bell]': '[data-part=drawer] :is([data-part=note-line], [data-part=empty])',
  '[data-part=user-menu]': '[role=menuitem]',
};

const walksByRole = {
  diver: async (checks: Checks) => {
    const email = 'diver@demo.test';
    const [dive] = await runSql<{ id: string }>(
      "select id::text from dive_log where affiliate_id = 400001 and status = 'Returned' limit 1",
    );
    const page = await openPage({ signedInAs: email });
    return walkInLanguages(page, email, 'diver', checks, { training: dive?.id ?? '' }, checkOverlays);
  },
  guardian: async (checks: Checks) => {
    // After a Discover Scuba Diving dive, the promotions open.
    await runSql(
      "insert into dsd_checkpoint (affiliate_id, status) values (400004, 'processed') on conflict do nothing",
    );
    onTestFinished(() => runSql('delete from dsd_checkpoint where affiliate_id = 400004').then(() => undefined));
    return walkDemoAccount('guardian', checks);
  },
  instructor: async (checks: Checks) => {
    const [application] = await runSql<{ id: string }>(
      "select id::text from application where instructor_id = 400005 and state = 'SubmittedToInstructor' limit 1",
    );
    return walkDemoAccount('instructor', checks, { review: application?.id ?? '' });
  },
  store: (checks: Checks) => walkDemoAccount('store', checks),
  'an active user, strangers and staff': async (checks: Checks) => {
    const { user, values } = await createActiveUser();
    const problems = await walkInLanguages(user.page, user.email, 'activeUser', checks, values);
    const links = await createLinks(user, values['record'] ?? '');
    const token = await mintToken('instructor@demo.test');
    for (const [locale, check] of listChecks(checks)) {
      const page = await openPage({ locale });
      const data = { locale, values: { ...values, ...links, token }, check };
      problems.push(...(await walkPages(page, pagesByRole.stranger, data)));
    }
    onTestFinished(() => clearDeskWork(user));
    await createDeskWork(user, values['record'] ?? '');
    return [...problems, ...(await walkDemoAccount('staff', checks, values))];
  },
  'the account service': async (checks: Checks) => {
    const email = 'staff@demo.test';
    await runSql('delete from rate_counter');
    const page = await openPage();
    await page.request.post('/sso/forgot', { data: { email } });
    const reset = (await findMailLink(email, '/sso/reset/')).split('/').at(-1) ?? '';
    const problems: string[] = [];
    for (const [locale, check] of listChecks(checks)) {
      const data = { locale, values: { reset }, check };
      problems.push(...(await walkPagesWithoutShell(await openPage({ locale }), pagesWithoutShell, data)));
    }
    return problems;
  },
};

export const walks = Object.keys(walksByRole) as (keyof typeof walksByRole)[];

/** Walks through the role's pages in each language of the checks and returns all problems. */
export function walkRole(role: keyof typeof walksByRole, checks: Checks): Promise<string[]> {
  return walksByRole[role](checks);
}

/** Roles that the walks above see on the pages of another role. */
export const otherRoles = ['student', 'minor', 'candidate'];
const theirPages = ['/training/dashboard', '/logbook/list', '/profile'];

export async function walkOtherRole(role: string, check: Check): Promise<string[]> {
  const page = await openPage({ signedInAs: `${role}@demo.test` });
  return walkPages(page, theirPages, { locale: 'en-US', check });
}

const listChecks = (checks: Checks) => Object.entries(checks) as [Language, Check][];

async function walkDemoAccount(
  role: 'guardian' | 'instructor' | 'store' | 'staff',
  checks: Checks,
  values: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  const email = `${role}@demo.test`;
  return walkInLanguages(await openPage({ signedInAs: email }), email, role, checks, values);
}

async function walkInLanguages(
  page: Page,
  email: string,
  role: keyof typeof pagesByRole,
  checks: Checks,
  values: Readonly<Record<string, string>>,
  checkMore: (page: Page, check: Check) => Promise<void> = async () => undefined,
): Promise<string[]> {
  onTestFinished(() => setLanguage(email, 'en-US'));
  const problems: string[] = [];
  for (const [locale, check] of listChecks(checks)) {
    await setLanguage(email, locale);
    problems.push(...(await walkPages(page, pagesByRole[role], { locale, values, check })));
    await checkMore(page, check);
  }
  return problems;
}

async function checkOverlays(page: Page, check: Check): Promise<void> {
  for (const [opener, content] of Object.entries(overlays)) {
    await page.locator(opener).click();
    await page.locator(content).first().waitFor();
    await check(page);
    await page.keyboard.press('Escape');
    await page.locator(content).first().waitFor({ state: 'detached' });
  }
}
