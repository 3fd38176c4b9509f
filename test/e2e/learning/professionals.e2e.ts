import type { Page, Route } from 'playwright';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openPage, visit, type PageOptions } from '#platform/testing/browser.ts';
import { getWorkerPortal } from '#platform/testing/worker-portal.ts';
import { runSql } from '#test/support/e2e/database.ts';
import '#test/support/e2e/expect-page.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';
import { openPageAsNewUser } from '#test/support/e2e/new-users.ts';
import { signForms } from '#test/support/e2e/signed-forms.ts';

const instructor = 'instructor@demo.test';
const store = 'store@demo.test';
/** Says where they stand, whatever other tests leave to be done. */
const standing = /wait|ready|in order|to confirm/;
/** One demo student is ready until a test certifies her. */
const boardTitle = /ready|on the way/;
let runa = 0;

/** A student who has learned all and whose forms are signed; made once for all tests. */
async function enrollRuna(): Promise<void> {
  if (runa !== 0) return;
  const { page, email } = await openPageAsNewUser();
  await signForms(page, { packet: 'course', storeNumber: 20_001 });
  const [person] = await runSql<{ id: string }>('select affiliate_id as id from person where email = $1', [email]);
  runa = Number(person?.id);
  // Everybody new is called the same, and other tests have students too.
  await runSql("update person set given_name = 'Runa', family_name = 'Holt' where affiliate_id = $1", [runa]);
  await runSql(
    `insert into enrollment (affiliate_id, package_id, source, enrolled_at, lessons_done, lessons_total,
       knowledge_done_at, exam_passed_at, last_at, member_number, store_number)
     values ($1, 'open-water', 'code', now(), 60, 60, now(), now(), now(), 100001, 20001)`,
    [runa],
  );
}

async function open(address: string, as: string, options: PageOptions = {}): Promise<Page> {
  const page = await openPage({ signedInAs: as, ...options });
  await visit(page, address);
  await page.locator('main h1').waitFor();
  await expect.poll(() => page.locator('main [aria-busy=true]').count()).toBe(0);
  return page;
}
const part = (page: Page, name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) });
const rowOf = (page: Page, name: string) => page.locator('.board-row').filter({ hasText: name });

describe('the home of professionals', () => {
  it('says where an instructor stands, and leads to everything', async () => {
    await enrollRuna();
    const asked: string[] = [];
    const page = await openPage({ signedInAs: instructor });
    page.on('request', (request) => asked.push(request.postData() ?? ''));
    await visit(page, '/training/dashboard');
    await page.getByRole('link', { name: 'Pro home' }).click();
    await expect(page).toShow('/pro', standing);
    expect(await page.locator('main .btn:not(.outlined, .quiet)').count()).toBe(1);
    await part(page, 'Students').getByText('Runa Holt').first().waitFor();
    await part(page, 'Dives to verify').waitFor();
    await part(page, 'Applications to review').waitFor();
    await part(page, 'Forms').getByText('signed', { exact: true }).waitFor();
    await part(page, 'Codes')
      .getByText(/free code/)
      .waitFor();
    expect(await part(page, 'For professionals').getByRole('link').first().getAttribute('href')).toMatch(/^https:/);
    // The address is not the professionals' own.
    expect(asked.filter((query) => query.includes('memberStatus'))).toEqual([]);
    await part(page, 'Students')
      .getByRole('link', { name: /^Class board/ })
      .click();
    await expect(page).toShow('/pro/class', boardTitle);
  });

  it.each([instructor, store])('counts the clearances that %s has to confirm, and leads to them', async (reader) => {
    // The demo's forms are signed by a job soon after the start.
    const pending = () => runSql('select from form_evaluation where affiliate_id = 400004 and needs_confirmation', []);
    await expect.poll(pending, { timeout: 60_000 }).toHaveLength(1);
    const page = await open('/pro', reader);
    await expect(page).toShow('/pro', /medical clearances? to confirm/);
    await part(page, 'Forms')
      .getByRole('link', { name: /medical clearances? to confirm/ })
      .click();
    await expect.poll(() => new URL(page.url()).search).toBe('?tab=received&show=review');
    await page.getByRole('row').filter({ hasText: 'Adaeze Okafor' }).getByText('Confirmation pending').waitFor();
  });

  it('shows a store its credit, and no dives that it could not verify', async () => {
    const page = await open('/pro', store);
    await expect(page).toShow('/pro', standing);
    await part(page, 'Codes and credit').getByText('credit left').waitFor();
    await part(page, 'Applications with your instructors').waitFor();
    expect(await part(page, 'Dives to verify').count()).toBe(0);
    await part(page, 'Codes and credit').getByRole('link', { name: 'Details' }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/training/shop/credit');
  });

  it('has what came although another part did not, which can be asked for again', async () => {
    await enrollRuna();
    const page = await openPage({ signedInAs: instructor, expectedProblems: [/500/] });
    const failing = '**/api/learning/v2/board*';
    await page.route(failing, (route) => route.fulfill({ status: 500, json: { errors: [] } }));
    await visit(page, '/pro');
    await part(page, 'Students').getByText('Something went wrong').waitFor();
    await part(page, 'Dives to verify').locator('.rows, .card').first().waitFor();
    await page.unroute(failing);
    await part(page, 'Students').getByRole('button', { name: 'Refresh' }).click();
    await part(page, 'Students').getByText('Runa Holt').first().waitFor();
    expect(await page.getByText('Something went wrong').count()).toBe(0);
  });

  it('says on the professionals’ own host that a membership is not active', async () => {
    await runSql("update person set member_status = 'Inactive' where member_number = 100001");
    onTestFinished(async () => {
      await runSql("update person set member_status = 'Active' where member_number = 100001");
    });
    const page = await openPage({ signedInAs: instructor });
    const { baseUrl } = getWorkerPortal();
    const ownHost = new URL(baseUrl);
    ownHost.hostname = 'pro.localhost';
    await page.routeWebSocket(/.*/, () => undefined);
    await page.route(`${ownHost.origin}/**`, async (route: Route) => {
      const url = route.request().url().replace(ownHost.origin, baseUrl);
      const response = await route.fetch({ url, headers: { ...route.request().headers(), origin: baseUrl } });
      await route.fulfill({ response });
    });
    await page.goto(`${ownHost.origin}/pro`);
    await page.getByText('Your membership is not active.').waitFor();
    expect(
      await page
        .getByRole('link', { name: /^Contact / })
        .first()
        .getAttribute('href'),
    ).toMatch(/^https:/);
    await checkAppearance(page);
  });
});

describe('the class board', () => {
  it('shows an instructor what keeps each student, and who is on the way', async () => {
    await enrollRuna();
    const page = await open('/pro/class', instructor);
    await expect(page).toShow('/pro/class', boardTitle);
    const words = await rowOf(page, 'Runa Holt').innerText();
    expect(words).toMatch(/60\/60 lessons/);
    expect(words).toMatch(/21 skills to sign[^]*4 dives to make[^]*No approved photo/);
    expect(words).not.toMatch(/Forms not signed|Exam not passed/);
    expect(await rowOf(page, 'Samuel Osei').innerText()).toMatch(/Minor[^]*Forms not signed[^]*53 lessons to go/);
    await page.getByRole('link', { name: /^Ready \d/ }).click();
    await expect(page).toShow('/pro/class?show=ready', boardTitle);
    await expect.poll(() => rowOf(page, 'Runa Holt').count()).toBe(0);
    await page.getByRole('link', { name: /^On the way/ }).click();
    await page.getByRole('link', { name: 'Runa Holt' }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/training/instructor/eRecord/${runa}/open-water`);
  });

  it('shows a store who teaches whom, in its language from right to left', async () => {
    await enrollRuna();
    await runSql("update person set language = 'ar-SA' where email = $1", [store]);
    onTestFinished(async () => void (await runSql("update person set language = 'en-US' where email = $1", [store])));
    const page = await open('/pro/class', store);
    await expect.poll(() => page.locator('html').getAttribute('dir')).toBe('rtl');
    await rowOf(page, 'Runa Holt').getByText('Tomás Reyes').waitFor();
    expect(await rowOf(page, 'Runa Holt').getByRole('link').count()).toBe(0);
  });
});

describe('the boat list', () => {
  it('is one page of paper with who dives, and says who must not', async () => {
    await enrollRuna();
    const page = await open('/pro/boat', instructor);
    for (const name of [/^Runa Holt/, /^Mateo Ruiz/, /^Noor Haddad/, /^Samuel Osei/])
      await page.getByRole('checkbox', { name }).first().check();
    await page.getByLabel('Dive site').fill('Harbour Gully');
    await page.getByLabel('Boat', { exact: true }).fill('Grey Seal');
    const sheet = page.locator('.boat-sheet');
    await sheet.getByRole('row', { name: /^Runa Holt \d+ In training OK until .* OK/ }).waitFor();
    await sheet.getByRole('row', { name: /^Mateo Ruiz 33 First dive OK OK/ }).waitFor();
    expect(await sheet.getByRole('row').count()).toBe(3);
    expect(await sheet.locator('.boat-dry').innerText()).toMatch(
      /2 people must not dive today\s+Noor Haddad: forms missing\s+Samuel Osei: forms missing/,
    );
    await checkAppearance(page);

    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await page.getByRole('navigation').count()).toBe(0);
    expect(await page.getByRole('checkbox').count()).toBe(0);
    expect(await sheet.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(0, 0, 0)');
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(
      'rgb(255, 255, 255)',
    );
    for (const format of ['A4', 'Letter']) expect(pagesOf(await page.pdf({ format }))).toBe(1);
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' });

    await page.reload();
    await expect.poll(() => page.getByRole('checkbox', { name: /^Runa Holt/ }).isChecked()).toBe(true);
    expect(await page.getByLabel('Dive site').inputValue()).toBe('Harbour Gully');
    // Who wants to know more of somebody's health asks there, and not on paper.
    expect(await sheet.innerText()).not.toMatch(/physician|refused|approved/i);
  });

  it('keeps who is not fit on the day of the trip out of the water', async () => {
    await enrollRuna();
    const page = await open('/pro/boat', store);
    await page.getByRole('checkbox', { name: /^Runa Holt/ }).check();
    await page
      .locator('.boat-sheet')
      .getByRole('row', { name: /^Runa Holt/ })
      .waitFor();
    await page.getByLabel('Day').fill('2099-06-01');
    await page.locator('.boat-dry').getByText('Runa Holt: medical not OK').waitFor();
    expect(
      await page
        .locator('.boat-sheet')
        .getByRole('row', { name: /^Runa Holt/ })
        .count(),
    ).toBe(0);
    await page.getByText('Nobody on this list may dive today.').waitFor();
  });
});

/** How many leaves its tree of pages has. */
function pagesOf(pdf: Buffer): number {
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
}
