import { describe, expect, it } from 'vitest';
import { openPage, takeProblems } from '#platform/testing/browser.ts';
import { onFinished, shareInSuite } from '#platform/testing/on-finished.ts';
import { clearDeskWork, createActiveUser, createDeskWork, createLinks } from './accessibility-data.ts';
import { pagesByRole, pagesWithoutShell } from './accessibility-pages.ts';
import { runSql } from './database.ts';
import { findMailLink } from './mails.ts';
import { mintToken } from './mint-token.ts';
import { walkPages, walkPagesWithoutShell, type Check, type Language, type Walker } from './walk-pages.ts';

/** The languages to walk in, each with its check. */
type Checks = Readonly<Partial<Record<Language, Check>>>;

/** The notification drawer and the user menu: the button that opens each, and its content. */
const overlays = {
  '[data-part=bell]': '[data-part=drawer] :is([data-part=note-line], [data-part=empty])',
  '[data-part=user-menu]': '[role=menuitem]',
};

const walksByRole = {
  diver: (checks: Checks) => {
    const prepare = openDemoPage('diver', async () => {
      const [dive] = await runSql<{ id: string }>(
        "select id::text from dive_log where affiliate_id = 400001 and status = 'Returned' limit 1",
      );
      return { training: dive?.id ?? '' };
    });
    walkInLanguages('diver', checks, prepare, checkOverlays);
  },
  guardian: (checks: Checks) => {
    const prepare = openDemoPage('guardian', async () => {
      // After a Discover Scuba Diving dive, the promotions open.
      await runSql(
        "insert into dsd_checkpoint (affiliate_id, status) values (400004, 'processed') on conflict do nothing",
      );
      onFinished(() => runSql('delete from dsd_checkpoint where affiliate_id = 400004').then(() => undefined));
      return {};
    });
    walkInLanguages('guardian', checks, prepare);
  },
  instructor: (checks: Checks) => {
    const prepare = openDemoPage('instructor', async () => {
      const [application] = await runSql<{ id: string }>(
        "select id::text from application where instructor_id = 400005 and state = 'SubmittedToInstructor' limit 1",
      );
      return { review: application?.id ?? '' };
    });
    walkInLanguages('instructor', checks, prepare);
  },
  store: (checks: Checks) => walkInLanguages('store', checks, openDemoPage('store')),
  'an active user, strangers and staff': (checks: Checks) => {
    const prepareUser = shareInSuite(createActiveUser);
    describe('an active user', () => {
      const prepare = async () => {
        const { user, values } = await prepareUser();
        return { page: user.page, email: user.email, values };
      };
      walkInLanguages('activeUser', checks, prepare);
    });
    describe('strangers', () => {
      const prepareValues = shareInSuite(async () => {
        const { user, values } = await prepareUser();
        const links = await createLinks(user, values['record'] ?? '');
        return { ...values, ...links, token: await mintToken('instructor@demo.test') };
      });
      for (const [locale, check] of listChecks(checks)) {
        const open = async () => ({ values: await prepareValues(), page: await openPage({ locale }) });
        describe(`in ${locale}`, () => {
          walkPages(pagesByRole.stranger, { locale, check, prepare: shareInSuite(open) });
        });
      }
    });
    describe('staff', () => {
      const prepare = openDemoPage('staff', async () => {
        const { user, values } = await prepareUser();
        onFinished(() => clearDeskWork(user));
        await createDeskWork(user, values['record'] ?? '');
        return values;
      });
      walkInLanguages('staff', checks, prepare);
    });
  },
  'the account service': (checks: Checks) => {
    const prepareValues = shareInSuite(async () => {
      const email = 'staff@demo.test';
      await runSql('delete from rate_counter');
      const page = await openPage();
      await page.request.post('/sso/forgot', { data: { email } });
      return { reset: (await findMailLink(email, '/sso/reset/')).split('/').at(-1) ?? '' };
    });
    for (const [locale, check] of listChecks(checks)) {
      const open = async () => ({ values: await prepareValues(), page: await openPage({ locale }) });
      describe(`in ${locale}`, () => {
        walkPagesWithoutShell(pagesWithoutShell, { locale, check, prepare: shareInSuite(open) });
      });
    }
  },
};

export type Role = keyof typeof walksByRole;
export const allRoles = Object.keys(walksByRole) as Role[];

/** Declares a test for each page of each role in each language of the checks. */
export function walkRoles(roles: readonly Role[], checks: Checks): void {
  for (const role of roles)
    describe(`the pages of: ${role}`, () => {
      walksByRole[role](checks);
    });
}

/** Roles that the walks above see on the pages of another role. */
const otherRoles = ['student', 'minor', 'candidate'];
const theirPages = ['/training/dashboard', '/logbook/list', '/profile'];

export function walkOtherRoles(check: Check): void {
  describe.each(otherRoles)('the pages of a %s', (role) => {
    const prepare = shareInSuite(async () => ({ page: await openPage({ signedInAs: `${role}@demo.test` }) }));
    walkPages(theirPages, { locale: 'en-US', check, prepare });
  });
}

const listChecks = (checks: Checks) => Object.entries(checks) as [Language, Check][];

interface Person extends Walker {
  email: string;
}

/** The page of a demo person, shared by all tests of the suite. `createValues` runs first. */
function openDemoPage(
  role: 'diver' | 'guardian' | 'instructor' | 'store' | 'staff',
  createValues: () => Promise<Record<string, string>> = async () => ({}),
): () => Promise<Person> {
  const email = `${role}@demo.test`;
  return shareInSuite(async () => {
    const values = await createValues();
    return { email, values, page: await openPage({ signedInAs: email }) };
  });
}

function walkInLanguages(
  role: keyof typeof pagesByRole,
  checks: Checks,
  prepare: () => Promise<Person>,
  walkMore: (prepare: () => Promise<Person>, check: Check) => void = () => undefined,
): void {
  for (const [locale, check] of listChecks(checks))
    describe(`in ${locale}`, () => {
      const prepareInLanguage = shareInSuite(async () => {
        const person = await prepare();
        await setLanguage(person.email, locale);
        onFinished(() => setLanguage(person.email, 'en-US'));
        return person;
      });
      walkPages(pagesByRole[role], { locale, check, prepare: prepareInLanguage });
      walkMore(prepareInLanguage, check);
    });
}

/** Sets the person's language, which overrides the browser's. */
async function setLanguage(email: string, locale: Language): Promise<void> {
  await runSql('update person set language = $2 where email = $1', [email, locale]);
}

function checkOverlays(prepare: () => Promise<Person>, check: Check): void {
  it.each(Object.entries(overlays))('opened by %s', async (opener, content) => {
    const { page } = await prepare();
    await page.locator(opener).click();
    await page.locator(content).first().waitFor();
    await check(page, opener);
    await page.keyboard.press('Escape');
    await page.locator(content).first().waitFor({ state: 'detached' });
    expect(takeProblems(page)).toEqual([]);
  });
}
