import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { openPage, visit } from '#platform/testing/browser.ts';
import { fillApplication, instructor, openApplicant } from '#test/support/e2e/applicants.ts';
import { runSql } from '#test/support/e2e/database.ts';
import '#test/support/e2e/expect-page.ts';
import { drawSignature, pressButton } from '#test/support/e2e/medical-questionnaire.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';
import { findMailLink } from '#test/support/e2e/mails.ts';

const staff = 'staff@demo.test';
const headline = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();

async function sign(page: Page, button: string): Promise<void> {
  await drawSignature(page);
  await page.locator('#acknowledgement').check();
  await pressButton(page, button);
}

describe('application', () => {
  it('goes from a draft to an issued card across four people, with two returns', { timeout: 240_000 }, async () => {
    const applicant = await openApplicant('Leif');
    const { page: candidate, email, name } = applicant;
    await visit(candidate, '/training/forms-applications');
    await pressButton(candidate, 'Start application');
    await headline(candidate, /before you submit$/);
    const id = await fillApplication(applicant);
    const path = `/applications/${id}`;
    await visit(candidate, path);
    await expect(candidate).toShow(path, 'Ready to sign and submit');
    await sign(candidate, 'Sign and submit');
    await headline(candidate, /^Submitted to Tomás Reyes /);

    // The instructor finds it in the list, starts the review and returns it.
    const teacher = await openPage({ signedInAs: instructor.email });
    const openFromList = async () => {
      await visit(teacher, '/pro/applications?search=leif');
      await teacher.getByRole('link', { name }).click();
      await expect(teacher).toShow(path, `${name} asked you to review this application`);
      await pressButton(teacher, 'Start review');
    };
    await openFromList();
    await headline(teacher, 'One requirement not met');
    await pressButton(teacher, 'Request a change: First aid and CPR');
    await teacher.getByLabel('What needs to change? First aid and CPR').fill('Who gave the course?');
    await pressButton(teacher, `Return to ${name}`);
    await headline(teacher, `Returned to ${name}`);

    // The applicant sees the reason at its field and submits again.
    await visit(candidate, path);
    await candidate.getByText('Who gave the course?').first().waitFor();
    await candidate.getByLabel('Training provider').fill('Harbour First Aid, Leith');
    await sign(candidate, 'Sign and submit');
    await headline(candidate, /^Submitted to Tomás Reyes /);
    await openFromList();
    await teacher.getByText('Requested last time: Who gave the course?').waitFor();
    await teacher.getByText('Harbour First Aid, Leith').waitFor();
    await pressButton(teacher, 'Confirm all 5');
    await teacher.getByLabel('Your recommendation').fill('Calm with students and early to see trouble.');
    await headline(teacher, 'Ready to sign and submit');
    await sign(teacher, 'Sign and submit');
    await headline(teacher, /^Submitted to the association on /);

    // The desk returns it as well.
    const desk = await openPage({ signedInAs: staff });
    const openAtDesk = async () => {
      await visit(desk, `/desk/applications?search=leif`);
      await desk.getByRole('heading', { level: 2, name }).waitFor();
      await expect.poll(() => desk.getByRole('button', { name: 'Approve' }).getAttribute('aria-disabled')).toBeNull();
    };
    await openAtDesk();
    await desk.getByText('Calm with students and early to see trouble.').waitFor();
    await desk.getByText('Application details').click();
    for (const signer of [name, instructor.name])
      await desk.getByRole('img', { name: `${signer}’s signature` }).waitFor();
    await desk.getByRole('button', { name: /^Return/ }).click();
    const dialog = desk.getByRole('dialog', { name: `What does ${name} need to change?` });
    await dialog.getByRole('checkbox', { name: 'Message to the instructor' }).check();
    await dialog.getByLabel('Reason').fill('Please say where you have assisted.');
    await dialog.getByRole('button', { name: 'Return application' }).click();
    await desk.getByText(`${name}’s application was returned.`).waitFor();

    await visit(candidate, path);
    await candidate.getByText('Please say where you have assisted.').first().waitFor();
    await candidate.getByLabel('Your message').fill('I have assisted on two courses in Leith.');
    await sign(candidate, 'Sign and submit');
    await headline(candidate, /^Submitted to Tomás Reyes /);
    await openFromList();
    await headline(teacher, 'Ready to sign and submit');
    await teacher.getByText('I have assisted on two courses in Leith.').waitFor();
    await sign(teacher, 'Sign and submit');
    await headline(teacher, /^Submitted to the association on /);

    // After approval, the mailed link can be paid without an account.
    await openAtDesk();
    await desk.getByRole('button', { name: /^Approve/ }).click();
    await desk.getByText(`${name}’s application was approved.`).waitFor();
    await visit(candidate, path);
    await headline(candidate, 'Pay the fee to get your card');
    await candidate.getByText('$182.00').first().waitFor();
    // The card check shows that the diver has no photo.
    const payer = await openPage({ expectedProblems: [/verify\/photo/] });
    await visit(payer, await findMailLink(email, '/pay/'));
    await payer.getByText('Card ending in 4242').click();
    await payer.getByRole('button', { name: 'Pay $182.00' }).click();
    await expect
      .poll(async () => {
        const [row] = await runSql<{ state: string }>('select state from application where id = $1', [id]);
        return row?.state;
      })
      .toBe('Completed');

    // The card is issued and can be checked publicly.
    await visit(candidate, path);
    await headline(candidate, 'Congratulations, Divemaster!');
    await checkAppearance(candidate);
    await candidate.getByRole('link', { name: 'View card' }).click();
    await candidate.waitForURL('**/certifications/ecard/**');
    await candidate.getByText(name).first().waitFor();
    let code = '';
    await expect
      .poll(async () => {
        const [card] = await runSql<{ code: string; isSigned: boolean }>(
          `select code, credential is not null as "isSigned" from certification
           where license_id = (select license_id from application where id = $1)`,
          [id],
        );
        code = card?.code ?? '';
        return card?.isSigned;
      })
      .toBe(true);
    await visit(payer, '/verify');
    await payer.getByLabel('Code on the back of the card').fill(code);
    await payer.keyboard.press('Enter');
    await payer.getByText('This card is valid').waitFor();
    await payer.getByText(name).first().waitFor();

    // All participants see the result.
    await visit(teacher, path);
    await headline(teacher, `${name} is certified`);
    await teacher.getByText('Fee paid and card issued').waitFor();
    const steps = await runSql<{ action: string }>(
      'select action from application_step where application_id = $1 order by at',
      [id],
    );
    expect(steps.map(({ action }) => action).join(' ')).toBe(
      'submit open return submit open send send_back submit open send approve complete',
    );
  });
});
