import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { affiliateType } from '#domain/roles.ts';
import { openPage, visit } from '#platform/testing/browser.ts';
import { applicationPath, instructor, submitApplication } from '#test/support/e2e/applicants.ts';
import { runSql } from '#test/support/e2e/database.ts';
import '#test/support/e2e/expect-page.ts';
import { drawSignature, waitForSaved, pressButton } from '#test/support/e2e/medical-questionnaire.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';
import { openPageAsNewUser } from '#test/support/e2e/new-users.ts';
import { listPath, stateOf, openSubmitted } from './review-steps.ts';

const store = 'store@demo.test';

const requirement = (page: Page, name: string) =>
  page.locator('[data-part=requirement]').filter({ has: page.getByText(name, { exact: true }) });

async function openReview(id: number, page: Page): Promise<void> {
  await visit(page, applicationPath(id));
  await pressButton(page, 'Start review');
  await page.getByRole('heading', { level: 1, name: 'One requirement not met' }).waitFor();
}

describe("instructor's applications", () => {
  it('are searched and filtered, and show open items and waiting time', async () => {
    const { id } = await openSubmitted('Ragnhild');
    const page = await openPage({ signedInAs: instructor.email });
    await visit(page, listPath);
    await page.getByRole('heading', { level: 1, name: /to review$/ }).waitFor();
    const row = page.getByRole('listitem').filter({ hasText: 'Ragnhild Fjord' });
    await row.getByText('7 of 8 requirements met').waitFor();
    await row.getByText('Water exercises: 5 exercises not confirmed by the instructor').waitFor();
    await row.getByText('Divemaster · Kelder Bay Diving').waitFor();
    await row.getByText('Submitted to Instructor').waitFor();
    await row.getByText(/^Updated \d+ minutes? ago/).waitFor();
    await page.getByRole('link', { name: 'Done' }).click();
    await row.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'All' }).click();
    await page.getByRole('searchbox').fill('ragnhild');
    await page.waitForURL(`**${listPath}?search=ragnhild&show=all`);
    await page.getByText('1 application', { exact: true }).waitFor();
    await row.getByRole('link').click();
    await expect(page).toShow(applicationPath(id), 'Ragnhild Fjord asked you to review this application');
    // The back link keeps the list's filters.
    await page.locator('main').getByRole('link', { name: 'Applications', exact: true }).click();
    await expect(page).toShow(`${listPath}?search=ragnhild&show=all`, 'Applications');
    await page.getByRole('searchbox').fill('nobody of that name');
    await page.getByRole('heading', { name: 'No results for “nobody of that name”' }).waitFor();
    await checkAppearance(page);
  });

  it('are returned by the store, which sees no medical papers and cannot sign', async () => {
    const { id } = await openSubmitted('Solveig');
    const page = await openPage({ signedInAs: store });
    await visit(page, `${listPath}?search=solveig`);
    await page.getByText(`Divemaster · ${instructor.name}`).waitFor();
    await page.getByRole('link', { name: 'Solveig Fjord' }).click();
    await expect(page).toShow(applicationPath(id), 'Submitted to the instructor');
    await page.getByText('On file', { exact: true }).waitFor();
    await page.getByText('Dive centers can see whether a medical clearance is on file').waitFor();
    expect(await page.getByText('Clearance of the physician').count()).toBe(0);
    await page.getByText('4 of 5, not confirmed').first().waitFor();
    await checkAppearance(page);
    await pressButton(page, 'Start review');
    await expect(page).toShow(applicationPath(id), 'The instructor is reviewing this application');
    expect(await stateOf(id)).toBe('MemberReview');
    expect(await page.getByRole('button', { name: /Sign and submit/ }).count()).toBe(0);
    await page
      .getByRole('button', { name: /^Request a change: / })
      .first()
      .click();
    await page.locator('main textarea').first().fill('Please add where you want to teach.');
    await checkAppearance(page);
    await page.getByRole('button', { name: /^Return/ }).click();
    await expect.poll(() => stateOf(id)).toBe('Returned');
  });

  it('reload after a failed request', async () => {
    await openSubmitted('Bergljot');
    const page = await openPage({ signedInAs: instructor.email, expectedProblems: [/status of 503/, /^503 /] });
    await page.route('**/Applications/assigned?**', (route) =>
      route.fulfill({ status: 503, json: { errors: [{ code: 'server.failed', message: '' }] } }),
    );
    await visit(page, listPath);
    const refresh = page.getByRole('button', { name: 'Refresh' });
    await refresh.waitFor();
    await page.unroute('**/Applications/assigned?**');
    await refresh.click();
    await refresh.waitFor({ state: 'detached' });
    await expect.poll(() => page.locator('[data-part=application]').count()).toBeGreaterThan(0);
  });
});

describe('review', () => {
  it('shows what the server reports as missing', async () => {
    const { applicant, id } = await openSubmitted('Sigrid');
    const page = await openPage({ signedInAs: instructor.email, expectedProblems: [/status of 422/] });
    await openReview(id, page);
    await pressButton(page, 'Confirm all 5');
    await page.getByRole('heading', { level: 1, name: 'Ready to sign and submit' }).waitFor();
    await waitForSaved(page);
    // Three dives are deleted while the review is open.
    await page.route('**/submit-to-association', async (route) => {
      await runSql(
        `delete from dive_log where id in
           (select id from dive_log where affiliate_id = $1 and status = 'Logged' limit 3)`,
        [applicant.affiliateId],
      );
      await route.continue();
    });
    await drawSignature(page);
    await page.getByRole('checkbox', { name: /I have reviewed this application/ }).check();
    await pressButton(page, 'Sign and submit');
    await page.getByRole('alert').getByText('Something’s missing.').waitFor();
    await requirement(page, 'Logged dives').getByText('1 more dive needed (59 of 60)').waitFor();
    await page.getByText('Before you can submit:').waitFor();
    expect(await stateOf(id)).toBe('MemberReview');
  });

  it('returns with reasons at their fields, which survive a closed tab', async () => {
    const { applicant, id } = await openSubmitted('Thora');
    const page = await openPage({ signedInAs: instructor.email });
    await openReview(id, page);
    await pressButton(page, 'Request a change: Medical clearance');
    const reason = page.getByLabel('What needs to change? Medical clearance');
    await expect.poll(() => reason.evaluate((area) => area === document.activeElement)).toBe(true);
    await pressButton(page, 'Request a change: Teaching address');
    await pressButton(page, 'Return to Thora Fjord');
    await page.getByText('Describe what needs to change, or remove this request.').first().waitFor();
    await checkAppearance(page);
    await reason.fill('The stamp cannot be read.');
    await page.getByRole('button', { name: 'Remove request: Teaching address' }).click();
    await page.getByLabel('Note to Thora Fjord').fill('Nearly there.');
    await page.reload();
    await page.getByText('One change requested').waitFor();
    expect(await reason.inputValue()).toBe('The stamp cannot be read.');
    await pressButton(page, 'Return to Thora Fjord');
    await expect(page).toShow(applicationPath(id), 'Returned to Thora Fjord');
    await requirement(page, 'Medical clearance').getByText('The stamp cannot be read.').waitFor();
    await page.getByText('Nearly there.').waitFor();
    await checkAppearance(page);

    // After resubmission, the earlier reasons are shown.
    await submitApplication(applicant, id);
    await visit(page, applicationPath(id));
    await page.getByText('Requested last time: The stamp cannot be read.').waitFor();
  });

  it('shows a copy beside the requirements, and below them on a phone', async () => {
    const { id } = await openSubmitted('Eira');
    const page = await openPage({ signedInAs: instructor.email });
    await visit(page, applicationPath(id));
    const copy = page.getByRole('button', { name: /^Clearance\.pdf/ });
    await page.locator('[data-part=document]').getByText('Select an attachment to view it here').waitFor();
    await copy.click();
    await page.locator('[data-part=document] figure').getByText('Clearance.pdf').waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await requirement(page, 'Medical clearance').locator('figure').getByText('Open in new tab').waitFor();
    await checkAppearance(page);
    // The access is logged once.
    const readings = await runSql(
      "select 1 from audit_entry where action = 'application.proof.read' and data->>'applicationId' = $1",
      [String(id)],
    );
    expect(readings).toHaveLength(1);
  });
});

describe('in Arabic', () => {
  it('shows list and review from right to left', async () => {
    const { page, email } = await openPageAsNewUser();
    await runSql(
      `update person set affiliate_type_id = ${affiliateType.instructor}, member_status = 'Active', member_number = $2,
         language = 'ar-SA' where email = $1`,
      [email, 900_000 + (process.pid % 90_000)],
    );
    const { id } = await openSubmitted('Freydis', { memberNumber: 900_000 + (process.pid % 90_000) });
    await visit(page, listPath);
    await page.getByRole('listitem').getByText('Freydis Fjord').waitFor();
    expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl');
    await visit(page, applicationPath(id));
    await page.locator('.only-wide > button').click();
    await page.locator('#review-decision').waitFor();
    await checkAppearance(page);
  });
});
