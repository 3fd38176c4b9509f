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
    await pressButton(candidate, 'Begin');
    await headline(candidate, /before you can submit$/);
    const id = await fillApplication(applicant);
    const path = `/applications/${id}`;
    await visit(candidate, path);
    await expect(candidate).toShow(path, 'Ready to sign and submit');
    await sign(candidate, 'Sign and submit');
    await headline(candidate, /^With Tomás Reyes since /);

    // The instructor finds it in the list, starts the review and returns it.
    const teacher = await openPage({ signedInAs: instructor.email });
    const openFromList = async () => {
      await visit(teacher, '/pro/applications?search=leif');
      await teacher.getByRole('link', { name }).click();
      await expect(teacher).toShow(path, `${name} asks you to review`);
      await pressButton(teacher, 'Begin review');
    };
    await openFromList();
    await headline(teacher, 'One point is open');
    await pressButton(teacher, 'Ask for a change: First aid and CPR');
    await teacher.getByLabel('What should change? First aid and CPR').fill('Who gave the course?');
    await pressButton(teacher, `Return to ${name}`);
    await headline(teacher, `Back with ${name}`);

    // The applicant sees the reason at its field and submits again.
    await visit(candidate, path);
    await candidate.getByText('Who gave the course?').first().waitFor();
    await candidate.getByLabel('Taught by').fill('Harbour First Aid, Leith');
    await sign(candidate, 'Sign and submit');
    await headline(candidate, /^With Tomás Reyes since /);
    await openFromList();
    await teacher.getByText('Asked for last time: Who gave the course?').waitFor();
    await teacher.getByText('Harbour First Aid, Leith').waitFor();
    await pressButton(teacher, 'Confirm all 5');
    await teacher.getByLabel('What the association should know').fill('Calm with students and early to see trouble.');
    await headline(teacher, 'Ready to sign and send');
    await sign(teacher, 'Sign and send');
    await headline(teacher, /^At the association since /);

    // The desk returns it as well.
    const desk = await openPage({ signedInAs: staff });
    const openAtDesk = async () => {
      await visit(desk, `/desk/applications?search=leif`);
      await desk.getByRole('heading', { level: 2, name }).waitFor();
      await expect.poll(() => desk.getByRole('button', { name: 'Approve' }).getAttribute('aria-disabled')).toBeNull();
    };
    await openAtDesk();
    await desk.getByText('Calm with students and early to see trouble.').waitFor();
    await desk.getByText('All that was filled in').click();
    for (const signer of [name, instructor.name])
      await desk.getByRole('img', { name: `Signature of ${signer}` }).waitFor();
    await desk.getByRole('button', { name: /^Return/ }).click();
    const dialog = desk.getByRole('dialog', { name: `What does ${name} need to change?` });
    await dialog.getByRole('checkbox', { name: 'Word to the instructor' }).check();
    await dialog.getByLabel('Reason').fill('Please say where you have assisted.');
    await dialog.getByRole('button', { name: 'Return it' }).click();
    await desk.getByText(`${name}’s application is returned.`).waitFor();

    await visit(candidate, path);
    await candidate.getByText('Please say where you have assisted.').first().waitFor();
    await candidate.getByLabel('Your message').fill('I have assisted on two courses in Leith.');
    await sign(candidate, 'Sign and submit');
    await headline(candidate, /^With Tomás Reyes since /);
    await openFromList();
    await headline(teacher, 'Ready to sign and send');
    await teacher.getByText('I have assisted on two courses in Leith.').waitFor();
    await sign(teacher, 'Sign and send');
    await headline(teacher, /^At the association since /);

    // After approval, the mailed link can be paid without an account.
    await openAtDesk();
    await desk.getByRole('button', { name: /^Approve/ }).click();
    await desk.getByText(`${name} is approved.`).waitFor();
    await visit(candidate, path);
    await headline(candidate, 'Pay the fee to get your card');
    await candidate.getByText('$182.00').first().waitFor();
    // The card check shows that the diver has no photo.
    const payer = await openPage({ expectedProblems: [/verify\/photo/] });
    await visit(payer, await findMailLink(email, '/pay/'));
    await payer.getByText('Card ending 4242').click();
    await payer.getByRole('button', { name: 'Pay $182.00' }).click();
    await expect
      .poll(async () => {
        const [row] = await runSql<{ state: string }>('select state from application where id = $1', [id]);
        return row?.state;
      })
      .toBe('Completed');

    // The card is issued and can be checked publicly.
    await visit(candidate, path);
    await headline(candidate, 'Congratulations: Divemaster');
    await checkAppearance(candidate);
    await candidate.getByRole('link', { name: 'See your card' }).click();
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
    await payer.getByLabel('Code on the back').fill(code);
    await payer.keyboard.press('Enter');
    await payer.getByText('This card is valid').waitFor();
    await payer.getByText(name).first().waitFor();

    // All participants see the result.
    await visit(teacher, path);
    await headline(teacher, `${name} has the card`);
    await teacher.getByText('The fee was paid and the card was issued').waitFor();
    const steps = await runSql<{ action: string }>(
      'select action from application_step where application_id = $1 order by at',
      [id],
    );
    expect(steps.map(({ action }) => action).join(' ')).toBe(
      'submit open return submit open send send_back submit open send approve complete',
    );
  });
});
