import type { Page } from 'playwright';
import { authenticateContext, openPage, type PageOptions } from '#platform/testing/browser.ts';
import { runSql } from './database.ts';

/** A learner’s dashboard headline. Its text depends on progress, which other tests change. */
export const learnerDashboardHeading = /^(?!Welcome, )\S/;
export const newPassword = 'Sea-Urchin-7';
let userCount = 0;

/** A new signed-in person, for tests that change sign-in or delete the account. */
export async function openPageAsNewUser(options: PageOptions = {}): Promise<{ page: Page; email: string }> {
  const opened = await openPageAsUnverifiedUser(options);
  // Most flows need a verified address, so the code from the mail is skipped.
  await runSql('update account set email_verified_at = now() where email = $1', [opened.email]);
  await runSql('update person set email_verified_at = now() where email = $1', [opened.email]);
  return opened;
}

/** A new signed-in person with an unverified address. The first page asks for the code. */
export async function openPageAsUnverifiedUser(options: PageOptions = {}): Promise<{ page: Page; email: string }> {
  userCount += 1;
  const email = `user-${process.pid}-${userCount}@example.test`;
  // All sign-ups come from one IP address, which would exceed the rate limit.
  await runSql('delete from rate_counter');
  const page = await openPage(options);
  await authenticateContext(page.context(), 'sign-up', {
    givenName: 'Nora',
    familyName: 'Fjord',
    email,
    password: newPassword,
    birthdate: '1991-04-09',
    acceptTerms: true,
  });
  // A country with US dollar prices and without tax.
  await runSql(
    `insert into billing_country (affiliate_id, country) select affiliate_id, 'BS' from person where email = $1
     on conflict do nothing`,
    [email],
  );
  return { page, email };
}

/** Deletes all photos except the demo's, which other tests check on cards. */
export async function removePhotos(): Promise<void> {
  await runSql('delete from person_photo where affiliate_id not in (400001, 400005, 400050)');
}
