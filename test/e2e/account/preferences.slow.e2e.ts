import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { expectNoAxeViolations, openPage, visit } from '#platform/testing/browser.ts';
import { countWhenLoaded } from '#test/support/e2e/count-when-loaded.ts';
import { runSql } from '#test/support/e2e/database.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';
import type { Page } from 'playwright';
import { getWorkerPortal } from '#platform/testing/worker-portal.ts';
import '#test/support/e2e/expect-page.ts';

const address = '/preferences/subscriber';
const headline = 'Preference center';
const diver = 'diver@demo.test';
const guardian = 'guardian@demo.test';
const ids = { diver: 400_001, minor: 400_003, guardian: 400_004, instructor: 400_005, candidate: 400_006 };
const uids: Record<number, string> = {};
const communications = (page: Page) => page.getByRole('checkbox', { name: /News from Bluewater/ });
const partners = (page: Page) => page.getByRole('checkbox', { name: /Offers from our partners/ });
const save = (page: Page) => page.getByRole('button', { name: 'Save changes', exact: true });

async function open(page: Page, path: string): Promise<Page> {
  await visit(page, path);
  await communications(page).waitFor();
  return page;
}

interface Stored {
  communications: boolean;
  third_party: boolean;
  communication_language: string;
}

async function findStoredPreference(affiliateId: number): Promise<Stored | undefined> {
  const [row] = await runSql<Stored>(
    'select communications, third_party, communication_language from preference where affiliate_id = $1',
    [affiliateId],
  );
  return row;
}

async function subscribe(affiliateId: number, isSubscribed: boolean): Promise<void> {
  const answer = await fetch(`${getWorkerPortal().baseUrl}/api/preferences/unsubscribe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      id: uids[affiliateId],
      bluewaterCommunications: isSubscribed,
      thirdParty: false,
      communicationLanguage: 'en-US',
    }),
  });
  expect(answer.status).toBe(200);
}

const latestChoice = (page: Page) => page.locator('main ol > li').first();

async function countRecords(affiliateId: number): Promise<number> {
  return (await runSql('select from consent_record where affiliate_id = $1', [affiliateId])).length;
}

beforeAll(async () => {
  const rows = await runSql<{ affiliate_id: string; global_uuid: string }>(
    'select affiliate_id, global_uuid from person',
  );
  for (const row of rows) uids[Number(row.affiliate_id)] = row.global_uuid;
  await runSql("update person set language = 'ar-SA' where affiliate_id = $1", [ids.candidate]);
});

afterAll(async () => {
  await runSql("update person set language = 'en-US' where affiliate_id = $1", [ids.candidate]);
});

describe('diver', () => {
  it('offers 26 email languages by their own names', async () => {
    const page = await open(await openPage({ signedInAs: diver }), address);
    await page.getByRole('button', { name: /Email language/ }).click();
    const offered = page.getByRole('listbox', { name: 'Email language' }).getByRole('option');
    await offered.filter({ hasText: 'العربية' }).waitFor();
    expect(await offered.count()).toBe(26);
  });

  it('keeps changes after a failed save and a closed tab', async () => {
    const page = await openPage({ signedInAs: diver, expectedProblems: [/Failed to load resource/] });
    await subscribe(ids.diver, true);
    await open(page, address);
    await page.route('**/api/preferences/preference/*', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    );
    await partners(page).check();
    await save(page).click();
    await page.getByRole('alert').getByText('There was an error saving.').waitFor();
    expect(await partners(page).isChecked()).toBe(true);
    await page.reload();
    await page.getByText('Not saved yet.').waitFor();
    expect(await partners(page).isChecked()).toBe(true);
    await page.unrouteAll();
    await save(page).click();
    await page.getByText('Thank you! Your preferences have been updated.').waitFor();
    expect(await findStoredPreference(ids.diver)).toMatchObject({ third_party: true });
    expect(await page.getByText('Not saved yet.').count()).toBe(0);
  });

  it('shows changes saved in another tab and lets the person choose', async () => {
    const page = await openPage({ signedInAs: diver, expectedProblems: [/status of 409/] });
    await subscribe(ids.diver, true);
    await open(page, address);
    await partners(page).check();
    await subscribe(ids.diver, false);
    await save(page).click();
    const notice = page.getByRole('alert').filter({ hasText: 'changed while you were editing' });
    await notice.getByText('News from Bluewater: off').waitFor();
    expect(await findStoredPreference(ids.diver)).toMatchObject({ communications: false, third_party: false });
    await page.getByRole('button', { name: 'Save my changes' }).click();
    await page.getByText('Thank you! Your preferences have been updated.').waitFor();
    expect(await findStoredPreference(ids.diver)).toMatchObject({ communications: true, third_party: true });

    await partners(page).uncheck();
    await subscribe(ids.diver, false);
    await save(page).click();
    await notice.waitFor();
    await page.getByRole('button', { name: 'Keep saved preferences' }).click();
    await expect.poll(() => communications(page).isChecked()).toBe(false);
    expect(await notice.count()).toBe(0);
  });

  it('shows the page in the language of the URL for this visit', async () => {
    const page = await openPage({ signedInAs: diver });
    await visit(page, `${address}/de-DE`);
    await page.locator('html[lang=de-DE] main h1').waitFor();
    const stored = (await page.context().cookies()).find(({ name }) => name === 'locale')?.value;
    expect(stored).not.toBe('de-DE');
    await open(page, address);
    await expect(page).toShow(address, headline);
  });

  it("cannot open another person's page", async () => {
    const page = await openPage({ signedInAs: diver, expectedProblems: [/status of 404/] });
    await visit(page, `${address}?for=${ids.instructor}`);
    await page.getByText('You can’t view these preferences').waitFor();
    expect(await countWhenLoaded(communications(page))).toBe(0);
  });

  it('changes subscriptions and shows them after a reload', async () => {
    await subscribe(ids.diver, true);
    const page = await open(await openPage({ signedInAs: diver }), address);
    await expect(page).toShow(address, headline);
    await page.getByText('Changes take up to 24 hours to take effect.').waitFor();
    expect(await communications(page).isChecked()).toBe(true);
    await partners(page).check();
    await page.getByRole('button', { name: /Email language/ }).click();
    await page
      .getByRole('listbox')
      .getByRole('option', { name: /Deutsch/ })
      .click();
    await save(page).click();
    await page.getByText('Thank you! Your preferences have been updated.').waitFor();
    expect(await latestChoice(page).textContent()).toContain('Email language: Deutsch');
    await latestChoice(page)
      .getByText(/^Took effect/)
      .waitFor();
    expect(await latestChoice(page).textContent()).toContain('You · Preference center');
    expect(await findStoredPreference(ids.diver)).toEqual({
      communications: true,
      third_party: true,
      communication_language: 'de-DE',
    });
    const [recipient] = await runSql('select third_party from recipient where affiliate_id = $1', [ids.diver]);
    expect(recipient).toEqual({ third_party: true });
  });
});

describe('guardian', () => {
  it("keeps the visit's language when switching persons", async () => {
    const page = await openPage({ signedInAs: guardian });
    const language = () => page.locator('html').getAttribute('lang');
    await visit(page, `${address}/de-DE`);
    await page.locator('html[lang=de-DE] main h1').waitFor();
    await page.getByRole('link', { name: /Ida/ }).click();
    await page.waitForURL(`**${address}/de-DE?for=${ids.minor}`);
    await page.locator('main b, main bdi').filter({ hasText: 'Ida Okafor' }).first().waitFor();
    expect(await language()).toBe('de-DE');
  });

  it('defaults the email language to English', async () => {
    await runSql("update person set language = 'fr-FR' where affiliate_id = $1", [ids.guardian]);
    onTestFinished(async () => {
      await runSql("update person set language = 'en-US' where affiliate_id = $1", [ids.guardian]);
    });
    expect(await findStoredPreference(ids.guardian)).toBeUndefined();
    const page = await openPage({ signedInAs: guardian });
    await visit(page, address);
    await page.locator('html[lang=fr-FR] input[name=communications]').waitFor();
    await page.locator('main .select, main [aria-haspopup=listbox]').filter({ hasText: 'English' }).waitFor();
  });

  it('chooses for the child on a page that names the child', async () => {
    const page = await open(await openPage({ signedInAs: guardian }), address);
    await page.getByRole('navigation', { name: 'Choose a person' }).getByRole('link', { name: /Ida/ }).click();
    await expect(page).toShow(`${address}?for=${ids.minor}`, headline);
    await page.getByText('You’re editing Ida Okafor’s preferences.').waitFor();
    await communications(page).check();
    await save(page).click();
    await page.getByText('Thank you! Your preferences have been updated.').waitFor();
    expect(await findStoredPreference(ids.minor)).toMatchObject({ communications: true, third_party: false });
    expect(await findStoredPreference(ids.guardian)).toBeUndefined();
    expect(await latestChoice(page).textContent()).toContain('You · Preference center');
    const child = await open(await openPage({ signedInAs: 'minor@demo.test' }), address);
    expect(await communications(child).isChecked()).toBe(true);
    expect(await latestChoice(child).textContent()).toContain('A guardian or our team');
  });
});

describe('unsubscribe link of a signed-in person', () => {
  it('opens the preference center for its recipient', async () => {
    const page = await openPage({ signedInAs: diver });
    const own = `${address}?global_uid=${uids[ids.diver]?.toUpperCase()}`;
    await open(page, own);
    await expect(page).toShow(own, headline);
  });

  it('belongs to its recipient even when someone else is signed in', async () => {
    await subscribe(ids.instructor, true);
    const page = await openPage({ signedInAs: diver });
    await open(page, `${address}/en-US?global_uid=${uids[ids.instructor]}`);
    expect(new URL(page.url()).pathname).toBe('/unsubscribed/en-US');
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    await page.getByRole('heading', { level: 1, name: 'You’re unsubscribed' }).waitFor();
    expect(await findStoredPreference(ids.instructor)).toMatchObject({ communications: false });
  });
});

describe('without a session', () => {
  const page = (query: string, lang = '') => `/unsubscribed${lang}?${query}`;

  it('saves the whole form through the link', async () => {
    await subscribe(ids.instructor, false);
    const stranger = await openPage();
    await open(stranger, page(`global_uid=${uids[ids.instructor]}`));
    await stranger.getByRole('heading', { level: 1, name: 'You’re not subscribed' }).waitFor();
    await partners(stranger).check();
    await save(stranger).click();
    await stranger.getByText('Thank you! Your preferences have been updated.').waitFor();
    expect(await findStoredPreference(ids.instructor)).toMatchObject({ communications: false, third_party: true });
  });

  it('keeps unsaved choices after unsubscribing and saves them', async () => {
    await subscribe(ids.instructor, true);
    const stranger = await openPage();
    await open(stranger, page(`global_uid=${uids[ids.instructor]}`));
    await partners(stranger).check();
    await stranger.getByRole('button', { name: 'Unsubscribe' }).click();
    await stranger.getByRole('heading', { level: 1, name: 'You’re unsubscribed' }).waitFor();
    expect([await communications(stranger).isChecked(), await partners(stranger).isChecked()]).toEqual([false, true]);
    await save(stranger).click();
    await stranger.getByText('Thank you! Your preferences have been updated.').waitFor();
    expect(await findStoredPreference(ids.instructor)).toMatchObject({ communications: false, third_party: true });
  });

  it('shows an error when unsubscribing fails and allows a retry', async () => {
    await subscribe(ids.instructor, true);
    const stranger = await openPage({ expectedProblems: [/Failed to load resource/] });
    await open(stranger, page(`global_uid=${uids[ids.instructor]}`));
    await stranger.route('**/api/preferences/unsubscribe', (route) => route.abort());
    await stranger.getByRole('button', { name: 'Unsubscribe' }).click();
    await stranger.getByText('There was an error saving.').waitFor();
    await stranger.unrouteAll();
    await stranger.getByRole('button', { name: 'Unsubscribe' }).click();
    await stranger.getByRole('heading', { level: 1, name: 'You’re unsubscribed' }).waitFor();
    expect(await stranger.getByText('There was an error saving.').count()).toBe(0);
  });

  it('opens the preference center with a uid in its language without sign-in', async () => {
    const query = `global_uid=${uids[ids.instructor]}`;
    const stranger = await openPage();
    await visit(stranger, `${address}?${query}`);
    await communications(stranger).waitFor();
    expect(new URL(stranger.url()).pathname).toBe('/unsubscribed');
    await visit(stranger, `${address}/ar-SA?${query}`);
    await stranger.locator('html[dir=rtl] input[name=communications]').waitFor();
    expect(new URL(stranger.url()).pathname).toBe('/unsubscribed/ar-SA');
    expect(new URL(stranger.url()).search).toBe(`?${query}`);
  });

  it('asks for sign-in at the preference center without a uid', async () => {
    const stranger = await openPage();
    await stranger.route('**/auth/start?*', (route) => route.fulfill({ status: 204 }));
    const requested = stranger.waitForRequest('**/auth/start?*');
    await visit(stranger, `${address}/de-DE`);
    expect(new URL((await requested).url()).searchParams.get('returnTo')).toBe(`${address}/de-DE`);
  });

  it('explains an unknown link and offers sign-in', async () => {
    const stranger = await openPage({ expectedProblems: [/status of 404/] });
    await visit(stranger, page(`global_uid=${crypto.randomUUID()}`));
    await stranger.getByRole('heading', { level: 1, name: 'This link doesn’t work' }).waitFor();
    await stranger.getByRole('link', { name: 'Sign in to the preference center' }).click();
    await stranger.locator('input[name=password]').waitFor();
    expect(new URL(stranger.url()).pathname).toMatch(/^\/sso\/interaction\//);
  });

  it('shows a link for one notification kind in its language and stores that language', async () => {
    const stranger = await openPage();
    const query = `global_uid=${uids[ids.instructor]}`;
    await visit(stranger, page(`${query}&kind=account.photo_approved`, '/de-DE'));
    await stranger.getByText('Foto freigegeben').waitFor();
    await subscribe(ids.instructor, true);
    await visit(stranger, page(query, '/de-DE'));
    await stranger.getByRole('button', { name: 'Abbestellen' }).click();
    await stranger.getByRole('heading', { level: 1, name: 'Newsletter abbestellt' }).waitFor();
    const [record] = await runSql(
      'select text_locale from consent_record where affiliate_id = $1 order by seq desc limit 1',
      [ids.instructor],
    );
    expect(record).toEqual({ text_locale: 'de-DE' });
  });

  it('explains links with an unknown kind or a truncated uid', async () => {
    const stranger = await openPage({ expectedProblems: [/status of 40[04]/] });
    for (const query of [
      `global_uid=${uids[ids.instructor]}&kind=nothing.known`,
      'global_uid=4f1&kind=account.export',
    ]) {
      await visit(stranger, page(query));
      await stranger.getByRole('heading', { level: 1, name: 'This link doesn’t work' }).waitFor();
      expect(await stranger.getByRole('link', { name: 'Sign in to the preference center' }).count()).toBe(1);
    }
  });

  it('unsubscribes with one press, which can be undone', async () => {
    await subscribe(ids.instructor, true);
    const before = await countRecords(ids.instructor);
    const stranger = await openPage();
    await open(stranger, page(`id=${uids[ids.instructor]}&sfm_jobid=M-41`));
    const heading = (name: string) => stranger.getByRole('heading', { level: 1, name }).waitFor();
    await heading('Unsubscribe from Bluewater?');
    expect(await countRecords(ids.instructor)).toBe(before);
    expect(await stranger.content()).not.toMatch(/Reyes|instructor@demo/);

    await stranger.getByRole('button', { name: 'Unsubscribe' }).click();
    await heading('You’re unsubscribed');
    expect(await stranger.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    expect(await communications(stranger).isChecked()).toBe(false);
    expect(await findStoredPreference(ids.instructor)).toMatchObject({ communications: false });
    const [record] = await runSql(
      'select how, mailing_job, actor_affiliate_id from consent_record where affiliate_id = $1 order by seq desc limit 1',
      [ids.instructor],
    );
    expect(record).toEqual({ how: 'unsubscribe-page', mailing_job: 'M-41', actor_affiliate_id: null });

    await stranger.getByRole('button', { name: 'Undo' }).click();
    await heading('You’re subscribed again');
    expect(await findStoredPreference(ids.instructor)).toMatchObject({ communications: true });
    expect(await stranger.context().cookies()).toEqual([]);
  });

  it('unsubscribes on a one-click POST and changes nothing on GET', async () => {
    await subscribe(ids.instructor, true);
    const url = `${getWorkerPortal().baseUrl}${page(`global_uid=${uids[ids.instructor]}`, '/fr-FR')}`;
    const look = await fetch(url);
    expect([look.status, look.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await findStoredPreference(ids.instructor)).toMatchObject({ communications: true });
    const press = () => fetch(url, { method: 'POST', body: new URLSearchParams('List-Unsubscribe=One-Click') });
    expect((await press()).status).toBe(200);
    expect((await press()).status).toBe(200);
    expect(await findStoredPreference(ids.instructor)).toMatchObject({ communications: false });
  });
});

describe.each(['en-US', 'ar-SA'])('in %s', (locale) => {
  it('shows the unsubscribe page without axe violations at 320 px', async () => {
    await subscribe(ids.instructor, true);
    const page = await openPage({ locale });
    await visit(page, `/unsubscribed/${locale}?global_uid=${uids[ids.instructor]}`);
    await page.locator(`html[lang=${locale}] input[name=communications]`).waitFor();
    await page.locator('[data-part=empty] form button').click();
    await expect.poll(async () => (await findStoredPreference(ids.instructor))?.communications).toBe(false);
    await expectNoAxeViolations(page);
    await visit(page, `/unsubscribed/${locale}`);
    await page.locator('main h1').waitFor();
    await checkAppearance(page);
  });
});
